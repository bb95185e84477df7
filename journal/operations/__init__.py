"""Migration operations shared by all apps."""
