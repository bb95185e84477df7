"""Identity data given at sign-up, stored with the new account as if entered on its pages."""

from accounts.gate.services.sanctions import match_player
from accounts.identity.services.addresses import enter_address
from accounts.identity.services.duplicate_detection import record_possible_duplicates
from accounts.identity.services.number_entry import assign_number, record_known_number
from accounts.identity.services.phones import set_phone
from accounts.identity.services.verification import require_accepted
from accounts.identity.values.document_numbers import NumberTaken
from accounts.models.users import User
from accounts.sign_up.values import NewcomerIdentity
from accounts.values.names import tidy_name
from journal.models import EventKind
from journal.services.recording import record


def store_identity(user: User, identity: NewcomerIdentity, network: str | None) -> None:
    """Store what was given, in the transaction of the new account.

    Raises NameRefused, AddressCountryDiffers, PhoneRefused, DocumentNotAccepted.
    """
    if identity.address is not None:
        enter_address(user, identity.address)
        user.refresh_from_db(fields=["address", "address_country"])
    if identity.phone:
        set_phone(user, identity.phone)
    if identity.full_name:
        user.full_name = tidy_name(identity.full_name)
        user.save(update_fields=["full_name"])
    if identity.number is not None:
        _store_number(user, identity, network)
    if identity.full_name:
        record_possible_duplicates(user)
        match_player(user)


def _store_number(user: User, identity: NewcomerIdentity, network: str | None) -> None:
    """Store the number, unless another account has it.

    The answer is then that of a new account, as for a known email address, and nothing but the number is missing from it:
    the player enters it later, where it is refused. A stranger learns about neither.
    """
    if identity.number is None:
        return
    require_accepted(identity.kind, user)
    try:
        assign_number(user, identity.number, kind=identity.kind)
    except NumberTaken as error:
        record_known_number(error.holder, actor=user.pk, ip=network)
    else:
        record(EventKind.DOCUMENT_NUMBER_GIVEN, actor=user.pk, subject=f"user {user.pk}")
