"""Name and document number of a player, entered before playing for real money."""

from dataclasses import dataclass

from django.db import transaction

from accounts.gate.services.sanctions import match_player
from accounts.identity.selectors.document_numbers import has_number
from accounts.identity.services.duplicate_detection import record_possible_duplicates
from accounts.identity.services.number_entry import assign_number
from accounts.identity.services.verification import require_accepted
from accounts.identity.values.document_numbers import DocumentNumber
from accounts.models.users import State, User
from accounts.values.names import tidy_name
from journal.models import EventKind
from journal.refusals import ChangedMeanwhile
from journal.services.recording import declare_acting_user, record


@dataclass(frozen=True)
class Details:
    """Details entered by a player: name as in the document, its number and kind (`DocumentKind`)."""

    full_name: str
    number: DocumentNumber
    kind: str = ""

    def __repr__(self) -> str:
        """Show nothing personal: this value may end up in an error report."""
        return "Details(…)"


@transaction.atomic
def enter_details(player: User, details: Details) -> None:
    """Store the details of a player without a document number; a known name is kept. Locks the player.

    If the player may be a duplicate, staff decide before they verify. Raises NameRefused, NumberTaken,
    DocumentNotAccepted, and ChangedMeanwhile for staff, guests, closed accounts and players with a number.
    """
    stored = User.objects.select_for_update().get(pk=player.pk)
    if stored.is_staff or stored.is_guest or stored.state == State.CLOSED or has_number(stored):
        raise ChangedMeanwhile
    require_accepted(details.kind, stored)
    declare_acting_user(player.pk)
    stored.full_name = stored.full_name or tidy_name(details.full_name)
    stored.save(update_fields=["full_name"])
    assign_number(stored, details.number, kind=details.kind)
    record(EventKind.DOCUMENT_NUMBER_GIVEN, actor=player.pk, subject=f"user {player.pk}")
    record_possible_duplicates(stored)
    match_player(stored)
