"""Corrections of name, birth date and country by staff, from the document.

A document number belongs to one account, so a player with a typo cannot sign up again. A correction ends the
verification, because it was of the old data.
"""

from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, Self

from django.db import transaction
from django.utils import timezone

from accounts.gate.services.sanctions import match_player
from accounts.identity.refusals import ImplausiblePerson, PersonUnchanged
from accounts.identity.services.duplicate_detection import record_possible_duplicates
from accounts.identity.services.verification import end_verification
from accounts.models.users import State, User
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.values.ages import BirthDateRefusedError, verify_birth_date, westernmost_date
from accounts.values.countries import COUNTRIES
from accounts.values.names import tidy_name
from accounts.values.reasons import require_reason
from journal.models import EventKind
from journal.refusals import ChangedMeanwhile
from journal.services.recording import record


@dataclass(frozen=True, slots=True)
class PersonData:
    """A player's data, from a document or an account."""

    full_name: str
    birth_date: date | None
    country: str

    @classmethod
    def from_player(cls, player: User) -> Self:
        """Return the data of an account."""
        return cls(player.full_name, player.birth_date, player.country)

    def __repr__(self) -> str:
        """Show nothing: this value may end up in an error report."""
        return "PersonData(…)"


@transaction.atomic
def correct_person(player_id: int, person: PersonData, *, acting_user: User, reason: str) -> None:
    """Store the data of the document and end the verification. An under-age player is stored as such and cannot bet.

    The event has old and new values, encrypted for the player. New possible duplicates wait for staff. Locks the player. Raises NotPermitted, ReasonMissing,
    NameRefused, ImplausiblePerson, PersonUnchanged, and ChangedMeanwhile for staff and closed accounts.
    """
    require(acting_user, Right.RESTRICT_PLAYERS)
    reason, told = require_reason(reason), _checked(person)
    player = User.objects.select_for_update(no_key=True).get(pk=player_id)
    if player.is_staff or player.state == State.CLOSED:
        raise ChangedMeanwhile
    before, after = asdict(PersonData.from_player(player)), asdict(told)
    changed = [name for name, value in after.items() if value != before[name]]
    if not changed:
        raise PersonUnchanged
    for name in changed:
        setattr(player, name, after[name])
    player.save(update_fields=changed)
    record(
        EventKind.PERSON_CORRECTED,
        actor=acting_user.pk,
        subject=f"user {player.pk}",
        data={"reason": reason, "changed": changed, "was_verified": end_verification(player)},
        personal={"before": _told(before, changed), "after": _told(after, changed)},
    )
    record_possible_duplicates(player)
    match_player(player)


def _told(values: dict[str, Any], changed: list[str]) -> dict[str, str]:
    return {name: str(values[name]) for name in changed}


def _checked(person: PersonData) -> PersonData:
    if person.birth_date is None or person.country not in COUNTRIES:
        raise ImplausiblePerson
    try:
        verify_birth_date(person.birth_date, westernmost_date(timezone.now()), minimum=0)
    except BirthDateRefusedError as error:
        raise ImplausiblePerson from error
    return PersonData(tidy_name(person.full_name), person.birth_date, person.country)
