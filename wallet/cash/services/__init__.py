"""What changes deposits and withdrawals: each function is one transaction, safe to repeat."""
