"""Messages of a player: letters about the account and notices about rounds, in one list by time."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.db.models import Case, Count, Exists, F, OuterRef, Q, QuerySet, TextField, Value, When
from django.db.models.expressions import Combinable

from accounts.models.letters import Letter
from accounts.models.users import User
from casino.models import Notice
from casino.notices.selectors import annotate_acts, find_notice_case, select_first_of_each_act
from pages.pagination import Cursor


class MessageSort(StrEnum):
    """Source table of a message; part of its URL."""

    LETTER = "account"
    NOTICE = "round"


@dataclass(frozen=True, slots=True)
class MessageCursor:
    """Place of a message in the list: time, number, sort."""

    at: datetime
    pk: int
    sort: MessageSort

    @classmethod
    def parse(cls, text: str) -> "MessageCursor | None":
        """Parse the text of a cursor; None if invalid."""
        row, _, sort = text.rpartition("~")
        place = Cursor.parse(row)
        if place is None or sort not in set(MessageSort):
            return None
        return cls(place.at, place.pk, MessageSort(sort))

    def __str__(self) -> str:
        return f"{Cursor(self.at, self.pk)}~{self.sort}"

    def older(self, sort: MessageSort, at: str) -> Q:
        """Return the filter for rows of a source after this place in the list; `at` is their field of time."""
        number = "pk__lte" if sort.value < self.sort.value else "pk__lt"
        return Q((f"{at}__lt", self.at)) | Q((at, self.at), (number, self.pk))


def find_messages(
    player: User, before: MessageCursor | None = None
) -> QuerySet[Any, dict[str, Any]]:
    """Return a player's messages, newest first, as rows with sort, pk, time and time of reading; slice before use.

    A void case with many rounds is one message, unread until all its notices are read. `before` leaves out the ones up to
    that place.
    """
    letters = Letter.objects.filter(player=player)
    notices = select_first_of_each_act(player.pk)
    if before is not None:
        letters = letters.filter(before.older(MessageSort.LETTER, "at"))
        notices = notices.filter(before.older(MessageSort.NOTICE, "created_at"))
    unseen = annotate_acts(player.pk).filter(act=OuterRef("act"), seen_at__isnull=True)
    seen = Case(When(Exists(unseen), then=None), default=F("seen_at"))
    found = _rows(letters, MessageSort.LETTER, "at", F("seen_at"))
    rows = _rows(notices, MessageSort.NOTICE, "created_at", seen)
    return found.union(rows, all=True).order_by("-told_at", "-pk", "-sort")


def find_letter(player: User, pk: int) -> Letter | None:
    """Return a player's letter with its restriction; None if there is none."""
    rows = Letter.objects.select_related("player", "restriction")
    return rows.filter(player=player, pk=pk).first()


def find_notice(player: User, pk: int) -> Notice | None:
    """Return a notice to a player with its round; None if there is none."""
    rows = Notice.objects.select_related("round__place__table", "void", "step")
    return rows.filter(player=player, pk=pk).first()


def _rows(
    rows: QuerySet[Any], sort: MessageSort, at: str, seen: Combinable
) -> QuerySet[Any, dict[str, Any]]:
    named = rows.order_by().annotate(
        sort=Value(sort.value, TextField()), told_at=F(at), read_at=seen
    )
    found: QuerySet[Any, dict[str, Any]] = named.values("sort", "pk", "told_at", "read_at")
    return found


def count_unread(player: User) -> int:
    """Return the number of unread messages. One query."""
    letters = Letter.objects.filter(player=player, seen_at__isnull=True).order_by().values("pk")
    notices = select_first_of_each_act(player.pk, seen_at__isnull=True).order_by().values("pk")
    return letters.union(notices, all=True).count()


def count_rounds(notices: Collection[Notice]) -> Mapping[UUID | None, int]:
    """Return the number of rounds by act for these notices of one player. One query."""
    acts = {act for one in notices if (act := find_notice_case(one))}
    if not acts:
        return {}
    player = next(iter(notices)).player_id
    rows = annotate_acts(player).filter(act__in=acts).order_by()
    return dict(rows.values_list("act").annotate(Count("pk")))


def load_letters(numbers: Collection[int]) -> dict[int, Letter]:
    """Return letters by number, with player and restriction. One query."""
    return Letter.objects.select_related("player", "restriction").in_bulk(numbers)
