"""Shares and amounts of tables in templates."""

from django import template

from tables.words.limits import units as amount
from tables.words.rules import bet_name as named, points as points_of, share as written

register = template.Library()


@register.filter
def share(value: float, digits: int = 3) -> str:
    """As per cent: "99.612 %"."""
    return written(value, digits)


@register.filter
def points(value: float, digits: int = 3) -> str:
    """A difference of shares: "0.226 percentage points"."""
    return points_of(value, digits)


@register.filter
def signed_points(value: float) -> str:
    """The same with its sign: "+0.226 percentage points"."""
    return points_of(value, sign="+")


@register.filter
def units(value: int | None) -> str:
    """Units of 10^-4 as an amount, or a dash."""
    return "-" if value is None else amount(value)


@register.filter
def bet_name(bet: str) -> str:
    """What a return is of."""
    return named(bet)
