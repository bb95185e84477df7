"""How long a guest plays."""

from datetime import timedelta
from typing import Final

KEPT_FOR: Final = timedelta(hours=24)
"""After this a guest can no longer be entered; rounds and ledger stay."""

COUNTED_FOR: Final = timedelta(hours=24)
"""The time over which new guests are capped."""
