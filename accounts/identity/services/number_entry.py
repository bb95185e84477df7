"""Giving a player the number of a document: each number has one account, whoever enters it and whatever became of that account."""

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.identity.selectors.document_numbers import (
    has_number,
    holder_of,
    number_digest,
    number_of,
)
from accounts.identity.services.verification import end_verification
from accounts.identity.values.document_numbers import Number, NumberKnown
from accounts.models.identity import IdentityNumber
from accounts.models.users import State, User
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.values.encryption import seal
from accounts.values.reasons import require_reason
from journal.models import Kind
from journal.refusals import ChangedMeanwhile
from journal.services.recording import record


def assign(player: User, number: Number, *, entered_by: User | None = None) -> None:
    """Keep the number of a player who has none. Raises NumberKnown; two who enter it at once get one account."""
    sealed = seal(f"player {player.pk}", number.normal.encode())
    try:
        with transaction.atomic():
            IdentityNumber.objects.create(
                player=player,
                country=number.country,
                digest=number_digest(number),
                sealed=sealed,
                by=entered_by,
            )
    except IntegrityError as error:
        holder = holder_of(number)
        if holder is None or holder == player.pk:
            raise ChangedMeanwhile from error
        raise NumberKnown(holder) from error


@transaction.atomic
def enter_number(player: User, number: Number) -> None:
    """Keep what a player enters who signed up before it was asked. Raises NumberKnown, ChangedMeanwhile where there is one already."""
    stored = _locked(player.pk)
    if stored.is_staff or stored.state == State.CLOSED or has_number(stored):
        raise ChangedMeanwhile
    assign(stored, number)
    subject = f"user {player.pk}"
    record(Kind.DOCUMENT_NUMBER_GIVEN, actor=player.pk, subject=subject)


@transaction.atomic
def correct_number(player_id: int, number: Number, *, by: User, reason: str) -> None:
    """Put another number in the place of a mistaken one, or of none: staff have the document before them.

    Whoever was verified by the number before is verified no more: that was another document, or was not read.
    Raises NotPermitted, ReasonMissing, NumberKnown, ChangedMeanwhile where it is the same or the account is closed.
    """
    require(by, Right.RESTRICT_PLAYERS)
    reason = require_reason(reason)
    player = _locked(player_id)
    if player.is_staff or player.state == State.CLOSED or holder_of(number) == player.pk:
        raise ChangedMeanwhile
    before = IdentityNumber.objects.filter(player=player, withdrawn_at=None)
    replaced = before.update(withdrawn_at=timezone.now())
    assign(player, number, entered_by=by)
    ended = bool(replaced) and end_verification(player)  # a first one is none of what was verified
    data = {"reason": reason, "replaced": bool(replaced), "was_verified": ended}
    record(Kind.DOCUMENT_NUMBER_CORRECTED, actor=by.pk, subject=f"user {player.pk}", data=data)


def show_number(player: User, *, by: User) -> Number | None:
    """The number for staff who have to compare it with a document; every look is an event. Raises NotPermitted."""
    require(by, Right.RESTRICT_PLAYERS)
    number = number_of(player)
    if number is not None:
        record(Kind.DOCUMENT_NUMBER_SEEN, actor=by.pk, subject=f"user {player.pk}")
    return number


def record_known_number(holder: int, *, actor: int | None = None, ip: str | None = None) -> None:
    """That somebody entered the document of `holder` for another account; the rest of what was typed is not kept."""
    record(
        Kind.DOCUMENT_KNOWN, actor=actor, subject=f"user {holder}", data={"ip": ip} if ip else {}
    )


def _locked(player_id: int) -> User:
    return User.objects.select_for_update().get(pk=player_id)
