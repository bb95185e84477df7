"""Sealed snapshots of a shoe's remaining cards: the cost of a card does not grow with the shoe's length.

Without them each request would redraw all earlier rounds. The counts of remaining cards do not reveal their
order, but they reveal cards that were never shown, so they are encrypted. Transcripts do not use snapshots;
they are verified from the first card.
"""

from collections import Counter
from typing import Final

import blackjack
from blackjack.cards import CARDS
from casino.fairness.selectors.unsealing import SeedPurpose, unseal_seed
from casino.fairness.values.sealing import SeedMisplaced, SeedUnsealable, seal_seed
from casino.models import Shoe
from casino.refusals import SeedMismatch, SeedUnreadable

SNAPSHOT_INTERVAL: Final = 12
"""Rounds between snapshots: the maximum number of rounds that a request redraws."""

_WORD: Final = "left"


def store_snapshot(shoe: Shoe, cards: blackjack.Shoe, nonce: int) -> tuple[str, ...]:
    """Set a snapshot from before round `nonce`, if due. Returns the names of the changed fields, unsaved.

    For infinite decks only the nonce is stored: earlier rounds do not affect the cards.
    """
    if nonce - 1 - shoe.kept_nonce < SNAPSHOT_INTERVAL:
        return ()
    if cards.decks is None:
        shoe.kept_nonce = nonce - 1
        return ("kept_nonce",)
    counts = Counter(cards.left)
    digits = "".join(str(counts[index]) for index in range(len(CARDS)))
    shoe.kept_nonce = nonce - 1
    shoe.kept_left = seal_seed(shoe.public_id, f"{_WORD}:{shoe.kept_nonce}:{cards.dealt}:{digits}")
    return ("kept_nonce", "kept_left")


def load_snapshot(shoe: Shoe, server_seed: str, nonce: int) -> blackjack.Shoe | None:
    """Rebuild the shoe from its snapshot, if that is from before round `nonce`; else None.

    Raises `SeedMismatch` if the snapshot was altered, `SeedUnreadable` if no key decrypts it.
    """
    if shoe.kept_left is None or shoe.kept_nonce >= nonce:
        return None
    try:
        text = unseal_seed(shoe.public_id, bytes(shoe.kept_left), SeedPurpose.DEAL)
        word, number, dealt, digits = text.split(":")
    except SeedUnsealable as error:
        raise SeedUnreadable(str(shoe.public_id)) from error
    except (SeedMisplaced, ValueError) as error:
        raise SeedMismatch(str(shoe.public_id)) from error
    if (word, number, len(digits)) != (_WORD, str(shoe.kept_nonce), len(CARDS)):
        raise SeedMismatch(str(shoe.public_id))
    left = tuple(index for index, count in enumerate(digits) for _ in range(int(count)))
    return blackjack.Shoe(server_seed, shoe.version.rules.finite_decks, left, int(dealt))
