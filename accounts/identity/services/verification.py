"""Verification of age and identity by staff, and renewal when the document expires."""

from dataclasses import dataclass
from datetime import date
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.gate.refusals import PersonListed, RegisterNotChecked
from accounts.gate.selectors.gate import find_register_refusal
from accounts.gate.values.facts import GateCode
from accounts.identity.refusals import (
    AddressMissing,
    DocumentExpiredError,
    DocumentNotAccepted,
    DuplicateUndecided,
    NumberMissing,
    VerificationRefusedError,
)
from accounts.identity.selectors.addresses import lacks_address
from accounts.identity.selectors.document_kinds import is_accepted
from accounts.identity.selectors.document_numbers import find_document_kind
from accounts.identity.selectors.duplicate_accounts import is_possible_duplicate
from accounts.identity.selectors.verification import may_renew, person_digest
from accounts.identity.services.document_uploads import settle_uploads
from accounts.models.letters import Letter
from accounts.models.users import State, User, VerificationMethod
from accounts.roles.services import require
from accounts.roles.values import Right
from journal.models import EventKind
from journal.refusals import ChangedMeanwhile
from journal.services.recording import declare_acting_user, record

_NOT_OF_STAFF: Final = (VerificationMethod.NONE, VerificationMethod.DEMO)


@dataclass(frozen=True)
class SeenDocument:
    """The document that staff saw: description, method, expiry date."""

    reason: str
    method: VerificationMethod = VerificationMethod.STAFF
    until: date | None = None
    seen: frozenset[int] = frozenset()  # ids of the examined uploads, for a copy
    compared: str = ""  # `person_digest` of the data on the page; empty without a page


@transaction.atomic
def verify_identity(user: User, document: SeenDocument, *, acting_user: User | None = None) -> None:
    """Verify age and identity of a player; `acting_user` None is the command line. Locks the player.

    Possible once, and again when the document has expired or soon will. Raises NotPermitted, DocumentExpiredError, NumberMissing,
    AddressMissing, DocumentNotAccepted, DuplicateUndecided, PersonListed, RegisterNotChecked, VerificationRefusedError (also for staff and closed accounts), as `require_unchanged_person`, and as `settle_uploads`.
    """
    if acting_user is None:
        declare_acting_user(None)
    else:
        require(acting_user, Right.RESTRICT_PLAYERS)
    stored = User.objects.select_for_update().get(pk=user.pk)
    today = timezone.now().date()
    if stored.is_staff or stored.state == State.CLOSED:
        raise VerificationRefusedError
    may_be = not stored.is_verified or may_renew(stored, today)
    if not may_be or document.method in _NOT_OF_STAFF or not document.reason.strip():
        raise VerificationRefusedError
    require_unchanged_person(stored, document.compared)
    if document.until is not None and document.until < today:
        raise DocumentExpiredError
    require_papers(stored)
    require_not_listed(stored)
    if stored.state == State.ACTIVE and is_possible_duplicate(
        stored.pk
    ):  # pending accounts wait for that decision anyway
        raise DuplicateUndecided
    settle_uploads(
        user,
        acting_user,
        seen=document.seen if document.method == VerificationMethod.COPY else None,
    )
    user.verified_at, user.verification_method = timezone.now(), document.method
    user.document_until = document.until
    user.save(update_fields=["verified_at", "verification_method", "document_until"])
    data = {
        "reason": document.reason.strip(),
        "method": document.method.value,
        "document_until": document.until and document.until.isoformat(),
        **({"until_before": stored.document_until.isoformat()} if stored.document_until else {}),
    }
    actor = acting_user.pk if acting_user else None
    record(EventKind.IDENTITY_VERIFIED, actor=actor, subject=f"user {user.pk}", data=data)
    if acting_user is not None:
        Letter.objects.create(player=user, kind=Letter.Kind.VERIFIED)


def require_papers(player: User) -> None:
    """Raise NumberMissing, DocumentNotAccepted or AddressMissing if the account lacks what the profile asks for."""
    kind = find_document_kind(player)
    if kind is None:
        raise NumberMissing
    require_accepted(kind, player)
    if lacks_address(player):
        raise AddressMissing


def require_accepted(kind: str, player: User) -> None:
    """Raise DocumentNotAccepted unless the profile accepts this kind of document of the player."""
    if not is_accepted(kind, player.country):
        raise DocumentNotAccepted


def require_not_listed(player: User) -> None:
    """Raise PersonListed, or RegisterNotChecked if the profile asks the register and it gave no valid answer."""
    code = find_register_refusal(player.pk, player.country)
    if code is not None:
        raise PersonListed if code is GateCode.LISTED else RegisterNotChecked


def require_unchanged_person(player: User, mark: str) -> None:
    """Raise ChangedMeanwhile if the data of this locked player changed since they were compared; an empty digest passes."""
    if mark and mark != person_digest(player):
        raise ChangedMeanwhile


def end_verification(player: User, *, letter: bool = True) -> bool:
    """End the verification of a locked player. Return whether the player was verified.

    The letter says that staff corrected the data; without it the caller writes another one.

    Until the next verification the player cannot bet real money or receive payouts.
    """
    was_verified = player.is_verified
    if was_verified and letter:
        Letter.objects.create(player=player, kind=Letter.Kind.UNVERIFIED)
    player.verified_at, player.document_until = None, None
    player.verification_method = VerificationMethod.NONE
    player.save(update_fields=["verified_at", "document_until", "verification_method"])
    return was_verified
