"""Significant events and the history of configured rows, for staff."""
