"""How players are told of the limits that they set themselves: in the currency in which they want to see amounts."""

from django.utils.translation import gettext as _

from accounts.protection.limit_selectors import OwnLimit
from wallet.cash.selectors import payable
from wallet.errors import NoRate
from wallet.money import BASE_CURRENCY, Money
from wallet.rates import rate
from wallet.templatetags.money import money as written


def shown(units: int, currency: str) -> str:
    """So many 10^-4 USD in a currency, rounded down to its coins and marked as about that; USD where it has no rate."""
    found = about(units, currency)
    return written(found) if found.currency == BASE_CURRENCY else f"≈ {written(found)}"


def about(units: int, currency: str) -> Money:
    """The same as money. A query for another currency than USD."""
    try:
        worth = rate(currency).rate
    except NoRate:
        return payable(Money(units, BASE_CURRENCY))
    return payable(Money(int(units / worth), currency))


def told(limit: OwnLimit, left: int, currency: str) -> str:
    """The sentence for whoever asks for more than a limit leaves."""
    words = _(
        "Your own limit for %(kind)s is %(limit)s within %(period)s. You have %(left)s of it left."
    )
    amounts = {"limit": shown(limit.amount, currency), "left": shown(max(left, 0), currency)}
    return words % {"kind": limit.kind.label, "period": limit.period.label, **amounts}


def told_to_staff(limit: OwnLimit, left: int) -> str:
    """The same for whoever pays in for a player, in dollars."""
    words = _(
        "The player's own limit for %(kind)s is %(limit)s within %(period)s. Of it %(left)s is left."
    )
    amounts = {
        "limit": shown(limit.amount, BASE_CURRENCY),
        "left": shown(max(left, 0), BASE_CURRENCY),
    }
    return words % {"kind": limit.kind.label, "period": limit.period.label, **amounts}
