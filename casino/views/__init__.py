"""The player's pages: lobby, table, trust, history."""
