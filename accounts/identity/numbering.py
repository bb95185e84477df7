"""Giving a player the number of a document: each number has one account, whoever enters it and whatever became of that account."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.identity import numbers
from accounts.identity.proof import lapse
from accounts.identity.sealing import digest, seal, unseal
from accounts.identity_models import IdentityNumber
from accounts.models import State, User
from accounts.reasons import given
from accounts.roles import Right, require
from journal.models import Kind
from journal.refusals import ChangedMeanwhile, Refusal
from journal.services.recording import record

_TWICE_WITHIN: Final = timedelta(minutes=10)
REFUSED: Final = _(
    "This document number cannot be used here. Check it; if it is right, contact us."
)


class NumberRefused(Refusal):
    """No number of a document, or one that another account has: the person is told the same of both."""

    code = "document_number"
    field = "document_number"
    message = REFUSED


class NumberKnown(NumberRefused):
    """Another account has it: `holder`, for staff alone. It has the same code, which would tell otherwise."""

    def __init__(self, holder: int) -> None:
        super().__init__()
        self.holder = holder


@dataclass(frozen=True, slots=True)
class Number:
    """A document's country and its number in our way of writing; never shown by accident."""

    country: str
    normal: str

    @classmethod
    def of(cls, country: str, typed: str) -> "Number":
        """What somebody typed. Raises NumberRefused."""
        try:
            return cls(country, numbers.normal(country, typed))
        except numbers.Malformed as error:
            raise NumberRefused from error

    @property
    def masked(self) -> str:
        """Its last characters, for whoever has no reason to see all of it."""
        return numbers.masked(self.normal)

    def __repr__(self) -> str:
        """Show nothing: this value may end up in an error report."""
        return "Number(…)"


def number_of(player: User) -> Number | None:
    """The number that counts, decrypted. One query. Raises sealing.Unsealable."""
    row = IdentityNumber.objects.filter(player=player, withdrawn_at=None).first()
    return None if row is None else opened(row)


def numbers_of(people: Collection[int]) -> dict[int, Number]:
    """The same of several players, those without one left out. One query."""
    rows = IdentityNumber.objects.filter(player__in=people, withdrawn_at=None)
    return {row.player_id: opened(row) for row in rows}


def has_number(player: User) -> bool:
    """Whether one is known. One query."""
    return IdentityNumber.objects.filter(player=player, withdrawn_at=None).exists()


def holder_of(number: Number, *, but: str = "") -> int | None:
    """The account that has it, unless it was opened just now for the address `but`: that form was sent twice. One query."""
    found = IdentityNumber.objects.filter(digest=_digest(number), withdrawn_at=None)
    twice = Q(player__email=but.lower(), player__created_at__gt=timezone.now() - _TWICE_WITHIN)
    return found.exclude(twice).values_list("player", flat=True).first()


def assign(player: User, number: Number, *, entered_by: User | None = None) -> None:
    """Keep the number of a player who has none. Raises NumberKnown; two who enter it at once get one account."""
    sealed = seal(f"player {player.pk}", number.normal.encode())
    try:
        with transaction.atomic():
            IdentityNumber.objects.create(
                player=player,
                country=number.country,
                digest=_digest(number),
                sealed=sealed,
                by=entered_by,
            )
    except IntegrityError as error:
        holder = holder_of(number)
        if holder is None or holder == player.pk:
            raise ChangedMeanwhile from error
        raise NumberKnown(holder) from error


@transaction.atomic
def give(player: User, number: Number) -> None:
    """Keep what a player enters who signed up before it was asked. Raises NumberKnown, ChangedMeanwhile where there is one already."""
    stored = _locked(player.pk)
    if stored.is_staff or stored.state == State.CLOSED or has_number(stored):
        raise ChangedMeanwhile
    assign(stored, number)
    subject = f"user {player.pk}"
    record(Kind.DOCUMENT_NUMBER_GIVEN, actor=player.pk, subject=subject)


@transaction.atomic
def correct(player_id: int, number: Number, *, by: User, reason: str) -> None:
    """Put another number in the place of a mistaken one, or of none: staff have the document before them.

    Whoever was verified by the number before is verified no more: that was another document, or was not read.
    Raises NotPermitted, ReasonMissing, NumberKnown, ChangedMeanwhile where it is the same or the account is closed.
    """
    require(by, Right.RESTRICT_PLAYERS)
    reason = given(reason)
    player = _locked(player_id)
    if player.is_staff or player.state == State.CLOSED or holder_of(number) == player.pk:
        raise ChangedMeanwhile
    before = IdentityNumber.objects.filter(player=player, withdrawn_at=None)
    replaced = before.update(withdrawn_at=timezone.now())
    assign(player, number, entered_by=by)
    ended = bool(replaced) and lapse(player)  # a first one is none of what was verified
    data = {"reason": reason, "replaced": bool(replaced), "was_verified": ended}
    record(Kind.DOCUMENT_NUMBER_CORRECTED, actor=by.pk, subject=f"user {player.pk}", data=data)


def saw_whole(player: User, *, by: User) -> Number | None:
    """The number for staff who have to compare it with a document; every look is an event. Raises NotPermitted."""
    require(by, Right.RESTRICT_PLAYERS)
    number = number_of(player)
    if number is not None:
        record(Kind.DOCUMENT_NUMBER_SEEN, actor=by.pk, subject=f"user {player.pk}")
    return number


def tell_known(holder: int, *, actor: int | None = None, ip: str | None = None) -> None:
    """That somebody entered the document of `holder` for another account; the rest of what was typed is not kept."""
    record(
        Kind.DOCUMENT_KNOWN, actor=actor, subject=f"user {holder}", data={"ip": ip} if ip else {}
    )


def opened(row: IdentityNumber) -> Number:
    """One row decrypted, a withdrawn one too. Raises sealing.Unsealable."""
    return Number(row.country, unseal(f"player {row.player_id}", bytes(row.sealed)).decode())


def _digest(number: Number) -> str:
    return digest(number.country, number.normal)


def _locked(player_id: int) -> User:
    return User.objects.select_for_update().get(pk=player_id)
