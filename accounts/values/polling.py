"""Requests that a page sends by itself."""

from typing import Final

POLL: Final = "X-Poll"
"""Header of these requests. They neither extend the session nor count as activity."""
