"""Queries for lists and pages of disputes."""

import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db.models import DateTimeField, ExpressionWrapper, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.models.users import User
from accounts.users.selectors.search import find_matching_ids
from casino.models import Round
from casino.values.round_numbers import RoundName
from compliance.models import Dispute, DisputeReply, DisputeState, DisputeSubject
from pages.moments import midnight
from profiles.selectors.in_force import profile_in_force

MOST_WAITING: Final = 50
WAITS_LONG: Final = "long"
_NUMBER: Final = re.compile(r"(?:Q-)?(\d{1,18})", re.ASCII | re.IGNORECASE)


def answer_deadline(dispute: Dispute) -> datetime | None:
    """Return the deadline for an answer; None if the dispute does not wait for one."""
    found: datetime | None = getattr(dispute, "answer_by", None)
    return found if dispute.state == DisputeState.OPEN else None


def overdue_cutoff(now: datetime) -> datetime:
    """Return the time before which a waiting dispute counts as overdue."""
    return now - timedelta(days=profile_in_force().dispute_answer_days)


def waiting_disputes() -> QuerySet[Any, Any]:
    """Disputes that wait for an answer, oldest first."""
    found = _rows().filter(state=DisputeState.OPEN)
    return found.order_by("since", "pk")


def _rows() -> QuerySet[Any, Any]:
    """All disputes annotated with `since` (last reply or opening) and `answer_by`, the deadline counted from it."""
    last = DisputeReply.objects.filter(dispute=OuterRef("pk")).order_by("-n").values("at")[:1]
    rows = Dispute.objects.select_related("player", "round__place__table")
    return rows.annotate(
        since=Coalesce(Subquery(last), F("at")),
        answer_by=ExpressionWrapper(
            F("since") + timedelta(days=profile_in_force().dispute_answer_days),
            output_field=DateTimeField(),
        ),
    )


def find_disputes(params: Mapping[str, str]) -> QuerySet[Dispute]:
    """Return the disputes matching the list page's query parameters; none if a parameter is invalid."""
    rows = _rows()
    try:
        return rows.filter(*_conditions(params))
    except (ValueError, OverflowError):
        return rows.none()


def _conditions(params: Mapping[str, str]) -> list[Q]:
    """Return the conditions of the filters. Raises ValueError, OverflowError."""
    found = []
    if state := params.get("state"):
        found.append(_state(state))
    if subject := params.get("subject"):
        found.append(Q(subject=DisputeSubject(subject).value))
    if player := params.get("player", "").strip():
        found.append(Q(player__in=find_matching_ids(player)))
    if number := params.get("number", "").strip():
        read = _NUMBER.fullmatch(number)
        found.append(Q(pk=int(read[1])) if read else Q(pk=None))
    if since := params.get("since"):
        found.append(Q(at__gte=midnight(date.fromisoformat(since))))
    if until := params.get("until"):
        found.append(Q(at__lt=midnight(date.fromisoformat(until)) + timedelta(days=1)))
    return found


def _state(written: str) -> Q:
    if written == WAITS_LONG:
        return Q(state=DisputeState.OPEN, since__lt=overdue_cutoff(timezone.now()))
    return Q(state=DisputeState(written).value)


def find_dispute(public_id: UUID) -> Dispute | None:
    """One dispute with its player and round, for staff."""
    rows = Dispute.objects.select_related("player", "round__place__table")
    return rows.filter(public_id=public_id).first()


def own_dispute(player: User, public_id: UUID) -> Dispute | None:
    rows = Dispute.objects.select_related("round__place__table")
    return rows.filter(player=player, public_id=public_id).first()


def own_disputes(player: User) -> QuerySet[Dispute]:
    """A player's disputes, newest first."""
    return Dispute.objects.filter(player=player).order_by("-at", "-pk")


def disputes_about_round(player: User, round_id: UUID) -> list[Dispute]:
    """Return the player's disputes about one round, newest first."""
    return list(own_disputes(player).filter(round__public_id=round_id))


def own_round(player: User, name: RoundName) -> Round | None:
    """Return the player's round with this number or reference, with its table; None if there is none."""
    rows = Round.objects.select_related("place__table")
    return rows.filter(name.lookup(), player=player).first()


def list_replies(dispute: Dispute) -> Sequence[DisputeReply]:
    """Return the replies, oldest first. One query."""
    return list(dispute.replies.select_related("acting_user"))
