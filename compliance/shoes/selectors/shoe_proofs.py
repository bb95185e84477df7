"""A closed shoe computed again: every card from the revealed seed, every round by its rules, every payment of the ledger.

And the transcript that its player would verify, by the check that the player's own computer makes.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from blackjack.verification import verify
from casino.fairness.selectors.dealing import entropy_of
from casino.fairness.selectors.replays import cards_aside, opened_cards
from casino.fairness.selectors.transcripts import transcript_text
from casino.models import Round, Shoe
from casino.rounds.selectors.hand_facts import replay_finished, with_play
from casino.selectors.places import rounds_of
from compliance.hands.selectors.ledger_rows import moved_by_round
from compliance.hands.selectors.proofs import (
    HandProof,
    ProofOutcome,
    completed_proof,
    log_lines,
    round_proofs,
    shoe_proofs,
)


@dataclass(frozen=True, slots=True)
class RoundProof:
    """The failed checks of one round."""

    id: UUID
    number: str
    wrong: list[HandProof]

    @property
    def holds(self) -> bool:
        """Whether all checks passed."""
        return not self.wrong


@dataclass(frozen=True, slots=True)
class ShoeProofs:
    """Everything that was computed of a shoe, and the milliseconds that it took."""

    proofs: list[HandProof]
    rounds: list[RoundProof]
    milliseconds: float

    @property
    def holds(self) -> bool:
        """Whether nothing differs."""
        return not self.differs

    @property
    def differs(self) -> list[str]:
        """Names of failed checks, independent of language."""
        of_shoe = [one.name for one in self.proofs if one.outcome == ProofOutcome.DIFFERS]
        return [*of_shoe, *(f"round {one.number}" for one in self.rounds if not one.holds)]


def prove_shoe(shoe: Shoe) -> ShoeProofs:
    """Compute a closed shoe again, from its first card to its last payment. Ten queries, however many rounds it has."""
    began = time.perf_counter()
    rounds = list(with_play(rounds_of(shoe).order_by("deal__nonce")))
    of_rounds = list(_rounds(shoe, rounds))
    of_shoe = [*shoe_proofs(shoe, log_lines(shoe)), _counted(shoe, rounds), _transcript(shoe)]
    return ShoeProofs(of_shoe, of_rounds, 1000 * (time.perf_counter() - began))


def _rounds(shoe: Shoe, rounds: list[Round]) -> Iterator[RoundProof]:
    """Each round with the cards that the rounds before it left in the shoe."""
    money = moved_by_round(one.public_id for one in rounds)
    cards = opened_cards(shoe)
    for round_ in rounds:
        round_.deal.shoe = shoe
        drawn = cards.begin(entropy_of(shoe, round_.seat_seed, round_.boxes), round_.deal.nonce)
        hand = replay_finished(round_, drawn)
        proofs = round_proofs(hand, money.get(round_.public_id, (0, 0)))
        wrong = [one for one in proofs if one.outcome == ProofOutcome.DIFFERS]
        yield RoundProof(round_.public_id, round_.number, wrong)
        cards = drawn.end(round_.deal.cards_drawn or 0)


def burned_cards(shoe: Shoe) -> list[str]:
    """The cards that were laid aside when a closed shoe was opened."""
    aside = cards_aside(shoe) if shoe.server_seed is not None else None
    return [str(card) for card in aside.first(shoe.version.rules.burn_cards)] if aside else []


def _counted(shoe: Shoe, rounds: list[Round]) -> HandProof:
    """No round is left out, and as many cards are gone as they took."""
    burned = shoe.version.rules.burn_cards if shoe.burn_entropy else 0
    taken = burned + sum(one.deal.cards_drawn or 0 for one in rounds)
    gapless = [one.deal.nonce for one in rounds] == list(range(1, shoe.rounds_dealt + 1))
    holds = gapless and taken == shoe.cards_out
    return completed_proof("count", holds, "rounds_and_cards", rounds=len(rounds), cards=taken)


def _transcript(shoe: Shoe) -> HandProof:
    """The player's own check, of the document that the player gets."""
    checks = list(verify(transcript_text(shoe)))
    wrong = [check for check in checks if not check.passed]
    if wrong:
        return completed_proof("transcript", holds=False, code="text", text=str(wrong[0]))
    return completed_proof("transcript", holds=True, code="checks_counted", n=len(checks))
