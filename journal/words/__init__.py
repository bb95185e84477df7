"""Texts of the journal in the reader's language."""
