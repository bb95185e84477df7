"""Everything that the house keeps about a player, for that player."""
