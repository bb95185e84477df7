"""Kinds of events, findings, transaction ids, append-only files."""
