"""Idempotency keys of transfers, derived from the round, shoe, step or case they belong to."""

from uuid import UUID, uuid5

SPACE = UUID("6f1d3c1e-0b51-4ae4-9a5a-6b1c1f0f4c3d")


def bet_key(player: int, table: int, shoe: UUID, nonce: int) -> UUID:
    """Return the key of a round's first stake."""
    return uuid5(SPACE, f"bet:{player}:{table}:{shoe}:{nonce}")


def wager_id(player: int, deal: UUID, nonce: int, attempt: int) -> UUID:
    """Return the public id of a player's wager number `attempt` for a deal; the round gets the same id."""
    return uuid5(SPACE, f"wager:{player}:{deal}:{nonce}:{attempt}")


def wager_key(wager: UUID) -> UUID:
    """Return the key of the stakes of a wager."""
    return uuid5(SPACE, f"hold:{wager}")


def return_key(wager: UUID) -> UUID:
    """Return the key of the return of a wager's stakes."""
    return uuid5(SPACE, f"return:{wager}")


def answer_key(player: int, round_id: UUID, box: int, kind: str) -> UUID:
    """Return the key of the money of an answer before the peek; `kind` is `held`, or `returned` if it is dropped."""
    return uuid5(SPACE, f"answer:{player}:{round_id}:{box}:{kind}")


def decision_key(player: int, round_id: UUID, step: int) -> UUID:
    """Return the key of the new money that decision `step` of a round takes."""
    return uuid5(SPACE, f"decision:{player}:{round_id}:{step}")


def cancel_key(player: int, round_id: UUID) -> UUID:
    """Return the key of the return of a cancelled round's stakes."""
    return uuid5(SPACE, f"cancel:{player}:{round_id}")


def void_key(case: UUID, round_id: UUID, act: str, kind: str) -> UUID:
    """Return the key of one transfer (`kind`) that a step of a case (`act`) makes for a round."""
    return uuid5(SPACE, f"void:{case}:{round_id}:{act}:{kind}")


def tax_key(player: int, round_id: UUID) -> UUID:
    """Return the key of the tax on the winnings of a player's round."""
    return uuid5(SPACE, f"tax:{player}:{round_id}")


def settlement_key(player: int, round_id: UUID) -> UUID:
    """Return the key of the one settlement of a player's round."""
    return uuid5(SPACE, f"settle:{player}:{round_id}")
