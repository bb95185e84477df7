"""Loyalty tiers of a proposed set in words, as stored in events."""

from decimal import Decimal

from django.utils import formats
from django.utils.translation import gettext as _

from loyalty.words.points import format_points
from wallet.money.values import BASE_CURRENCY, Money
from wallet.money.words import format_money


def tier_text(kept: object) -> object:
    """Return a stored tier in words: name, threshold and benefits. Returns a value of any other shape unchanged."""
    match kept:
        case [str(name), int(threshold), int(multiplier), int(redemption), int(withdrawal)]:
            return _(
                "%(name)s from %(points)s points (%(multiplier)s times the points, 100 points are worth %(worth)s, %(withdrawal)s times the withdrawal limits)"
            ) % {
                "name": name,
                "points": format_points(threshold),
                "multiplier": _hundredths(multiplier),
                "worth": format_money(Money(100 * redemption, BASE_CURRENCY)),
                "withdrawal": _hundredths(withdrawal),
            }
        case _:
            return kept


def _hundredths(value: int) -> str:
    return str(formats.number_format(Decimal(value).scaleb(-2), 2))
