"""Early decisions: what a seat chooses before its turn."""

from blackjack import legality
from blackjack.actions import Turn
from blackjack.canonical import json_digest
from blackjack.deal import Deal

EARLY_VERBS = ("stand", "hit", "double", "split")


def early_verbs(deal: Deal, box: int) -> tuple[str, ...]:
    """Actions that the box may choose now for its first decision, if nothing changes until its turn."""
    found = deal.find_box(box)
    return legality.legal_in_play(deal.rules, deal.dealer[0], found, found.hands[0])


def digest_hand_state(deal: Deal, box: int) -> str:
    """Digest of the box's cards and legal actions; an early decision applies only while it is unchanged."""
    cards = [[str(card) for card in hand.cards] for hand in deal.find_box(box).hands]
    return json_digest({"cards": cards, "legal": list(early_verbs(deal, box))})


def is_before_turn(deal: Deal, box: int) -> bool:
    """Return whether the box is asked later in this deal."""
    turn: Turn | None = deal.turn
    return turn is not None and turn.phase == "play" and turn.box < box
