"""Money: a double-entry ledger that PostgreSQL itself keeps honest."""
