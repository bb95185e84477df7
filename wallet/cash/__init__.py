"""Money into the house and out of it: deposits, withdrawals, their limits, the statement."""
