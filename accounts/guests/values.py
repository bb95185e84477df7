"""Lifetime of guests."""

from datetime import timedelta
from typing import Final

KEPT_FOR: Final = timedelta(hours=24)
"""Lifetime of a guest session; rounds and ledger stay."""

COUNTED_FOR: Final = timedelta(hours=24)
"""Window of the cap on new guests."""
