"""Findings of the reconciliation that two people have accepted: named for ever, and no longer failing."""
