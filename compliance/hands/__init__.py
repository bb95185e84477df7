"""Hands for staff: list, replay, proof. A running hand shows only what its player sees."""
