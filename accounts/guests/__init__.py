"""Guests: players with play money who have not signed up."""
