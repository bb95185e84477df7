"""A provider for the gate before play, for trials: a real server with signed answers (docs/gate.md)."""
