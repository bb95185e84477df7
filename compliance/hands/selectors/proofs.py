"""Proofs of a hand: recompute it and compare it with what is stored.

Proofs that need the seed wait until the shoe is closed. Read-only; `compliance.hands.services` raises the alarm.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import zip_longest

from blackjack import fairness
from blackjack.public_log import line_hash
from casino.fairness.selectors.public_log import BEFORE_PLAY, public_line
from casino.models import LogLine, Round, Shoe
from casino.rounds.selectors.hand_facts import RoundFacts
from compliance.hands.selectors.ledger_rows import Moved


class ProofOutcome(StrEnum):
    HOLDS = "holds"
    DIFFERS = "differs"
    WAITS = "waits"


@dataclass(frozen=True, slots=True)
class HandProof:
    """One check and its result: a code with facts, put in words by `words.proofs`."""

    name: str
    outcome: ProofOutcome
    code: str = ""
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HandProofs:
    """All checks of a hand, and the milliseconds they took."""

    proofs: list[HandProof]
    milliseconds: float

    @property
    def failed(self) -> list[HandProof]:
        """The failed checks."""
        return [one for one in self.proofs if one.outcome == ProofOutcome.DIFFERS]

    @property
    def waits(self) -> bool:
        """Return whether a check waits for the seed or for chained log lines, or cannot be made."""
        return any(one.outcome == ProofOutcome.WAITS for one in self.proofs)


def prove_hand(hand: RoundFacts, moved: Moved) -> HandProofs:
    """Recompute a finished hand and check it. One query, for the lines of the public log."""
    began = time.perf_counter()
    shoe = hand.round.deal.shoe
    found = [*prove_commitment(shoe, log_lines(shoe)), *prove_round(hand, moved)]
    return HandProofs(found, 1000 * (time.perf_counter() - began))


def log_lines(shoe: Shoe) -> list[LogLine]:
    """Return a shoe's lines in the public log from before its first card."""
    return list(LogLine.objects.filter(shoe=shoe.public_id, kind__in=BEFORE_PLAY))


def prove_round(hand: RoundFacts, moved: Moved) -> list[HandProof]:
    """Return the checks of a finished round in chronological order; `moved` is what the ledger held and paid."""
    return [_cards(hand), _rules(hand.round), _saw(hand), _result(hand), _money(hand, moved)]


def prove_seed(hand: RoundFacts) -> ProofOutcome:
    """Return whether the shoe's seed is the promised one and draws the cards of a finished hand; no query."""
    outcomes = {one.outcome for one in (_check_seed(hand.round.deal.shoe), _cards(hand))}
    order = (ProofOutcome.DIFFERS, ProofOutcome.WAITS, ProofOutcome.HOLDS)
    return next(one for one in order if one in outcomes)


def completed_proof(name: str, holds: object, code: str = "", **facts: object) -> HandProof:
    """Return the result of a check that was made."""
    return HandProof(name, ProofOutcome.HOLDS if holds else ProofOutcome.DIFFERS, code, facts)


def waiting_proof(name: str, code: str, **facts: object) -> HandProof:
    """Return the result of a check that cannot be made, yet or ever, with the reason as `code`."""
    return HandProof(name, ProofOutcome.WAITS, code, facts)


def prove_commitment(shoe: Shoe, lines: Sequence[LogLine]) -> Iterator[HandProof]:
    """Yield the checks of a shoe's commitment: seed and public log."""
    yield _check_seed(shoe)
    yield _check_log(shoe, lines)


def sealed_seed_code(shoe: Shoe) -> str:
    """Return the code of the reason why an open shoe's seed is not available."""
    if shoe.status == Shoe.Status.LOST:
        return "seed_given_up"
    return "seed_stopped" if shoe.status == Shoe.Status.STOPPED else "seed_in_use"


def _check_seed(shoe: Shoe) -> HandProof:
    if shoe.server_seed is None:
        return waiting_proof("seed", sealed_seed_code(shoe))
    return completed_proof("seed", fairness.commitment(shoe.server_seed) == shoe.commitment)


