"""Residential addresses of players, decrypted."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from accounts.identity.values.addresses import PostalAddress
from accounts.models.addresses import AddressVerification, ResidentialAddress
from accounts.models.users import User
from accounts.values.encryption import UnsealFailed, unseal
from profiles.selectors.in_force import profile_in_force


@dataclass(frozen=True, slots=True)
class KnownAddress:
    """A version of a player's address; `entered_by` None is the player."""

    pk: int | None
    address: PostalAddress
    at: datetime | None = None
    entered_by: User | None = None
    verification: AddressVerification | None = None


def lacks_address(player: User) -> bool:
    """Return whether the profile requires an address in the country of residence and there is none. No query."""
    required = profile_in_force(player.country).address_required
    return required and not has_address(player)


def has_address(player: User) -> bool:
    """Return whether there is an address in the country where the player lives. No query."""
    return bool(player.country) and player.address_country == player.country


def address_rows(player: User) -> QuerySet[ResidentialAddress]:
    """Versions of a player's address, newest first; none of an erased person, whose key is gone."""
    if player.erased_at is not None:
        return ResidentialAddress.objects.none()
    rows = ResidentialAddress.objects.filter(player=player).order_by("-id")
    return rows.select_related("acting_user", "verification__acting_user")


def load_address(player: User) -> KnownAddress | None:
    """Return the address in force; one in free text of an older release has no number. One query."""
    row = address_rows(player).first()
    if row is not None:
        return open_row(row)
    return KnownAddress(None, PostalAddress(player.address)) if player.address else None


def load_addresses(player: User) -> list[KnownAddress]:
    """Return all versions, newest first. One query."""
    return [open_row(row) for row in address_rows(player)]


def open_row(row: ResidentialAddress) -> KnownAddress:
    """Decrypt one version; one whose key is gone has an address without parts."""
    verification = getattr(row, "verification", None)
    return KnownAddress(row.pk, _read(row), row.at, row.acting_user, verification)


def _read(row: ResidentialAddress) -> PostalAddress:
    try:
        return PostalAddress.read(unseal(f"player {row.player_id}", bytes(row.sealed)))
    except UnsealFailed:
        return PostalAddress("")
