"""Visitors who play with play money before they sign up."""
