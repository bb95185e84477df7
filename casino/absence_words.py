"""What happens to a round that is left alone, and what the house did in one, in the player's language."""
