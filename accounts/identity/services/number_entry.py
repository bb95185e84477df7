"""Entry and correction of document numbers. A number belongs to one account at a time."""

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.gate.services.register_numbers import hash_new_number
from accounts.identity.selectors.document_numbers import (
    find_document_kind,
    find_number_holder,
    load_document_number,
    number_digest,
)
from accounts.identity.services.verification import end_verification, require_accepted
from accounts.identity.values.document_numbers import DocumentNumber, NumberTaken
from accounts.models.identity import IdentityNumber
from accounts.models.users import State, User
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.values.encryption import seal
from accounts.values.reasons import require_reason
from journal.models import EventKind
from journal.refusals import ChangedMeanwhile
from journal.services.recording import record


def assign_number(
    player: User, number: DocumentNumber, *, kind: str = "", entered_by: User | None = None
) -> None:
    """Store the number of a player without one; `kind` is a `DocumentKind`, "" if it is unknown.

    Raises NumberTaken, also for concurrent entries, and ChangedMeanwhile if the player has a number.
    """
    sealed = seal(f"player {player.pk}", number.normal.encode())
    try:
        with transaction.atomic():
            row = IdentityNumber.objects.create(
                player=player,
                country=number.country,
                kind=kind,
                digest=number_digest(number),
                sealed=sealed,
                acting_user=entered_by,
            )
            hash_new_number(row, number.normal)
    except IntegrityError as error:
        holder = find_number_holder(number)
        if holder is None or holder == player.pk:
            raise ChangedMeanwhile from error
        raise NumberTaken(holder) from error


@transaction.atomic
def correct_number(
    player_id: int, number: DocumentNumber, *, kind: str = "", acting_user: User, reason: str
) -> None:
    """Set or replace a player's number, or the kind of the document, by staff from the document. Locks the player.

    Replacing a number ends the verification, because it was of another document. Raises NotPermitted,
    ReasonMissing, NumberTaken, DocumentNotAccepted, and ChangedMeanwhile if nothing changes, or for staff and closed
    accounts.
    """
    require(acting_user, Right.RESTRICT_PLAYERS)
    reason = require_reason(reason)
    player = _locked(player_id)
    require_accepted(kind, player)
    is_same = find_number_holder(number) == player.pk
    if player.is_staff or player.state == State.CLOSED:
        raise ChangedMeanwhile
    if is_same and find_document_kind(player) == kind:
        raise ChangedMeanwhile
    before = IdentityNumber.objects.filter(player=player, withdrawn_at=None)
    replaced = before.update(withdrawn_at=timezone.now())
    assign_number(player, number, kind=kind, entered_by=acting_user)
    # A first number was not part of the verification, and the same number is the same document's.
    ended = bool(replaced) and not is_same and end_verification(player)
    data = {"reason": reason, "replaced": bool(replaced), "was_verified": ended}
    record(
        EventKind.DOCUMENT_NUMBER_CORRECTED,
        actor=acting_user.pk,
        subject=f"user {player.pk}",
        data=data,
    )


def reveal_number(player: User, *, acting_user: User) -> DocumentNumber | None:
    """Return the number for staff who compare it; each view is an event. Raises NotPermitted, UnsealFailed."""
    require(acting_user, Right.RESTRICT_PLAYERS)
    number = load_document_number(player)
    if number is not None:
        record(EventKind.DOCUMENT_NUMBER_SEEN, actor=acting_user.pk, subject=f"user {player.pk}")
    return number


def record_known_number(holder: int, *, actor: int | None = None, ip: str | None = None) -> None:
    """Record that the document of `holder` was entered for another account; no other form data is stored."""
    record(
        EventKind.DOCUMENT_KNOWN,
        actor=actor,
        subject=f"user {holder}",
        personal={"ip": ip} if ip else {},
    )


def _locked(player_id: int) -> User:
    return User.objects.select_for_update().get(pk=player_id)
