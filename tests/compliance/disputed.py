"""Disputes of players and the answers of staff, for tests."""

from dataclasses import replace
from typing import Any
from uuid import uuid4

from accounts.models.letters import Letter
from accounts.models.users import User
from casino.models import Round
from compliance.disputes import services
from compliance.disputes.services import Complaint, DisputeAnswer
from compliance.models import Dispute, DisputeOutcome, DisputeReply, DisputeSubject
from journal.models import Event
from tests.compliance.cases import analyst

WRONG = "The dealer had 18 and I had 19."


def complaint(text: str = WRONG, round_: Round | None = None, **changes: Any) -> Complaint:
    """Return a player's complaint, about a round or about something else."""
    subject = DisputeSubject.ROUND if round_ else DisputeSubject.OTHER
    given = Complaint(subject, text, uuid4(), round_.public_id if round_ else None)
    return replace(given, **changes)


def disputed(player: User, text: str = WRONG, round_: Round | None = None) -> Dispute:
    """Open a dispute, which then waits for an answer."""
    return services.open_dispute(player, complaint(text, round_))


def answered(
    dispute: Dispute,
    text: str = "We have looked at it.",
    outcome: DisputeOutcome | None = None,
    acting_user: User | None = None,
) -> DisputeReply:
    """Answer for the house; an outcome closes the dispute."""
    note = "the cards were played again" if outcome else ""
    words = DisputeAnswer(text, uuid4(), dispute.replies.count(), outcome, note)
    made = services.answer_dispute(dispute.public_id, words, acting_user=acting_user or analyst())
    dispute.refresh_from_db()
    return made


def everything() -> tuple[Any, ...]:
    """Return a snapshot of all that a refusal must leave unchanged."""
    seen = ("player_viewed", "players_listed", "staff_refused")
    return (
        list(Dispute.objects.order_by("pk").values()),
        list(DisputeReply.objects.order_by("pk").values()),
        Letter.objects.count(),
        Event.objects.exclude(kind__in=seen).count(),
    )
