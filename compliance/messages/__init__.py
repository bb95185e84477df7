"""What the house has told a player, in one place: about the account, rounds, rules and disputes."""
