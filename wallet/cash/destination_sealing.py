"""Where withdrawals are paid, at rest: encrypted with the keys of identity documents, and compared by a keyed digest."""

from typing import Final

from accounts.identity.sealing import digest, seal, unseal

_PURPOSE: Final = "payment destination"


def sealed(player_id: int, destination: str) -> bytes:
    """Encrypt a destination; it opens for its player alone."""
    return seal(_owner(player_id), destination.encode())


def opened(player_id: int, token: bytes) -> str:
    """Decrypt a destination; empty for a withdrawal without one, as the history of a benchmark has. Raises Unsealable."""
    if not token:
        return ""
    return unseal(_owner(player_id), token).decode()


def digest_of(player_id: int, destination: str) -> str:
    """Return what a player's destinations are compared by: nothing leads back from it, and no two players share one."""
    return digest(f"{_PURPOSE} {player_id}", destination)


def _owner(player_id: int) -> str:
    return f"{_PURPOSE} of player {player_id}"
