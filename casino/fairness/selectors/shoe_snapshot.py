"""Sealed snapshots of a shoe's remaining cards, so that a card costs as much late in a long shoe as early.

Without it each request would draw all earlier rounds of the shoe again, and a shoe that only closes when somebody asks has
thousands. How many of each card are left says nothing of their order, but with a card that was never shown something of that
card; hence the seal. Transcripts never use it: they are checked from the first card on.
"""

from collections import Counter
from typing import Final

import blackjack
from blackjack.cards import CARDS
from casino.fairness.values.sealing import SeedMisplaced, SeedUnsealable, seal, unseal
from casino.models import Shoe
from casino.refusals import SeedMismatch, SeedUnreadable

EVERY: Final = 12
"""Rounds. A request draws fewer than so many of them again; one bet in so many seals anew."""

_WORD: Final = "left"


def store_snapshot(shoe: Shoe, cards: blackjack.Shoe, nonce: int) -> tuple[str, ...]:
    """Put a snapshot from before round `nonce` on the shoe, if one is due. Returns the changed fields, unsaved.

    Infinite decks are always full: there it is the number alone, before which no round matters.
    """
    if nonce - 1 - shoe.kept_nonce < EVERY:
        return ()
    if cards.decks is None:
        shoe.kept_nonce = nonce - 1
        return ("kept_nonce",)
    counts = Counter(cards.left)
    digits = "".join(str(counts[index]) for index in range(len(CARDS)))
    shoe.kept_nonce = nonce - 1
    shoe.kept_left = seal(shoe.public_id, f"{_WORD}:{shoe.kept_nonce}:{cards.dealt}:{digits}")
    return ("kept_nonce", "kept_left")


def load_snapshot(shoe: Shoe, server_seed: str, nonce: int) -> blackjack.Shoe | None:
    """The shoe of the snapshot, if it is from before round `nonce`.

    Raises `SeedMismatch` where it is not what was kept, `SeedUnreadable` where the keys at hand do not open it.
    """
    if shoe.kept_left is None or shoe.kept_nonce >= nonce:
        return None
    try:
        text = unseal(shoe.public_id, bytes(shoe.kept_left))
        word, number, dealt, digits = text.split(":")
    except SeedUnsealable as error:
        raise SeedUnreadable(str(shoe.public_id)) from error
    except (SeedMisplaced, ValueError) as error:
        raise SeedMismatch(str(shoe.public_id)) from error
    if (word, number, len(digits)) != (_WORD, str(shoe.kept_nonce), len(CARDS)):
        raise SeedMismatch(str(shoe.public_id))
    left = tuple(index for index, count in enumerate(digits) for _ in range(int(count)))
    return blackjack.Shoe(server_seed, shoe.version.rules.finite_decks, left, int(dealt))
