"""Hands for staff: list, replay, proof. Of a running hand, staff see only what its player sees."""
