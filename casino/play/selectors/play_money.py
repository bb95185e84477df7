"""Play-money terms of a table: amounts, and time of the next refill."""

from dataclasses import dataclass
from datetime import datetime

from accounts.models.users import User
from casino.values.play_money import (
    LABORATORY_REFILL_BELOW,
    LABORATORY_REFILL_TO,
    REFILL_BELOW,
    REFILL_TO,
    next_refill,
)
from tables.models import Table
from wallet.money.values import Money


@dataclass(frozen=True, slots=True)
class PlayMoneyTerms:
    """Below `low` the balance is refilled to `full`, not before `next_at`."""

    low: Money
    full: Money
    next_at: datetime | None


def find_play_money_terms(table: Table, player: User, now: datetime) -> PlayMoneyTerms | None:
    """Return the refill terms; None at a real-money table. No query."""
    if not table.is_play_money:
        return None
    if table.is_laboratory:
        return PlayMoneyTerms(LABORATORY_REFILL_BELOW, LABORATORY_REFILL_TO, None)
    return PlayMoneyTerms(REFILL_BELOW, REFILL_TO, next_refill(player.play_money_at, now))
