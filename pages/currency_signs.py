"""Signs of currencies in the active language, where they cannot mean another currency."""

from typing import Final

from django.utils.translation import get_language

_SIGNS: Final = {
    "en": {
        "USD": "${}",
        "EUR": "€{}",
        "PLY": "{}\N{NO-BREAK SPACE}play\N{NO-BREAK SPACE}money",
    },
    "es": {
        "USD": "US$\N{NO-BREAK SPACE}{}",
        "EUR": "{}\N{NO-BREAK SPACE}€",
        "COP": "COL$\N{NO-BREAK SPACE}{}",
        "DOP": "RD$\N{NO-BREAK SPACE}{}",
        "VES": "Bs.\N{NO-BREAK SPACE}{}",
        "PLY": "{}\N{NO-BREAK SPACE}de\N{NO-BREAK SPACE}juego",
    },
}
"""Currency format by language. Currencies not listed are followed by their ISO code."""


def money_pattern(currency: str) -> str:
    """Return the pattern of an amount in the active language, with "{}" for the figures: "${}"."""
    return _SIGNS.get(get_language() or "", {}).get(currency, f"{{}}\N{NO-BREAK SPACE}{currency}")
