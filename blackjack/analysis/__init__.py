"""The exact return of a table: what best play gets out of a fresh shoe, and how.

Needs numpy. Everything starts with `analyse`; docs/mathematics.md explains the method.
"""
