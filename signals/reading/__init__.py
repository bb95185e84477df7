"""Reading of players from files (docs/signals.md)."""
