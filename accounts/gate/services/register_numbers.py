"""Document numbers of players, hashed as the exclusion register has them."""

from typing import Final

from django.conf import settings

from accounts.gate.selectors.lists import numbers_to_hash, require_list_keys
from accounts.gate.values.list_keys import ListKeys, digest_number
from accounts.gate.values.signed_lists import ListKind
from accounts.models.gate import RegisterNumber
from accounts.models.identity import IdentityNumber
from accounts.values.encryption import unseal

BATCH: Final = 2000


def hash_new_number(row: IdentityNumber, normal: str) -> None:
    """Hash a number that was just entered, if this installation has a register's key."""
    if settings.EXCLUSION_REGISTER_KEY_FILE is not None:
        _store([_hash(row, normal, require_list_keys(ListKind.REGISTER))])


def hash_numbers(keys: ListKeys) -> int:
    """Hash a batch of numbers that are not hashed with this key yet. Return how many. Raises UnsealFailed."""
    rows = list(numbers_to_hash(keys.numbers_id)[:BATCH])
    _store([_hash(row, _decrypt(row), keys) for row in rows])
    return len(rows)


def hash_due_numbers() -> None:
    """Hash all numbers that were entered while the key was missing, if this installation has a register's key."""
    if settings.EXCLUSION_REGISTER_KEY_FILE is not None:
        keys = require_list_keys(ListKind.REGISTER)
        while hash_numbers(keys):
            pass


def _decrypt(row: IdentityNumber) -> str:
    return unseal(f"player {row.player_id}", bytes(row.sealed)).decode()


def _hash(row: IdentityNumber, normal: str, keys: ListKeys) -> RegisterNumber:
    return RegisterNumber(
        number_id=row.pk,
        player_id=row.player_id,
        country=row.country,
        digest=digest_number(keys.numbers, normal),
        numbers=keys.numbers_id,
    )


def _store(rows: list[RegisterNumber]) -> None:
    RegisterNumber.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["number"],
        update_fields=["country", "digest", "numbers"],
    )
