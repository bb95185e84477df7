"""A player's copy of all their data."""
