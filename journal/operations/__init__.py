"""Migration operations that every app may use."""
