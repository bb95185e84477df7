"""The messages of a player: letters about the account, and notices about rounds, as one list in the order of time."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.db.models import Case, Count, Exists, F, OuterRef, QuerySet, TextField, Value, When
from django.db.models.expressions import Combinable
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from accounts.models.letters import Letter
from accounts.models.users import User
from casino.models import Notice
from casino.notices.selectors import act_of, one_of_each_act, with_acts
from casino.voids.words import notice_sentences
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
    """Sort, number, time and whether it was seen, of all messages of a player, the newest first; to be sliced.

    What a case of staff does to many rounds is one message, new until the player has seen all of it.
    """
    letters = _rows(Letter.objects.filter(player=player), Sort.LETTER, "at", F("seen_at"))
    unseen = with_acts(player.pk).filter(act=OuterRef("act"), seen_at__isnull=True)
    seen = Case(When(Exists(unseen), then=None), default=F("seen_at"))
    notices = _rows(one_of_each_act(player.pk), Sort.NOTICE, "created_at", seen)
    return letters.union(notices, all=True).order_by("-told_at", "-pk")


def _rows(
    rows: QuerySet[Any], sort: Sort, at: str, seen: Combinable
) -> QuerySet[Any, dict[str, Any]]:
    named = rows.order_by().annotate(
        sort=Value(sort.value, TextField()), told_at=F(at), read_at=seen
    )
    found: QuerySet[Any, dict[str, Any]] = named.values("sort", "pk", "told_at", "read_at")
    return found


def unread(player: User) -> int:
    """How many messages the player has not read. One query."""
    letters = Letter.objects.filter(player=player, seen_at__isnull=True).order_by().values("pk")
    notices = one_of_each_act(player.pk, seen_at__isnull=True).order_by().values("pk")
    return letters.union(notices, all=True).count()


def lines(rows: Sequence[dict[str, Any]]) -> list[Line]:
    """These messages in words: a query for letters, two for notices, and one for each kind of thing that they are about."""
    letters = Letter.objects.select_related("player", "restriction").in_bulk(
        [row["pk"] for row in rows if row["sort"] == Sort.LETTER]
    )
    notices = Notice.objects.select_related("round__sitting__table", "void", "step").in_bulk(
        [row["pk"] for row in rows if row["sort"] == Sort.NOTICE]
    )
    counts = _counts(notices.values())
    about = composing.things(letters.values())
    titles = {
        (Sort.LETTER.value, pk): composing.title(letter, about.get(pk))
        for pk, letter in letters.items()
    } | {
        (Sort.NOTICE.value, pk): notice_title(one, counts.get(act_of(one), 1))
        for pk, one in notices.items()
    }
    return [
        Line(
            titles[row["sort"], row["pk"]],
            row["told_at"],
            row["read_at"] is None,
            reverse("messages:message", args=[row["sort"], row["pk"]]),
        )
        for row in rows
    ]


def _counts(notices: Collection[Notice]) -> Mapping[UUID | None, int]:
    """How many rounds the acts of these notices of one player are about. One query."""
    acts = {act for one in notices if (act := act_of(one))}
    if not acts:
        return {}
    player = next(iter(notices)).player_id
    rows = with_acts(player).filter(act__in=acts).order_by()
    return dict(rows.values_list("act").annotate(Count("pk")))


def notice_title(notice: Notice, rounds: int = 1) -> str:
    """What became of which round, or of how many."""
    if rounds > 1:
        return _("%(count)s rounds: %(what)s") % {
            "count": rounds,
            "what": notice.get_kind_display(),
        }
    about = {
        "n": notice.round.number,
        "table": notice.round.sitting.table.name,
        "what": notice.get_kind_display(),
    }
    return capfirst(_("Round %(n)s at %(table)s: %(what)s") % about)


def notice_body(notice: Notice) -> list[str]:
    """The same in sentences."""
    if notice.void is not None:
        return notice_sentences(notice)
    if notice.kind == Notice.Kind.CANCELLED:
        return [_("It was cancelled for a malfunction. All your stakes have been returned.")]
    return [
        _(
            "You left it before it was over. The house has played it to its end, as the rules of the table say."
        )
    ]
