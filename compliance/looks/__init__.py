"""Audit of views: who looked at an object, and what a person looked at."""
