"""Texts about players' own and house limits, in the reader's display currency."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final, Self

from django.utils.translation import gettext_lazy

from limits.values import LimitLeft, LimitScope
from limits.words import name_window
from wallet.money.values import BASE_CURRENCY, Money, round_down_to_coin
from wallet.money.words import format_money
from wallet.rates.refusals import NoRate
from wallet.rates.selectors.rates import latest_rate


@dataclass(frozen=True, slots=True)
class DisplayCurrency:
    """Currency in which limits are shown and entered; `rate` is the current USD value of one unit."""

    currency: str
    rate: Decimal

    @classmethod
    def load(cls, currency: str) -> Self:
        """Return the given currency, or USD if it has no rate. One query, none for USD."""
        try:
            return cls(currency, latest_rate(currency).rate)
        except NoRate:
            return cls(BASE_CURRENCY, Decimal(1))

    @property
    def is_base(self) -> bool:
        return self.currency == BASE_CURRENCY

    def convert(self, units: int) -> Money:
        """Convert units of 10^-4 USD into this currency, rounded towards zero to its smallest coin."""
        whole = round_down_to_coin(Money(abs(int(units / self.rate)), self.currency))
        return whole if units >= 0 else -whole

    def format(self, units: int) -> str:
        """Format units of 10^-4 USD in this currency; a converted amount is marked with "≈"."""
        amount = format_money(self.convert(units))
        return amount if self.is_base else f"≈\N{NO-BREAK SPACE}{amount}"

    def to_usd_units(self, amount: Money) -> int:
        """Convert an amount in this currency into units of 10^-4 USD, rounded down to cents: the stricter way."""
        return Money(int(amount.units * self.rate), BASE_CURRENCY).whole.units


_WORDS: Final = {
    LimitScope.OWN: gettext_lazy(
        "Your own limit for %(kind)s is %(limit)s within %(period)s. You have %(left)s of it left."
    ),
    LimitScope.DEFAULT: gettext_lazy(
        "While you have not raised it, the limit for %(kind)s is %(limit)s within %(period)s. You have %(left)s of it left."
    ),
    LimitScope.JOINT: gettext_lazy(
        "Your joint limit for %(kind)s with all operators is %(limit)s within %(period)s. You have %(left)s of it left."
    ),
}
_OF_HOUSE: Final = gettext_lazy(
    "The limit that the house set for you for %(kind)s is %(limit)s within %(period)s. You have %(left)s of it left."
)
_STAFF_WORDS: Final = {
    LimitScope.OWN: gettext_lazy(
        "The player's own limit for %(kind)s is %(limit)s within %(period)s. The player has %(left)s of it left."
    ),
    LimitScope.DEFAULT: gettext_lazy(
        "The profile's limit for %(kind)s is %(limit)s within %(period)s, until the player raises it. The player has %(left)s of it left."
    ),
    LimitScope.JOINT: gettext_lazy(
        "The player's joint limit for %(kind)s with all operators is %(limit)s within %(period)s. The player has %(left)s of it left."
    ),
}
_OF_HOUSE_FOR_STAFF: Final = gettext_lazy(
    "The house's limit for %(kind)s of this player is %(limit)s within %(period)s. The player has %(left)s of it left."
)


def limit_text(left: LimitLeft, currency: str) -> str:
    """Return the message for a player who exceeds a limit."""
    words = _WORDS.get(left.limit.scope, _OF_HOUSE)
    return str(words) % _facts(left, DisplayCurrency.load(currency))


def limit_text_for_staff(left: LimitLeft) -> str:
    """Return the same message for staff, in USD."""
    words = _STAFF_WORDS.get(left.limit.scope, _OF_HOUSE_FOR_STAFF)
    return str(words) % _facts(left, DisplayCurrency.load(BASE_CURRENCY))


def _facts(left: LimitLeft, shown: DisplayCurrency) -> dict[str, object]:
    return {
        "kind": left.limit.kind.label,
        "period": name_window(left),
        "limit": shown.format(left.limit.amount),
        "left": shown.format(max(left.amount, 0)),
    }
