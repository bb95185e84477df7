"""Redemption of points for money in a currency that the player holds."""

from typing import Final
from uuid import UUID, uuid5

import psycopg
from django.db import DatabaseError, connection, transaction

from accounts.models.users import User
from journal.models import EventKind
from journal.refusals import SentBefore
from journal.services.recording import record
from loyalty import refusals
from loyalty.models.redemption import Redemption
from loyalty.selectors.redemption import RedemptionOffer, price_offer
from wallet.ledger.services import movements
from wallet.money.values import Money

_SPACE: Final = UUID("d2b8a5b0-6c39-4f0e-8f53-1f6a2b7c9e41")
_REFUSALS: Final = {"LP001": refusals.WorthChanged, "LP002": refusals.TooFewPoints}


@transaction.atomic
def redeem_points(
    player: User, asked: int, currency: str, *, key: UUID, shown: Money | None = None
) -> Redemption:
    """Redeem whole points in one transaction, idempotent by key; refused if the value differs from `shown`.

    Raises SentBefore, WorthChanged, and as `price_offer`.
    """
    person = User.objects.select_for_update(no_key=True).get(pk=player.pk)
    own = uuid5(_SPACE, f"{person.pk}:{key}")
    if done := Redemption.objects.filter(key=own).first():
        return _same(done, asked, currency)
    offered = price_offer(person, asked, currency)
    if shown is not None and (shown.currency, shown.units) != (currency, offered.money.units):
        raise refusals.WorthChanged
    made = _redeemed(person.pk, offered, own)
    _tell(made)
    return made


def _same(done: Redemption, asked: int, currency: str) -> Redemption:
    if (done.asked, done.currency_id) != (asked, currency):
        raise SentBefore(detail=str(done.key))
    return done


def _redeemed(player_id: int, offered: RedemptionOffer, key: UUID) -> Redemption:
    """Post the money first, then the points: the lock order of a settlement."""
    quote = offered.quote
    details: dict[str, str | int] = {
        "points": offered.points,
        "redemption": offered.redemption,
        "rate": str(quote.rate),
        "rate_id": quote.rate_id or 0,
    }
    posting = movements.pay_for_points(player_id, offered.money, key=key, details=details)
    values = (key, player_id, offered.asked, posting.transfer_id, quote.rate_id)
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT public.loyalty_redeem_points(%s, %s, %s, %s, %s)", values)
            (number,) = cursor.fetchall()[0]
    except DatabaseError as error:
        cause = error.__cause__
        code = cause.sqlstate if isinstance(cause, psycopg.Error) else None
        if refusal := _REFUSALS.get(code or ""):
            raise refusal from error
        raise
    return Redemption.objects.get(pk=number)


def _tell(made: Redemption) -> None:
    data = {
        "points": made.points,
        "amount": str(made.money),
        "redemption": made.redemption,
        "rate": str(made.rate),
        "transfer": made.transfer_id,
    }
    subject = f"player {made.player_id}"
    record(EventKind.POINTS_REDEEMED, actor=made.player_id, subject=subject, data=data)
