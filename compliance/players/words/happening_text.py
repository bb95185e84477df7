"""A happening of a timeline in words."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from pages.page_links import PageLink
from wallet.money.values import Money
from wallet.money.words import format_money

Words = str | Promise
Describe = Callable[[Any], "HappeningText"]


@dataclass(frozen=True, slots=True)
class HappeningText:
    """A happening in words: title, text, acting user's id, link."""

    title: Words
    text: Words = ""
    acting_user: int | None = None
    link: PageLink | None = None


def amount_with_note(units: int, currency: str, note: str) -> str:
    """Return an amount, followed by the note if there is one."""
    return " · ".join(part for part in (format_money(Money(units, currency)), note) if part)
