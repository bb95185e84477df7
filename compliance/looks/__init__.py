"""Audit log of views: which staff viewed an object, and what a staff member viewed."""
