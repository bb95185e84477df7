"""Entry, correction and verification of residential addresses. A change is a new row."""

from django.db import transaction

from accounts.identity.refusals import AddressMissing, AddressUnchanged
from accounts.identity.selectors.addresses import address_rows, load_address
from accounts.identity.values.addresses import AddressCountryDiffers, PostalAddress
from accounts.models.addresses import AddressVerification, ResidentialAddress
from accounts.models.users import State, User
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.values.encryption import seal
from accounts.values.reasons import require_reason
from journal.models import EventKind
from journal.refusals import ChangedMeanwhile
from journal.services.recording import declare_acting_user, record


@transaction.atomic
def enter_address(player: User, address: PostalAddress) -> None:
    """Store the address that a player entered; the present one again changes nothing. Locks the player.

    Raises AddressCountryDiffers, and ChangedMeanwhile for staff, guests and closed accounts.
    """
    stored = _lock(player.pk)
    if stored.state == State.CLOSED:
        raise ChangedMeanwhile
    if _is_present(stored, address):
        return
    declare_acting_user(player.pk)
    _store(stored, address, None)
    record(EventKind.ADDRESS_ENTERED, actor=player.pk, subject=f"user {player.pk}")


@transaction.atomic
def correct_address(
    player_id: int, address: PostalAddress, *, acting_user: User, reason: str
) -> None:
    """Store an address that staff entered, also for a closed account. Locks the player.

    Raises NotPermitted, ReasonMissing, AddressCountryDiffers, AddressUnchanged, and ChangedMeanwhile for staff and guests.
    """
    require(acting_user, Right.RESTRICT_PLAYERS)
    reason = require_reason(reason)
    stored = _lock(player_id)
    if _is_present(stored, address):
        raise AddressUnchanged
    _store(stored, address, acting_user)
    subject = f"user {stored.pk}"
    record(
        EventKind.ADDRESS_ENTERED, actor=acting_user.pk, subject=subject, data={"reason": reason}
    )


@transaction.atomic
def verify_address(player_id: int, seen: int, *, acting_user: User, reason: str) -> None:
    """Record the proof by which staff verified the address `seen` on the page; a repeat changes nothing. Locks the player.

    Raises NotPermitted, ReasonMissing, AddressMissing, and ChangedMeanwhile if another address is in force.
    """
    require(acting_user, Right.RESTRICT_PLAYERS)
    reason = require_reason(reason)
    row = address_rows(_lock(player_id)).first()
    if row is None or not row.country:
        raise AddressMissing
    if row.pk != seen:
        raise ChangedMeanwhile
    _, is_new = AddressVerification.objects.get_or_create(
        address=row, defaults={"reason": reason, "acting_user": acting_user}
    )
    if is_new:
        subject, data = f"user {player_id}", {"reason": reason}
        record(EventKind.ADDRESS_VERIFIED, actor=acting_user.pk, subject=subject, data=data)


def _lock(player_id: int) -> User:
    player = User.objects.select_for_update().get(pk=player_id)
    if player.is_staff or player.is_guest:
        raise ChangedMeanwhile
    return player


def _is_present(player: User, address: PostalAddress) -> bool:
    """Return whether this is the address in force. Raises AddressCountryDiffers."""
    if address.country != player.country:
        raise AddressCountryDiffers
    known = load_address(player)
    return known is not None and known.address == address


def _store(player: User, address: PostalAddress, acting_user: User | None) -> None:
    """Store a version; an address in free text of an older release becomes one too, and leaves the account's row."""
    if player.address:
        _append(player, PostalAddress(player.address), None)
    _append(player, address, acting_user)
    player.address, player.address_country = "", address.country
    player.save(update_fields=["address", "address_country"])


def _append(player: User, address: PostalAddress, acting_user: User | None) -> None:
    ResidentialAddress.objects.create(
        player=player,
        country=address.country,
        sealed=seal(f"player {player.pk}", address.content),
        acting_user=acting_user,
    )
