"""Deposits, withdrawals, their limits, and the statement."""
