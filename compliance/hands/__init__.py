"""Hands as staff see them: the list, a hand with its replay and its proof, never more than its player sees of one that runs."""
