"""Ends of people's data: asked for and decided by two people, or due by the profile's years."""