def _check_log(shoe: Shoe, lines: Sequence[LogLine]) -> HandProof:
    kinds = {line.kind: line for line in lines}
    if any(kind not in kinds for kind in BEFORE_PLAY):
        return completed_proof("log", holds=False, code="line_missing")
    if any(line.n is None for line in kinds.values()):
        return waiting_proof("log", "lines_not_chained")
    announced, opened = (kinds[kind] for kind in BEFORE_PLAY)
    holds = (
        all(line.hash == line_hash(public_line(line)) for line in (announced, opened))
        and {announced.commitment, opened.commitment} == {shoe.commitment}
        and opened.rules_hash == shoe.version.rules_hash
        and announced.at <= opened.at
        and (announced.n or 0) < (opened.n or 0)
    )
    return completed_proof("log", holds, "lines", first=announced.n, second=opened.n)


def _cards(hand: RoundFacts) -> HandProof:
    deal = hand.round.deal
    if hand.drawn is None:
        return waiting_proof("cards", sealed_seed_code(deal.shoe))
    count, stored = deal.cards_drawn or 0, deal.cards or []
    own = [str(card) for card in hand.drawn.first(count)]
    if hand.drawn.entropy != deal.entropy:
        return completed_proof("cards", holds=False, code="entropy_differs")
    if deal.status == Round.Status.CANCELLED:
        return waiting_proof("cards", "cards_not_stored", cards=", ".join(own))
    hole = 2 * len(deal.boxes) + 1
    shown = own if len(stored) == count else [*own[:hole], *own[hole + 1 :]]
    if shown == stored:
        return completed_proof("cards", holds=True, code="cards_counted", n=count)
    return completed_proof(
        "cards", holds=False, code="card_differs", **_first_difference(stored, shown)
    )


def _first_difference(stored: list[str], own: list[str]) -> dict[str, object]:
    """Position of the first differing card, from 1, with both cards; "" for a missing one."""
    pairs = zip_longest(stored, own, fillvalue="")
    place, pair = next((n, pair) for n, pair in enumerate(pairs, 1) if pair[0] != pair[1])
    return {"n": place, "stored": pair[0], "own": pair[1]}


def _rules(round_: Round) -> HandProof:
    version = round_.version
    digests = {version.rules.digest, version.rules_hash, round_.deal.rules_hash}
    said = f"{version.display_name}, {round_.deal.rules_hash[:12]}…"
    return completed_proof("rules", len(digests) == 1, "text", text=said)


def _saw(hand: RoundFacts) -> HandProof:
    """Check the state hash that each decision stores."""
    if hand.alarm is not None:
        return completed_proof("states", holds=False, code="decisions_illegal")
    if not hand.states:
        return waiting_proof("states", "cards_unknown")
    hashes = [state.state_hash for state in hand.states]
    wrong = [made.step + 1 for made in hand.decisions if made.state_hash != hashes[made.step + 1]]
    if wrong:
        return completed_proof("states", holds=False, code="decision_differs", n=wrong[0])
    holds = hashes[-1] == hand.round.deal.state_hash
    return completed_proof("states", holds, "decisions_counted", n=len(hand.decisions))


def _result(hand: RoundFacts) -> HandProof:
    round_ = hand.round
    if round_.status == Round.Status.CANCELLED:
        return completed_proof("result", round_.returned == round_.staked, "cancelled")
    if not hand.states:
        return completed_proof("result", holds=False, code="not_replayable")
    last = hand.states[-1]
    facts = last.public_for(round_.bettor_by_box)
    sums = (
        sum(seat["staked"] for seat in facts["seats"]),
        sum(seat["returned"] or 0 for seat in facts["seats"]),
    )
    holds = last.complete and facts == round_.result and sums == (round_.staked, round_.returned)
    return completed_proof("result", holds)


def _money(hand: RoundFacts, moved: Moved) -> HandProof:
    """Check that the ledger held the stakes and paid the result; later voids are separate."""
    return completed_proof("ledger", moved == (hand.round.staked, hand.round.returned))
