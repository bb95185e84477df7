"""Shoes for staff: list, page with rounds, recomputation. A seed is shown only once revealed."""
