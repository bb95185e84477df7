"""The messages of a player: letters about the account, and notices about rounds, as one list in the order of time."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.db.models import F, QuerySet, TextField, Value
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.player_models import Letter
from casino.models import Notice
from casino.void_words import notice_told
from compliance.messages import composing


class Sort(StrEnum):
    """Which table a message is a row of; part of its address."""

    LETTER = "account"
    NOTICE = "round"


@dataclass(frozen=True, slots=True)
class Line:
    """One message in the list."""

    title: str
    at: datetime
    is_new: bool
    address: str


def messages_of(player: User) -> QuerySet[Any, dict[str, Any]]:
    """Sort, number, time and whether it was seen, of all messages of a player, the newest first; to be sliced."""
    letters = _rows(Letter.objects.filter(player=player), Sort.LETTER, "at")
    notices = _rows(Notice.objects.filter(player=player), Sort.NOTICE, "created_at")
    return letters.union(notices, all=True).order_by("-told_at", "-pk")


def _rows(rows: QuerySet[Any], sort: Sort, at: str) -> QuerySet[Any, dict[str, Any]]:
    named = rows.order_by().annotate(sort=Value(sort.value, TextField()), told_at=F(at))
    found: QuerySet[Any, dict[str, Any]] = named.values("sort", "pk", "told_at", "seen_at")
    return found


def unread(player: User) -> int:
    """How many messages the player has not read. One query."""
    letters = Letter.objects.filter(player=player, seen_at__isnull=True).order_by().values("pk")
    notices = Notice.objects.filter(player=player, seen_at__isnull=True).order_by().values("pk")
    return letters.union(notices, all=True).count()


def lines(rows: Sequence[dict[str, Any]]) -> list[Line]:
    """These messages in words: a query for letters, one for notices, and one for each kind of thing that they are about."""
    letters = Letter.objects.select_related("player", "restriction").in_bulk(
        [row["pk"] for row in rows if row["sort"] == Sort.LETTER]
    )
    notices = Notice.objects.select_related("round__sitting__table").in_bulk(
        [row["pk"] for row in rows if row["sort"] == Sort.NOTICE]
    )
    about = composing.things(letters.values())
    titles = {
        (Sort.LETTER.value, pk): composing.title(letter, about.get(pk))
        for pk, letter in letters.items()
    } | {(Sort.NOTICE.value, pk): notice_title(one) for pk, one in notices.items()}
    return [
        Line(
            titles[row["sort"], row["pk"]],
            row["told_at"],
            row["seen_at"] is None,
            reverse("messages:message", args=[row["sort"], row["pk"]]),
        )
        for row in rows
    ]


def notice_title(notice: Notice) -> str:
    """What became of which round."""
    about = {
        "n": notice.round.nonce,
        "table": notice.round.sitting.table.name,
        "what": notice.get_kind_display(),
    }
    return capfirst(_("Round %(n)s at %(table)s: %(what)s") % about)


def notice_body(notice: Notice) -> list[str]:
    """The same in sentences."""
    if notice.void is not None:
        return notice_told(notice)
    if notice.kind == Notice.Kind.CANCELLED:
        return [_("It was cancelled for a malfunction. All your stakes have been returned.")]
    return [
        _(
            "You left it before it was over. The house has played it to its end, as the rules of the table say."
        )
    ]
