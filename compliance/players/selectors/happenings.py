"""What a timeline of a player is made of: sorts, words, and the tables that they come from."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import models
from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from accounts.models import User
from pages.page_links import PageLink
from wallet.formatting import format_money
from wallet.money import Money

Words = str | Promise


class HappeningSort(models.TextChoices):
    """Sorts of happenings, by which a timeline is filtered."""

    ACCOUNT = "account", gettext_lazy("Account and identity")
    LOGINS = "logins", gettext_lazy("Sign-ins")
    RESTRICTIONS = "restrictions", gettext_lazy("Restrictions")
    CASH = "cash", gettext_lazy("Deposits and withdrawals")
    EXCHANGES = "exchanges", gettext_lazy("Exchanges")
    VOIDS = "voids", gettext_lazy("Voids")
    POINTS = "points", gettext_lazy("Points and tiers")
    LIMITS = "limits", gettext_lazy("Limits")
    DISPUTES = "disputes", gettext_lazy("Disputes")
    MESSAGES = "messages", gettext_lazy("Messages to the player")
    NOTES = "notes", gettext_lazy("Notes")
    SEEN = "seen", gettext_lazy("Looked at by staff")


@dataclass(frozen=True, slots=True)
class HappeningText:
    """A happening in words: a title, what else there is to say, who did it, and where more is to be read."""

    title: Words
    text: Words = ""
    by: int | None = None
    link: PageLink | None = None


@dataclass(frozen=True, slots=True)
class TimelineSource:
    """One table. `rows` are those of a player and of the sorts that are asked for; `at` is the column of their time."""

    sorts: tuple[HappeningSort, ...]
    rows: Callable[[User, Sequence[HappeningSort]], QuerySet[Any]]
    told: Callable[[Any], HappeningText]
    at: str = "at"
    sort: Callable[[Any], HappeningSort] | None = None

    def sort_of(self, row: object) -> HappeningSort:
        """Which sort a row is of."""
        return self.sort(row) if self.sort else self.sorts[0]


def rows_of(model: type[models.Model], path: str, *related: str) -> Callable[..., QuerySet[Any]]:
    """The rows of a model whose player stands at `path`."""

    def rows(player: User, _sorts: Sequence[HappeningSort]) -> QuerySet[Any]:
        found = model._default_manager.filter(**{path: player})  # noqa: SLF001  # Django documents the name
        return found.select_related(*related) if related else found

    return rows


def amount_with_note(units: int, currency: str, note: str) -> str:
    """An amount with a word about it."""
    return " · ".join(part for part in (format_money(Money(units, currency)), note) if part)
