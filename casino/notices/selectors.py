"""What a player has not seen yet of rounds that ended without them, or are void."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Coalesce
from django.urls import reverse

from accounts.models.users import User
from casino.models import Notice
from casino.voids.words import notice_told

MOST = 5


@dataclass(frozen=True, slots=True)
class NoticeView:
    """What became of a round meanwhile; its page shows it, and then the notice is gone. `told` is said of a void."""

    table_name: str
    number: str
    cancelled: bool
    url: str
    told: list[str]


def with_acts(player: int) -> QuerySet[Any, Any]:
    """The notices of a player, each with the `act` that it is about: a case of staff, or null for the end of one round."""
    return Notice.objects.filter(player=player).annotate(act=Coalesce("step__case", "void__case"))


def one_of_each_act(player: int, **only: object) -> QuerySet[Any, Any]:
    """The first notice of each act, of those that are `only` so: what a case does to many rounds is one message."""
    notices = with_acts(player).filter(**only)
    earlier = notices.order_by().filter(act=OuterRef("act"), pk__lt=OuterRef("pk"))
    return notices.filter(~Exists(earlier))


def act_of(notice: Notice) -> UUID | None:
    """The case of staff that a notice is about; None for the end of one round."""
    if notice.void is None:
        return None
    return notice.step.case if notice.step else notice.void.case


def together(notice: Notice) -> list[Notice]:
    """Every notice of the same act to the same player, the oldest first. One query; none for the end of one round."""
    if (act := act_of(notice)) is None:
        return [notice]
    rows = with_acts(notice.player_id).filter(act=act).order_by("pk")
    return list(rows.select_related("round__sitting__table", "void", "step"))


def unseen(player: User) -> list[NoticeView]:
    """The newest notices of a player. One query."""
    found = Notice.objects.filter(player=player, seen_at__isnull=True).order_by("-id")[:MOST]
    return [
        NoticeView(
            table_name=notice.round.sitting.table.name,
            number=notice.round.number,
            cancelled=notice.kind == Notice.Kind.CANCELLED,
            url=reverse("casino:round", args=[notice.round.public_id]),
            told=notice_told(notice),
        )
        for notice in found.select_related("round__sitting__table", "void", "step")
    ]
