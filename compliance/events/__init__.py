"""Significant events and the history of configured rows, as staff read them."""
