"""Append-only log of significant events that every app may write to."""
