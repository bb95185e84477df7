"""What apps above the wallet tell a player about the review of a withdrawal; each app adds its own when it starts."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

_READERS: Final[dict[str, Callable[[Sequence[int]], Mapping[int, str]]]] = {}


def register_review_reader(app: str, reader: Callable[[Sequence[int]], Mapping[int, str]]) -> None:
    """Have this reader asked: it returns by id what the players of these withdrawals may read, in the active language."""
    _READERS[app] = reader


def find_review(withdrawal_id: int) -> str:
    """Return what the player may read about the review of a withdrawal; "" before it is decided, and without one."""
    found = (reader([withdrawal_id]).get(withdrawal_id) for reader in _READERS.values())
    return "\n".join(words for words in found if words)
