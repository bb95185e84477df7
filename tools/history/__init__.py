"""Finished rounds and money that never were, written in bulk: for demos and measurements only."""
