"""Notices of a player, grouped by the staff case they are about."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Coalesce

from casino.models import Notice


def annotate_acts(player: int) -> QuerySet[Any, Any]:
    """Return a player's notices, annotated with `act`: the staff case, or null for the end of one round."""
    return Notice.objects.filter(player=player).annotate(act=Coalesce("step__case", "void__case"))


def select_first_of_each_act(player: int, **only: object) -> QuerySet[Any, Any]:
    """Return the first notice of each act among those matching `only`: a case with many rounds is one message."""
    notices = annotate_acts(player).filter(**only)
    earlier = notices.order_by().filter(act=OuterRef("act"), pk__lt=OuterRef("pk"))
    return notices.filter(~Exists(earlier))


def find_notice_case(notice: Notice) -> UUID | None:
    """Return the staff case a notice is about; None for the end of one round."""
    if notice.void is None:
        return None
    return notice.step.case if notice.step else notice.void.case


def load_case_notices(notice: Notice) -> list[Notice]:
    """Return all notices of the same act to the same player, oldest first. One query; none for the end of one round."""
    if (act := find_notice_case(notice)) is None:
        return [notice]
    rows = annotate_acts(notice.player_id).filter(act=act).order_by("pk")
    return list(rows.select_related("round__place__table", "void", "step"))


def load_newest_unseen(player: int, number: int) -> list[Notice]:
    """Return at most `number` notices the player has not seen, newest first. One query."""
    rows = Notice.objects.filter(player=player, seen_at__isnull=True).order_by("-id")
    return list(rows.select_related("round__place__table", "void", "step")[:number])


def load_notices(numbers: Collection[int]) -> dict[int, Notice]:
    """Return notices by primary key. One query."""
    rows = Notice.objects.select_related("round__place__table", "void", "step")
    return rows.in_bulk(numbers)
