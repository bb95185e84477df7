"""The views of players: the list, one player, the timeline, what staff do."""
