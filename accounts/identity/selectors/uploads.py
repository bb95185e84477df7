"""Documents that players sent, and those waiting for review."""

from collections.abc import Iterable
from typing import Final

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from accounts.models.identity import Upload
from accounts.models.users import User
from accounts.users.selectors.search import all_players

_LONGEST: Final = 18  # digits of a row id


def parse_upload_ids(words: Iterable[str]) -> frozenset[int]:
    """Parse upload ids sent by a page; invalid ones are dropped."""
    return frozenset(
        int(one) for one in words if one.isascii() and one.isdigit() and len(one) <= _LONGEST
    )


def list_uploads(player: User) -> QuerySet[Upload]:
    """A player's uploads, newest first. One query."""
    return Upload.objects.filter(player=player).order_by("-at", "-pk")


def list_waiting_uploads(player: User | OuterRef) -> QuerySet[Upload]:
    """A player's undecided uploads: at most one of each kind."""
    return Upload.objects.filter(player=player, state=Upload.State.WAITING).order_by("pk")


def players_with_uploads() -> QuerySet[User]:
    """Players with undecided uploads."""
    return all_players().filter(Exists(list_waiting_uploads(OuterRef("pk"))))


def list_review_queue() -> QuerySet[User]:
    """Players with undecided uploads, longest waiting first; `since` is the time of the oldest one."""
    first = list_waiting_uploads(OuterRef("pk")).order_by("at").values("at")[:1]
    return players_with_uploads().annotate(since=Subquery(first)).order_by("since", "pk")
