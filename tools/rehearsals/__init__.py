"""Rehearsals of what an operator must survive, on one machine and its loopback addresses alone."""
