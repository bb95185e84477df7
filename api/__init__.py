"""The HTTP API under /api/v1/, for players' apps, the operator's systems and auditors. See docs/api.md.

It reads the same values and calls the same services as the pages.
"""
