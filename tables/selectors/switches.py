"""Whether play is stopped, and what a bet and a stop have to agree on so that none is taken after the other."""

from typing import Final

from django.db.models import Exists

from tables.models import House

TAKING_BETS: Final = 0x4C696770
"""An advisory lock: whoever takes a bet shares it until that is done, whoever stops play has it alone.

A bet reads the switches after it has the lock. So a stop that has committed stops every bet that had not been taken before.
"""


def house_stopped() -> Exists:
    """For a caller's own query: whether all play is stopped."""
    return Exists(House.objects.filter(stopped=True))
