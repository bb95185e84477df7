"""Encryption at rest of payment destinations, with the keys of identity documents, and their keyed digest."""

from typing import Final

from accounts.values.encryption import keyed_digest, seal, unseal
from wallet.cash.values.bank_details import BankDetails, read_canonical

_PURPOSE: Final = "payment destination"


def seal_destination(player_id: int, destination: BankDetails) -> bytes:
    return seal(_owner(player_id), destination.canonical.encode())


def open_destination(player_id: int, token: bytes) -> BankDetails | None:
    """Decrypt a destination; None if `token` is empty, as in benchmark data. Raises UnsealFailed."""
    if not token:
        return None
    return read_canonical(unseal(_owner(player_id), token).decode())


def destination_digest(player_id: int, destination: BankDetails) -> str:
    """Return the keyed digest of a player's destination; it differs between players."""
    return keyed_digest(f"{_PURPOSE} {player_id}", destination.canonical)


def _owner(player_id: int) -> str:
    return f"{_PURPOSE} of player {player_id}"
