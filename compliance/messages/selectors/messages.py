"""Messages of a player: letters about the account and notices about rounds, in one list by time."""

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.db.models import Case, Count, Exists, F, OuterRef, QuerySet, TextField, Value, When
from django.db.models.expressions import Combinable

from accounts.models.letters import Letter
from accounts.models.users import User
from casino.models import Notice
from casino.notices.selectors import annotate_acts, find_notice_case, select_first_of_each_act


class MessageSort(StrEnum):
    """Source table of a message; part of its URL."""

    LETTER = "account"
    NOTICE = "round"


def find_messages(player: User) -> QuerySet[Any, dict[str, Any]]:
    """Return a player's messages, newest first, as rows with sort, pk, time and time of reading; slice before use.

    A void case with many rounds is one message, unread until all its notices are read.
    """
    letters = _rows(Letter.objects.filter(player=player), MessageSort.LETTER, "at", F("seen_at"))
    unseen = annotate_acts(player.pk).filter(act=OuterRef("act"), seen_at__isnull=True)
    seen = Case(When(Exists(unseen), then=None), default=F("seen_at"))
    notices = _rows(select_first_of_each_act(player.pk), MessageSort.NOTICE, "created_at", seen)
    return letters.union(notices, all=True).order_by("-told_at", "-pk")


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
