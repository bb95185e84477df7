"""Staff pages of the gate before play: lists, providers, and possible persons of the sanctions list."""
