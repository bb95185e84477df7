"""Kinds of events, findings, transaction ids, line files."""
