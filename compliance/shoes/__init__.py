"""Shoes as staff see them: the list, a shoe with its rounds, and all of it computed again. No seed before it is revealed."""
