"""Data that staff compare with a document, and renewal of a verification."""

from datetime import date, timedelta
from hashlib import sha256
from typing import Final

from accounts.models.addresses import ResidentialAddress
from accounts.models.identity import IdentityNumber
from accounts.models.users import User


def person_digest(player: User) -> str:
    """Return a digest of id, name, birth date, country, document number and address. Two queries.

    It ties a verification to the compared data, which may be corrected in the meantime.
    """
    number = IdentityNumber.objects.filter(player=player, withdrawn_at=None)
    row = number.values_list("pk", flat=True).first()
    address = ResidentialAddress.objects.filter(player=player).order_by("-id")
    kept = (
        player.pk,
        player.full_name,
        player.birth_date,
        player.country,
        row,
        address.values_list("pk", flat=True).first(),
    )
    return sha256("\0".join(map(str, kept)).encode()).hexdigest()


RENEWAL_PERIOD: Final = timedelta(days=60)  # renewal opens this long before the document expires


def may_renew(user: User, today: date) -> bool:
    """Return whether another document may be verified: the current one has expired, or will within `RENEWAL_PERIOD`."""
    return user.document_until is not None and user.document_until <= today + RENEWAL_PERIOD
