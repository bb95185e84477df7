"""Document numbers: decryption, and look-up of the account that holds one."""

from collections.abc import Collection
from datetime import timedelta
from typing import Final

from django.db.models import Q
from django.utils import timezone

from accounts.identity.values.document_numbers import Number
from accounts.models.identity import IdentityNumber
from accounts.models.users import User
from accounts.values.encryption import keyed_digest, unseal

_TWICE_WITHIN: Final = timedelta(minutes=10)


def number_digest(number: Number) -> str:
    return keyed_digest(number.country, number.normal)


def number_of(player: User) -> Number | None:
    """Return the player's current number, decrypted. One query. Raises Unsealable."""
    row = IdentityNumber.objects.filter(player=player, withdrawn_at=None).first()
    return None if row is None else decrypt_number(row)


def numbers_of(people: Collection[int]) -> dict[int, Number]:
    """Return the numbers of several players; players without one are left out. One query. Raises Unsealable."""
    rows = IdentityNumber.objects.filter(player__in=people, withdrawn_at=None)
    return {row.player_id: decrypt_number(row) for row in rows}


def has_number(player: User) -> bool:
    """Return whether the player has a number. One query."""
    return IdentityNumber.objects.filter(player=player, withdrawn_at=None).exists()


def holder_of(number: Number, *, but: str = "") -> int | None:
    """Return the id of the account that has this number; None if nobody has. One query.

    `but` is an e-mail address: an account opened for it within ten minutes is ignored, because that form was sent twice.
    """
    found = IdentityNumber.objects.filter(digest=number_digest(number), withdrawn_at=None)
    twice = Q(player__email=but.lower(), player__created_at__gt=timezone.now() - _TWICE_WITHIN)
    return found.exclude(twice).values_list("player", flat=True).first()


def decrypt_number(row: IdentityNumber) -> Number:
    """Decrypt one row, current or withdrawn. Raises Unsealable."""
    return Number(row.country, unseal(f"player {row.player_id}", bytes(row.sealed)).decode())
