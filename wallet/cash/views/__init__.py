"""Pages of cash: the player's bank, the statement, the cash desk, and provider callbacks."""
