"""Who a player is, put right by staff with the document before them: name, birth date and country as it says.

A number has one account, so that nobody whose typing went wrong can sign up anew. What was verified before was what stood there
before: from then on the account is verified no more, until staff verify it as it is now.
"""

from dataclasses import asdict, dataclass
from datetime import date
from typing import Self

from django.db import transaction
from django.utils import timezone

from accounts.identity.refusals import NothingCorrected, OddPerson
from accounts.identity.services.duplicate_detection import record_suspects
from accounts.identity.services.verification import end_verification
from accounts.models.users import State, User
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.values.ages import BirthDateRefusedError, reached_everywhere, verify_birth_date
from accounts.values.countries import COUNTRIES
from accounts.values.names import tidy_name
from accounts.values.reasons import require_reason
from journal.models import Kind
from journal.refusals import ChangedMeanwhile
from journal.services.recording import record


@dataclass(frozen=True, slots=True)
class Person:
    """What a document says of its holder, and an account of its player."""

    full_name: str
    birth_date: date | None
    country: str

    @classmethod
    def of(cls, player: User) -> Self:
        """As it is kept."""
        return cls(player.full_name, player.birth_date, player.country)

    def __repr__(self) -> str:
        """Show nothing: this value may end up in an error report."""
        return "Person(…)"


@transaction.atomic
def correct_person(player_id: int, person: Person, *, by: User, reason: str) -> None:
    """Keep what the document says. Whoever is too young by it is kept so too: no bet is taken, and staff see why.

    Before and after are an event that the database writes (`accounts/sql/staff.sql`); why, the one here. Other players may now be
    the same person: staff decide. Raises NotPermitted, ReasonMissing, NameRefused, OddPerson, NothingCorrected, ChangedMeanwhile.
    """
    require(by, Right.RESTRICT_PLAYERS)
    reason, told = require_reason(reason), _checked(person)
    player = User.objects.select_for_update(no_key=True).get(pk=player_id)
    if player.is_staff or player.state == State.CLOSED:
        raise ChangedMeanwhile
    before, after = asdict(Person.of(player)), asdict(told)
    changed = [name for name, value in after.items() if value != before[name]]
    if not changed:
        raise NothingCorrected
    for name in changed:
        setattr(player, name, after[name])
    player.save(update_fields=changed)
    data = {"reason": reason, "changed": changed, "was_verified": end_verification(player)}
    record(Kind.PERSON_CORRECTED, actor=by.pk, subject=f"user {player.pk}", data=data)
    record_suspects(player)


def _checked(person: Person) -> Person:
    if person.birth_date is None or person.country not in COUNTRIES:
        raise OddPerson
    try:
        verify_birth_date(person.birth_date, reached_everywhere(timezone.now()), minimum=0)
    except BirthDateRefusedError as error:
        raise OddPerson from error
    return Person(tidy_name(person.full_name), person.birth_date, person.country)
