"""Copy of a player's own data, as a JSON download."""
