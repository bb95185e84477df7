"""Template filters for shares and amounts of tables."""

from django import template

from accounts.values.currencies import BASE_CURRENCY, PLAY_MONEY
from pages.currency_signs import money_pattern
from tables.models import Table
from tables.selectors.returns import Return
from tables.values.conformity import Contradiction
from tables.words import limits, rules
from tables.words.conformity import describe_contradiction

register = template.Library()


@register.filter
def share(value: float, digits: int = 3) -> str:
    """Format a percentage: "99.612%"."""
    return rules.format_share(value, digits)


@register.filter
def points(value: float, digits: int = 3) -> str:
    """Format a difference of shares: "0.226 percentage points"."""
    return rules.format_points(value, digits)


@register.filter
def signed_points(value: float) -> str:
    """Format a difference with its sign: "+0.226 percentage points"."""
    return rules.format_points(value, sign="+")


@register.filter
def bare_points(value: float) -> str:
    """Format a difference without its unit, which the heading has: "+0.226"."""
    return rules.format_bare_points(value)


@register.filter
def return_told(one: Return) -> str:
    """Format a bet's return, with points if any: "99.950%, with points 100.120%"."""
    return rules.format_return(one)


@register.filter
def money_at(value: int | None, table: Table) -> str:
    """Format units of 10^-4 of the table's money, or a dash."""
    if value is None:
        return "-"
    currency = PLAY_MONEY if table.is_play_money else BASE_CURRENCY
    return money_pattern(currency).format(limits.format_units(value))


@register.filter
def contradiction(one: Contradiction) -> str:
    return describe_contradiction(one)


@register.filter
def bet_name(bet: str) -> str:
    return rules.bet_name(bet)
