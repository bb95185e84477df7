"""The journal in the language of who reads it."""
