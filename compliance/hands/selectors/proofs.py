"""A hand computed again on the spot: what is stored of it against what its seed, its cards and its decisions give.

What needs the seed waits until the shoe is closed. Nothing is changed here; what differs is told by `compliance.hands.services`.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from blackjack import fairness
from blackjack.public_log import line_hash
from casino.fairness.selectors.public_log import BEFORE_PLAY, public_line
from casino.models import LogLine, Round, Shoe
from casino.rounds.selectors.hand_facts import HandFacts
from compliance.hands.selectors.ledger_rows import Moved


class ProofOutcome(StrEnum):
    """What a check came to."""

    HOLDS = "holds"
    DIFFERS = "differs"
    WAITS = "waits"


@dataclass(frozen=True, slots=True)
class HandProof:
    """One thing that was computed again, and what was found; `name` is the same in every language."""

    name: str
    title: str
    outcome: ProofOutcome
    detail: str = ""


@dataclass(frozen=True, slots=True)
class HandProofs:
    """All that was computed, and the milliseconds that it took."""

    proofs: list[HandProof]
    milliseconds: float

    @property
    def differs(self) -> list[HandProof]:
        """What is not as it is stored."""
        return [one for one in self.proofs if one.outcome == ProofOutcome.DIFFERS]

    @property
    def waits(self) -> bool:
        """Whether some of it waits for the seed."""
        return any(one.outcome == ProofOutcome.WAITS for one in self.proofs)


def prove_hand(hand: HandFacts, moved: Moved) -> HandProofs:
    """Compute a finished hand again. One query, for the lines of the public log."""
    began = time.perf_counter()
    shoe = hand.round.shoe
    found = [*shoe_proofs(shoe, log_lines(shoe)), *round_proofs(hand, moved)]
    return HandProofs(found, 1000 * (time.perf_counter() - began))


def log_lines(shoe: Shoe) -> list[LogLine]:
    """What the public log said of a shoe before its first card."""
    return list(LogLine.objects.filter(shoe=shoe.public_id, kind__in=BEFORE_PLAY))


def round_proofs(hand: HandFacts, moved: Moved) -> list[HandProof]:
    """What is computed of a finished round, in the order in which it happened; `moved` is what the ledger held and paid."""
    return [_cards(hand), _rules(hand.round), _saw(hand), _result(hand), _money(hand, moved)]


def completed_proof(name: str, title: str, holds: object, detail: str = "") -> HandProof:
    """A check that is done."""
    return HandProof(name, title, ProofOutcome.HOLDS if holds else ProofOutcome.DIFFERS, detail)


def waiting_proof(name: str, title: str, detail: str) -> HandProof:
    """A check that cannot be done yet, or ever, and why."""
    return HandProof(name, title, ProofOutcome.WAITS, detail)


def shoe_proofs(shoe: Shoe, lines: Sequence[LogLine]) -> Iterator[HandProof]:
    """What was promised of a shoe before its first card, and whether it was kept."""
    yield _seed(shoe)
    yield _promised(shoe, lines)


def when_revealed(shoe: Shoe) -> str:
    """Why the seed of a shoe that is not closed is not there, in a sentence."""
    if shoe.status == Shoe.Status.LOST:
        return _("The shoe was given up: its seed is never revealed.")
    if shoe.status == Shoe.Status.STOPPED:
        return _("The shoe is stopped: its seed is revealed when its place is reopened.")
    return _("The shoe is still being dealt: its seed is revealed when it closes.")


def _seed(shoe: Shoe) -> HandProof:
    title = _("The seed is the one that was promised")
    if shoe.server_seed is None:
        return waiting_proof("seed", title, when_revealed(shoe))
    return completed_proof("seed", title, fairness.commitment(shoe.server_seed) == shoe.commitment)


def _promised(shoe: Shoe, lines: Sequence[LogLine]) -> HandProof:
    title = _("The public log promised it before the first card")
    kinds = {line.kind: line for line in lines}
    if any(kind not in kinds for kind in BEFORE_PLAY):
        return completed_proof("log", title, holds=False, detail=_("A line is missing."))
    if any(line.n is None for line in kinds.values()):
        return waiting_proof("log", title, _("Its lines are chained within a minute."))
    announced, opened = (kinds[kind] for kind in BEFORE_PLAY)
    holds = (
        all(line.hash == line_hash(public_line(line)) for line in (announced, opened))
        and {announced.commitment, opened.commitment} == {shoe.commitment}
        and opened.rules_hash == shoe.version.rules_hash
        and announced.at <= opened.at
        and (announced.n or 0) < (opened.n or 0)
    )
    lines_said = {"first": announced.n, "second": opened.n}
    return completed_proof("log", title, holds, _("lines %(first)s and %(second)s") % lines_said)


def _cards(hand: HandFacts) -> HandProof:
    title, round_ = _("The cards are those that the seed draws"), hand.round
    if hand.drawn is None:
        return waiting_proof("cards", title, when_revealed(round_.shoe))
    count = round_.cards_drawn or 0
    own = [str(card) for card in hand.drawn.first(count)]
    said = ngettext("%(n)d card", "%(n)d cards", count) % {"n": count}
    if round_.status == Round.Status.CANCELLED:
        return waiting_proof(
            "cards",
            title,
            _("Of a cancelled round no cards are stored; the seed draws: %(cards)s.")
            % {"cards": ", ".join(own)},
        )
    hole = 2 * len(round_.seats) + 1
    shown = own if len(round_.cards or []) == count else [*own[:hole], *own[hole + 1 :]]
    if shown == round_.cards:
        return completed_proof("cards", title, holds=True, detail=said)
    return completed_proof(
        "cards", title, holds=False, detail=_first_difference(round_.cards or [], shown)
    )


def _first_difference(stored: list[str], own: list[str]) -> str:
    """Which card is another one, from 1."""
    pairs = zip_longest(stored, own, fillvalue=_("none"))
    place, pair = next((n, pair) for n, pair in enumerate(pairs, 1) if pair[0] != pair[1])
    words = {"n": place, "stored": pair[0], "own": pair[1]}
    return _("card %(n)d: stored is %(stored)s, the seed draws %(own)s") % words


def _rules(round_: Round) -> HandProof:
    title = _("The rules are those of its version")
    version = round_.version
    digests = {version.rules.digest, version.rules_hash, round_.rules_hash}
    return completed_proof(
        "rules", title, len(digests) == 1, f"{version}, {round_.rules_hash[:12]}…"
    )


def _saw(hand: HandFacts) -> HandProof:
    """Each decision keeps a hash of the table as it was after it."""
    title = _("After each decision the table was as its player saw it")
    if hand.alarm is not None:
        return completed_proof(
            "states", title, holds=False, detail=_("Its decisions are not legal with its cards.")
        )
    if not hand.states:
        return waiting_proof("states", title, _("Its cards are not known yet."))
    hashes = [state.state_hash for state in hand.states]
    wrong = [made.step + 1 for made in hand.decisions if made.state_hash != hashes[made.step + 1]]
    if wrong:
        return completed_proof(
            "states", title, holds=False, detail=_("decision %(n)d") % {"n": wrong[0]}
        )
    count = len(hand.decisions)
    said = ngettext("%(n)d decision", "%(n)d decisions", count) % {"n": count}
    return completed_proof("states", title, hashes[-1] == hand.round.state_hash, said)


def _result(hand: HandFacts) -> HandProof:
    title, round_ = _("The result is what the rules make of cards, bets and decisions"), hand.round
    if round_.status == Round.Status.CANCELLED:
        return completed_proof(
            "result", title, round_.returned == round_.staked, _("cancelled, stakes returned")
        )
    if not hand.states:
        return completed_proof("result", title, holds=False, detail=_("It cannot be played again."))
    last = hand.states[-1]
    facts = last.public()
    sums = (
        sum(seat["staked"] for seat in facts["seats"]),
        sum(seat["returned"] or 0 for seat in facts["seats"]),
    )
    holds = last.complete and facts == round_.result and sums == (round_.staked, round_.returned)
    return completed_proof("result", title, holds)


def _money(hand: HandFacts, moved: Moved) -> HandProof:
    """Held is what was staked, and what came back is what the result says; what a void moves later is no part of it."""
    title, round_ = _("The ledger held the stakes and paid the result"), hand.round
    return completed_proof("ledger", title, moved == (round_.staked, round_.returned))
