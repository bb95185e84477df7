"""Currencies of the house. `wallet_currency` has a row for each; `wallet.checks` compares the two."""

from typing import Final, Self

from django.db import models
from django.utils.translation import gettext_lazy as _

from internals.texts import Text


class CurrencyCode(models.TextChoices):
    """Currency code with the digits of its minor unit and its name."""

    minor_digits: int

    USD = "USD", 2, _("US dollar")
    VES = "VES", 2, _("Venezuelan bolívar")
    COP = "COP", 2, _("Colombian peso")
    DOP = "DOP", 2, _("Dominican peso")
    EUR = "EUR", 2, _("Euro")
    PLY = "PLY", 2, _("Play money")

    def __new__(cls, code: str, minor_digits: int) -> Self:
        member = str.__new__(cls, code)
        member._value_ = code
        member.minor_digits = minor_digits
        return member

    @property
    def is_base(self) -> bool:
        """True for the currency of limits, points and reports."""
        return self.value == BASE_CURRENCY

    @property
    def is_play_money(self) -> bool:
        """True for play money: no rate, no exchange, no withdrawal."""
        return self.value == PLAY_MONEY


BASE_CURRENCY: Final[str] = CurrencyCode.USD.value
PLAY_MONEY: Final[str] = CurrencyCode.PLY.value
MINOR_DIGITS: Final = {each.value: each.minor_digits for each in CurrencyCode}
REAL_CURRENCIES: Final = tuple(code for code in MINOR_DIGITS if code != PLAY_MONEY)
CURRENCY_CHOICES: Final = tuple(
    (each.value, each.label if each.is_play_money else each.value) for each in CurrencyCode
)
"""Choices of a form: ISO codes, and play money in words."""


_BY_COUNTRY: Final = {
    "CO": CurrencyCode.COP,
    "DO": CurrencyCode.DOP,
    "VE": CurrencyCode.VES,
    **dict.fromkeys(
        [
            "AT",
            "BE",
            "BG",
            "CY",
            "DE",
            "EE",
            "ES",
            "FI",
            "FR",
            "GR",
            "HR",
            "IE",
            "IT",
            "LT",
            "LU",
            "LV",
            "MT",
            "NL",
            "PT",
            "SI",
            "SK",
        ],
        CurrencyCode.EUR,
    ),
}


def currency_of_country(country: str) -> str:
    """Return the initial display currency of a player from this country."""
    return _BY_COUNTRY.get(country, CurrencyCode.USD).value


def display_currencies() -> list[tuple[str, Text]]:
    """Return the currencies in which a player may see amounts, as form choices."""
    return [(each.value, each.label) for each in CurrencyCode if not each.is_play_money]
