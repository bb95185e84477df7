"""Messages of a player: letters about the account and notices about rounds, in one list by time."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final
from uuid import UUID

from django.db.models import Case, Count, Exists, F, OuterRef, QuerySet, When

from accounts.models.letters import Letter
from accounts.models.users import User
from casino.models import Notice
from casino.notices.selectors import annotate_acts, find_notice_case, select_first_of_each_act
from pages.line_pages import LAST, LineCursor, LinePage, RequestedPlace, load_line_page, merge_lines

MESSAGES_PAGE: Final = 25


class MessageSort(StrEnum):
    """Source table of a message; part of its URL."""

    LETTER = "account"
    NOTICE = "round"


@dataclass(frozen=True, slots=True)
class MessageRow:
    """A letter or notice: its number, its time and when the player read it."""

    sort: MessageSort
    seq: int
    at: datetime
    read_at: datetime | None

    @property
    def source(self) -> str:
        return _CODES[self.sort]


_CODES: Final = {MessageSort.LETTER: "LET", MessageSort.NOTICE: "NOT"}
_NEWEST: Final = LineCursor(dict.fromkeys(_CODES.values(), LAST))


def load_messages(
    player: User, asked: RequestedPlace, *, size: int = MESSAGES_PAGE
) -> LinePage[MessageRow]:
    """Return a page of a player's messages, newest first. Two queries; four if nothing is newer than the cursor.

    A void case with many rounds is one message, unread until all its notices are read.
    """
    sources = {MessageSort.LETTER: _letters(player), MessageSort.NOTICE: _notices(player)}

    def read(place: LineCursor, count: int, *, upward: bool) -> list[MessageRow]:
        lists = [
            _read_rows(sort, rows, place, count=count, upward=upward)
            for sort, rows in sources.items()
        ]
        return merge_lines(lists, count, upward=upward)

    return load_line_page(read, _NEWEST, size, asked)


def find_letter(player: User, pk: int) -> Letter | None:
    """Return a player's letter with its restriction; None if there is none."""
    rows = Letter.objects.select_related("player", "restriction")
    return rows.filter(player=player, pk=pk).first()


def find_notice(player: User, pk: int) -> Notice | None:
    """Return a notice to a player with its round; None if there is none."""
    rows = Notice.objects.select_related("round__place__table", "void", "step")
    return rows.filter(player=player, pk=pk).first()


def _letters(player: User) -> QuerySet[Any]:
    rows = Letter.objects.filter(player=player)
    return rows.annotate(told_at=F("at"), read_at=F("seen_at"))


def _notices(player: User) -> QuerySet[Any]:
    unseen = annotate_acts(player.pk).filter(act=OuterRef("act"), seen_at__isnull=True)
    seen = Case(When(Exists(unseen), then=None), default=F("seen_at"))
    rows: QuerySet[Any] = select_first_of_each_act(player.pk).annotate(
        told_at=F("created_at"), read_at=seen
    )
    return rows


def _read_rows(
    sort: MessageSort, rows: QuerySet[Any], place: LineCursor, *, count: int, upward: bool
) -> list[MessageRow]:
    passed = place.passed.get(_CODES[sort], 0)
    rest = rows.filter(pk__gt=passed) if upward else rows.filter(pk__lte=passed)
    found = rest.order_by("pk" if upward else "-pk").values_list("pk", "told_at", "read_at")
    return [MessageRow(sort, *row) for row in found[:count]]


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
