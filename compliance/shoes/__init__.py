"""Shoes for staff: list, page with rounds, recomputation. No seed before it is revealed."""
