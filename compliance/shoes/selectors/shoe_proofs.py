"""Proofs of a closed shoe: every card from the revealed seed, every round by its rules, every payment in the ledger.

Includes the transcript, checked in the same way as on the player's own computer.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from uuid import UUID

from blackjack.verification import verify
from casino.fairness.selectors.dealing import compute_deal_entropy
from casino.fairness.selectors.replays import (
    load_live_deal_plays,
    rebuild_burned_cards,
    rebuild_opened_shoe,
)
from casino.fairness.selectors.transcripts import transcript_text
from casino.models import Round, Shoe
from casino.rounds.selectors.hand_facts import prefetch_play, replay_finished
from casino.selectors.places import find_shoe_rounds
from compliance.hands.selectors.ledger_rows import sum_moved_by_round
from compliance.hands.selectors.proofs import (
    HandProof,
    ProofOutcome,
    completed_proof,
    log_lines,
    prove_commitment,
    prove_round,
)


@dataclass(frozen=True, slots=True)
class RoundProof:
    """A round and its failed checks."""

    id: UUID
    number: str
    wrong: list[HandProof]

    @property
    def holds(self) -> bool:
        """Return whether all checks passed."""
        return not self.wrong


@dataclass(frozen=True, slots=True)
class ShoeProofs:
    """All checks of a shoe, and the milliseconds they took."""

    proofs: list[HandProof]
    rounds: list[RoundProof]
    milliseconds: float

    @property
    def holds(self) -> bool:
        """Return whether no check failed."""
        return not self.failed

    @property
    def failed(self) -> list[str]:
        """Names of the failed checks, independent of language."""
        of_shoe = [one.name for one in self.proofs if one.outcome == ProofOutcome.DIFFERS]
        return [*of_shoe, *(f"round {one.number}" for one in self.rounds if not one.holds)]


def prove_shoe(shoe: Shoe) -> ShoeProofs:
    """Recompute a closed shoe and check it. Ten queries, fourteen at a live table, for any number of rounds."""
    began = time.perf_counter()
    rounds = list(prefetch_play(find_shoe_rounds(shoe).order_by("deal__nonce", "player")))
    of_rounds = list(_rounds(shoe, rounds))
    of_shoe = [
        *prove_commitment(shoe, log_lines(shoe)),
        _check_counts(shoe, rounds),
        _transcript(shoe),
    ]
    return ShoeProofs(of_shoe, of_rounds, 1000 * (time.perf_counter() - began))


def _rounds(shoe: Shoe, rounds: list[Round]) -> Iterator[RoundProof]:
    """Check each round with the cards that the rounds before it left in the shoe."""
    money = sum_moved_by_round(one.public_id for one in rounds)
    plays = load_live_deal_plays(rounds)
    cards = rebuild_opened_shoe(shoe)
    for _nonce, of_deal in groupby(rounds, lambda one: one.deal.nonce):
        taken = 0
        for round_ in of_deal:
            round_.deal.shoe = shoe
            drawn = cards.begin(_entropy(shoe, round_), round_.deal.nonce)
            hand = replay_finished(round_, drawn, plays.get(round_.deal_id))
            proofs = prove_round(hand, money.get(round_.public_id, (0, 0)))
            wrong = [one for one in proofs if one.outcome == ProofOutcome.DIFFERS]
            yield RoundProof(round_.public_id, round_.number, wrong)
            taken = round_.deal.cards_drawn or 0
        cards = drawn.end(taken)


def _entropy(shoe: Shoe, round_: Round) -> str:
    """Entropy of the player's seed; at a live table the stored one, as the transcript check mixes all seats' seeds again."""
    if shoe.place.is_live:
        return round_.deal.entropy
    return compute_deal_entropy(shoe, round_.seat_seed, round_.boxes)


def burned_cards(shoe: Shoe) -> list[str]:
    """Return the cards burned when the shoe was opened; none before its seed is revealed."""
    aside = rebuild_burned_cards(shoe) if shoe.server_seed is not None else None
    return [str(card) for card in aside.first(shoe.version.rules.burn_cards)] if aside else []


def _check_counts(shoe: Shoe, rounds: list[Round]) -> HandProof:
    """Check that no deal is missing and that the cards dealt add up."""
    burned = shoe.version.rules.burn_cards if shoe.burn_entropy else 0
    deals = _deals(shoe, rounds)
    taken = burned + sum(deals.values())
    gapless = sorted(deals) == list(range(1, shoe.rounds_dealt + 1))
    holds = gapless and taken == shoe.cards_out
    return completed_proof("count", holds, "rounds_and_cards", rounds=len(rounds), cards=taken)


def _deals(shoe: Shoe, rounds: list[Round]) -> dict[int, int]:
    """Number of cards of each deal by nonce. A live deal cancelled before its first card has no round."""
    if shoe.place.is_live:
        return {deal.nonce: deal.cards_drawn or 0 for deal in shoe.deals.all()}
    return {one.deal.nonce: one.deal.cards_drawn or 0 for one in rounds}


def _transcript(shoe: Shoe) -> HandProof:
    """Run the player's own check on the player's transcript."""
    checks = list(verify(transcript_text(shoe)))
    wrong = [check for check in checks if not check.passed]
    if wrong:
        return completed_proof("transcript", holds=False, code="text", text=str(wrong[0]))
    return completed_proof("transcript", holds=True, code="checks_counted", n=len(checks))
