"""Numbers of identity documents: decrypted for a player, and the account that has one."""

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
    """The current number, decrypted. One query. Raises sealing.Unsealable."""
    row = IdentityNumber.objects.filter(player=player, withdrawn_at=None).first()
    return None if row is None else decrypt_number(row)


def numbers_of(people: Collection[int]) -> dict[int, Number]:
    """Numbers of several players; players without one are left out. One query."""
    rows = IdentityNumber.objects.filter(player__in=people, withdrawn_at=None)
    return {row.player_id: decrypt_number(row) for row in rows}


def has_number(player: User) -> bool:
    """Whether one is known. One query."""
    return IdentityNumber.objects.filter(player=player, withdrawn_at=None).exists()


def holder_of(number: Number, *, but: str = "") -> int | None:
    """The account that has it, unless it was opened just now for the address `but`: that form was sent twice. One query."""
    found = IdentityNumber.objects.filter(digest=number_digest(number), withdrawn_at=None)
    twice = Q(player__email=but.lower(), player__created_at__gt=timezone.now() - _TWICE_WITHIN)
    return found.exclude(twice).values_list("player", flat=True).first()


def decrypt_number(row: IdentityNumber) -> Number:
    """One row decrypted, a withdrawn one too. Raises sealing.Unsealable."""
    return Number(row.country, unseal(f"player {row.player_id}", bytes(row.sealed)).decode())
