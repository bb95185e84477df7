"""Points become money of a currency that the player holds: in one transaction, once, by the tier and the rate of that moment."""

from dataclasses import dataclass
from typing import Final
from uuid import UUID, uuid5

import psycopg
from django.db import DatabaseError, connection, transaction

from accounts.models.users import User
from accounts.restrictions.selectors.eligibility import may_play_real_money
from journal.models import Kind
from journal.refusals import SentBefore
from journal.services.recording import record
from loyalty import errors
from loyalty.models import HUNDREDTHS, Redemption
from loyalty.selectors import points_of, set_in_force, tier_of
from loyalty.worth import worth
from wallet.ledger.selectors import funds
from wallet.ledger.services import movements
from wallet.money.values import Money
from wallet.rates.selectors import rates
from wallet.rates.values import Quote

_SPACE: Final = UUID("d2b8a5b0-6c39-4f0e-8f53-1f6a2b7c9e41")
_REFUSALS: Final = {"LP001": errors.WorthChanged, "LP002": errors.TooFewPoints}


@dataclass(frozen=True, slots=True)
class Offer:
    """What a player would get for points now: `points` of the `asked` ones, at `redemption` units of USD each."""

    asked: int
    points: int
    redemption: int
    money: Money
    quote: Quote


def held(player_id: int) -> list[str]:
    """The currencies that points may be redeemed into: real ones in which the player has an account. One query."""
    return [money.currency for money in funds.balances(player_id) if money.currency in rates.REAL]


def offer(player_id: int, asked: int, currency: str) -> Offer:
    """What so many whole points are worth now; nothing moves. Raises the refusals of `loyalty.errors`, NoRate, StaleRate, RateWaits."""
    points, least = points_of(player_id), set_in_force().redeem_from
    if points.debt:
        raise errors.PointsDebtFirst
    if asked < least:
        raise errors.BelowLeastPoints(least)
    if asked * HUNDREDTHS > points.balance:
        raise errors.TooFewPoints
    if currency not in held(player_id):
        raise errors.NotHeld
    redemption, quote = tier_of(player_id).redemption, rates.usable_rate(currency)
    found = worth(asked, redemption, currency, quote.rate)
    if not found.money:
        raise errors.WorthNothing
    return Offer(asked, found.points, redemption, found.money, quote)


@transaction.atomic
def redeem(
    player: User, asked: int, currency: str, *, key: UUID, shown: Money | None = None
) -> Redemption:
    """Redeem whole points, once for the key; where what was `shown` is not what they are worth any more, nothing is.

    Raises NotAllowed (who may not play for real money), SentBefore, and as `offer`.
    """
    person = User.objects.select_for_update(no_key=True).get(pk=player.pk)
    own = uuid5(_SPACE, f"{person.pk}:{key}")
    if done := Redemption.objects.filter(key=own).first():
        return _same(done, asked, currency)
    if barred := may_play_real_money(person):
        raise barred.refusal
    offered = offer(person.pk, asked, currency)
    if shown is not None and (shown.currency, shown.units) != (currency, offered.money.units):
        raise errors.WorthChanged
    made = _redeemed(person.pk, offered, own)
    _tell(made)
    return made


def _same(done: Redemption, asked: int, currency: str) -> Redemption:
    if (done.asked, done.currency_id) != (asked, currency):
        raise SentBefore(detail=str(done.key))
    return done


def _redeemed(player_id: int, offered: Offer, key: UUID) -> Redemption:
    """The money first, then the points: the order of locks of a settlement."""
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
            cursor.execute("SELECT public.loyalty_redeem(%s, %s, %s, %s, %s)", values)
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
    record(Kind.POINTS_REDEEMED, actor=made.player_id, subject=subject, data=data)
