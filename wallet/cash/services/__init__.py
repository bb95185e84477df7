"""Writes of deposits and withdrawals: each function is one transaction and idempotent."""
