"""What staff compare with a document."""

from datetime import date, timedelta
from hashlib import sha256
from typing import Final

from accounts.models.identity import IdentityNumber
from accounts.models.users import User


def person_digest(player: User) -> str:
    """Digest of name, birth date, country and document number. One query.

    Ties a verification to the data that were compared: they may be corrected meanwhile.
    """
    number = IdentityNumber.objects.filter(player=player, withdrawn_at=None)
    row = number.values_list("pk", flat=True).first()
    kept = (player.pk, player.full_name, player.birth_date, player.country, row)
    return sha256("\0".join(map(str, kept)).encode()).hexdigest()


RENEWED_WITHIN: Final = timedelta(days=60)  # before a document's end another one is taken


def may_renew(user: User, today: date) -> bool:
    """Whether staff may look at another document of this verified person: the one before is over, or soon will be."""
    return user.document_until is not None and user.document_until <= today + RENEWED_WITHIN
