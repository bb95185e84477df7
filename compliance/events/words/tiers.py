"""Loyalty tiers of a proposed set in words, as stored in events."""

from decimal import Decimal

from django.utils import formats
from django.utils.translation import gettext as _

from loyalty.values.new_tier import NewTier
from loyalty.words.points import format_points
from wallet.money.values import BASE_CURRENCY, Money
from wallet.money.words import format_money


def tier_text(kept: object) -> object:
    """Return a stored tier in words: name, threshold and benefits. Returns a value of any other shape unchanged."""
    match kept:
        case [str(name), int(threshold), int(multiplier), int(redemption), int(withdrawal), *names]:
            benefits = (multiplier, redemption, withdrawal)
            return _describe(NewTier(name, threshold, *benefits, *map(str, names)))
        case _:
            return kept


def _describe(tier: NewTier) -> str:
    return _(
        "%(name)s from %(points)s points (%(multiplier)s times the points, 100 points are worth %(worth)s, %(withdrawal)s times the withdrawal limits)"
    ) % {
        "name": tier.display_name,
        "points": format_points(tier.threshold),
        "multiplier": _hundredths(tier.multiplier),
        "worth": format_money(Money(100 * tier.redemption, BASE_CURRENCY)),
        "withdrawal": _hundredths(tier.withdrawal),
    }


def _hundredths(value: int) -> str:
    return str(formats.number_format(Decimal(value).scaleb(-2), 2))
