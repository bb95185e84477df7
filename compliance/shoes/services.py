"""Proofs and transcripts of closed shoes, each with an event."""

from django.db import transaction

from accounts.audit.services import MOST_ROUNDS, list_viewed_rounds, record_player_views
from accounts.models.audit_views import Look
from accounts.models.users import User
from accounts.roles.services import require
from accounts.roles.values import Right
from casino.fairness.selectors.transcripts import transcript_text
from casino.models import Shoe
from casino.selectors.places import find_shoe_rounds, list_shoe_players
from compliance.shoes.selectors.shoe_proofs import ShoeProofs, prove_shoe
from journal.models import EventKind
from journal.refusals import NotFound
from journal.services.recording import record, record_once


@transaction.atomic
def record_shoe_proof(shoe: Shoe, acting_user: User) -> ShoeProofs:
    """Recompute a closed shoe, with an event; a difference raises one alarm. Nothing is changed.

    Raises `NotPermitted`, `NotFound` (unless closed).
    """
    require(acting_user, Right.VIEW_HANDS)
    _require_closed(shoe)
    found = prove_shoe(shoe)
    data = {"rounds": len(found.rounds), "differs": found.failed}
    record(EventKind.SHOE_PROVED, actor=acting_user.pk, subject=_subject(shoe), data=data)
    if not found.holds:
        record_once(EventKind.PROOF_FAILED, subject=_subject(shoe), data=data)
    return found


@transaction.atomic
def take_transcript(shoe: Shoe, acting_user: User) -> str:
    """Return the transcript of a closed shoe with its seed, and record an event. Raises `NotPermitted`, `NotFound`."""
    require(acting_user, Right.VIEW_HANDS)
    _require_closed(shoe)
    data = {"player": shoe.place.player_id, "rounds": shoe.rounds_dealt}
    record(EventKind.TRANSCRIPT_TAKEN, actor=acting_user.pk, subject=_subject(shoe), data=data)
    rounds = find_shoe_rounds(shoe).order_by("pk").values_list("public_id", flat=True)
    things = [(Look.Kind.SHOE, shoe.public_id), *list_viewed_rounds(rounds[:MOST_ROUNDS])]
    record_player_views(acting_user, list_shoe_players(shoe), "shoe", *things)
    return transcript_text(shoe)


def _require_closed(shoe: Shoe) -> None:
    if not shoe.is_revealed:
        raise NotFound


def _subject(shoe: Shoe) -> str:
    return f"shoe {shoe.public_id}"
