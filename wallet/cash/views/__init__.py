"""The pages of cash: the player's bank, the statement, the cashier's desk, the callbacks."""
