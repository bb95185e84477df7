"""Play-money terms of a table: amounts, and time of the next refill."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

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
from wallet.money.words import format_amount


@dataclass(frozen=True, slots=True)
class PlayMoneyTerms:
    """Below `low` the balance is refilled to `full`, not before `next_at`."""

    low: Money
    full: Money
    next_at: datetime | None


def play_money_terms(table: Table, player: User, now: datetime) -> PlayMoneyTerms | None:
    """Return the refill terms; None at a real-money table."""
    if not table.is_play_money:
        return None
    if table.is_laboratory:
        return PlayMoneyTerms(LABORATORY_REFILL_BELOW, LABORATORY_REFILL_TO, None)
    return PlayMoneyTerms(REFILL_BELOW, REFILL_TO, next_refill(player.play_money_at, now))


def refill_notice() -> str:
    """Return the message after a refill."""
    return _("You have %(full)s of play money.") % {"full": format_amount(REFILL_TO)}
