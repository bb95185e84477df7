"""Staff have seen a player's document: age and identity are established, once, and anew where the document is over."""

from dataclasses import dataclass
from datetime import date
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.identity.refusals import (
    DocumentExpiredError,
    NumberMissing,
    StillInDoubt,
    VerificationRefusedError,
)
from accounts.identity.selectors.document_numbers import has_number
from accounts.identity.selectors.duplicate_accounts import in_doubt
from accounts.identity.selectors.verification import may_renew, person_digest
from accounts.identity.services.document_uploads import settle_uploads
from accounts.models.letters import Letter
from accounts.models.users import State, User, VerificationMethod
from accounts.roles.services import require
from accounts.roles.values import Right
from journal.models import Kind
from journal.refusals import ChangedMeanwhile
from journal.services.recording import acting, record

_NOT_OF_STAFF: Final = (VerificationMethod.NONE, VerificationMethod.DEMO)


@dataclass(frozen=True)
class SeenDocument:
    """What staff saw of a player's identity document: how, until when it is valid, and in words which one it is."""

    reason: str
    method: VerificationMethod = VerificationMethod.STAFF
    until: date | None = None
    seen: frozenset[int] = frozenset()  # of a copy: the numbers of the uploads that were examined
    compared: str = ""  # who stood on the page (`proof.compared`); empty where there was none


@transaction.atomic
def verify_identity(user: User, document: SeenDocument, *, by: User | None = None) -> None:
    """Staff have seen the document: age and identity are established. None is the command at the server.

    Once, and anew where that document is over or soon will be. Raises NotPermitted, DocumentExpiredError, NumberMissing,
    StillInDoubt, VerificationRefusedError also for staff and a closed account, as `see_compared`, and as `settle` by copy.
    """
    if by is None:
        acting(None)
    else:
        require(by, Right.RESTRICT_PLAYERS)
    stored = User.objects.select_for_update().get(pk=user.pk)
    today = timezone.now().date()
    if stored.is_staff or stored.state == State.CLOSED:
        raise VerificationRefusedError
    may_be = not stored.is_verified or may_renew(stored, today)
    if not may_be or document.method in _NOT_OF_STAFF or not document.reason.strip():
        raise VerificationRefusedError
    verify_compared(stored, document.compared)
    if document.until is not None and document.until < today:
        raise DocumentExpiredError
    if not has_number(stored):
        raise NumberMissing
    if stored.state == State.ACTIVE and in_doubt(stored.pk):  # a pending one waits for that anyway
        raise StillInDoubt
    settle_uploads(
        user, by, seen=document.seen if document.method == VerificationMethod.COPY else None
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
    who = by.pk if by else None
    record(Kind.IDENTITY_VERIFIED, actor=who, subject=f"user {user.pk}", data=data)
    if by is not None:
        Letter.objects.create(player=user, kind=Letter.Kind.VERIFIED)


def verify_compared(player: User, mark: str) -> None:
    """Raise ChangedMeanwhile where a locked player is not kept any more as whoever compared them saw; an empty mark says nothing."""
    if mark and mark != person_digest(player):
        raise ChangedMeanwhile


def end_verification(player: User) -> bool:
    """End the verification of a locked player and notify them: it applied to the earlier data. Return whether there was one.

    Until staff verify anew nothing is staked for real money or paid out.
    """
    was_verified = player.is_verified
    if was_verified:
        Letter.objects.create(player=player, kind=Letter.Kind.UNVERIFIED)
    player.verified_at, player.document_until = None, None
    player.verification_method = VerificationMethod.NONE
    player.save(update_fields=["verified_at", "document_until", "verification_method"])
    return was_verified
