"""Writes of deposits and withdrawals: each function is one transaction, idempotent."""
