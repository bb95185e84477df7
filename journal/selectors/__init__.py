"""Reads of the journal."""
