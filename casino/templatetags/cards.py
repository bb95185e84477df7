"""Template tags of the felt: cards, chip faces and the print on the cloth."""

from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import get_language

from casino.rounds.words.labels import HIDDEN, card_name
from pages.currency_signs import money_pattern
from wallet.money.values import Money
from wallet.money.words import format_money

register = template.Library()

LETTER_WIDTH = Decimal("0.84")
"""Width of a capital letter with its spacing, relative to the letter size."""

ARCS = (
    ("M24 14Q300 92 576 14", 566, 40),
    ("M60 66Q300 136 540 66", 493, 25),
    ("M84 104Q300 166 516 104", 443, 25),
)
"""Path, its length, and the maximum letter size on it."""


@dataclass(frozen=True, slots=True)
class Arc:
    """One printed line: an SVG path, the size of its letters, and the words."""

    path: str
    size: int
    text: str


@register.filter
def about(amount: Money) -> str:
    """Format an amount with its currency, without decimals if it is whole: "1,200 COP"."""
    whole = amount.decimal == amount.decimal.to_integral_value()
    figure = number_format(amount.decimal, 0 if whole else 2, use_l10n=True, force_grouping=True)
    return money_pattern(amount.currency).format(figure)


@register.simple_tag
def card(code: str) -> SafeString:
    """Draw one card from the sprite; ``??`` is the back."""
    return _card(code, get_language())


@lru_cache(maxsize=256)
def _card(code: str, _language: str | None) -> SafeString:
    """Cached: 53 cards per language."""
    symbol, look = ("back", "back") if code == HIDDEN else (code, code[1])
    return format_html(
        '<svg class="card card--{}" viewBox="0 0 100 140" role="img" aria-label="{}"'
        ' data-card="{}"><use href="{}#{}"/></svg>',
        look,
        capfirst(card_name(code)),
        code,
        static("cards.svg"),
        symbol,
    )


@register.filter
def chip_face(chip: Money) -> str:
    """Return the short label of a chip in the reader's locale: ``5``, ``0.10``, ``50k``."""
    return _chip_face(chip.decimal, get_language())


@lru_cache(maxsize=1024)
def _chip_face(value: Decimal, _language: str | None) -> str:
    if value >= 1000 and value % 1000 == 0:  # noqa: PLR2004  thousands
        return f"{number_format(value / 1000, decimal_pos=0)}k"
    places = 0 if value == value.to_integral_value() else 2
    return number_format(value, decimal_pos=places)


@register.simple_tag
def figure(value: int | Money) -> str:
    """Format a count, or an amount with its currency, in the reader's locale."""
    return (
        format_money(value)
        if isinstance(value, Money)
        else number_format(value, force_grouping=True)
    )


@register.simple_tag
@lru_cache(maxsize=256)
def felt_print(rules_line: str) -> SafeString:
    """Render the rules line (parts joined by ``·``) on three arcs of the cloth. Cached by line."""
    context = {"arcs": split_into_arcs(rules_line), "rules_line": rules_line}
    return render_to_string("casino/_felt_print.html", context)


def split_into_arcs(rules_line: str) -> list[Arc]:
    """Return the printed lines: the first two parts of the rules line, and the others together."""
    parts = [part.strip() for part in rules_line.split("·") if part.strip()]
    lines = [*parts[:2], " · ".join(parts[2:])]
    return [
        Arc(path, _letter_size(line, length, largest), line)
        for (path, length, largest), line in zip(ARCS, lines, strict=False)
        if line
    ]


def _letter_size(line: str, length: int, largest: int) -> int:
    return min(largest, int(length / (len(line) * LETTER_WIDTH)))
