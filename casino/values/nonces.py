"""Numbers of deals in a shoe."""

from typing import Final

MOST_NONCES: Final = 10**6
"""More than any shoe has deals; a larger number in a request is a mistake."""
