"""All messages to a player: account, rounds, rules, disputes."""
