"""Significant events: append-only facts that every app may write and nobody may change."""
