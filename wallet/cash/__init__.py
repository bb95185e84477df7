"""Deposits, withdrawals, their limits, the statement."""
