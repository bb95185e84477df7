"""Idempotency keys of transfers, derived from the form's subject."""

from uuid import UUID, uuid5

SPACE = UUID("6f1d3c1e-0b51-4ae4-9a5a-6b1c1f0f4c3d")


def bet_key(player: int, table: int, shoe: UUID, nonce: int) -> UUID:
    """The key of a round's first stake."""
    return uuid5(SPACE, f"bet:{player}:{table}:{shoe}:{nonce}")


def decision_key(player: int, round_id: UUID, step: int) -> UUID:
    """The key of the new money that decision `step` of a round takes."""
    return uuid5(SPACE, f"decision:{player}:{round_id}:{step}")


def cancel_key(player: int, round_id: UUID) -> UUID:
    """Key of the stakes returned by a cancelled round."""
    return uuid5(SPACE, f"cancel:{player}:{round_id}")


def void_key(case: UUID, round_id: UUID, act: str, kind: str) -> UUID:
    """The key of one movement that a case makes of a round."""
    return uuid5(SPACE, f"void:{case}:{round_id}:{act}:{kind}")


def settlement_key(player: int, round_id: UUID) -> UUID:
    """The key of the one settlement of a player's round."""
    return uuid5(SPACE, f"settle:{player}:{round_id}")
