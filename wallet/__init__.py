"""Money: a double-entry ledger enforced by PostgreSQL."""
