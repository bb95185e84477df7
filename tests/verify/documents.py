"""Transcripts of shoes dealt by the library that the house uses."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from blackjack.actions import WITH_NEW_MONEY
from blackjack.bets import Bet, exact_places
from blackjack.canonical import canonical_json, json_digest, sha256_hex
from blackjack.deal import Deal
from blackjack.fairness import commitment, entropy
from blackjack.public_log import line_hash
from blackjack.rules import Rules
from blackjack.shoe import Shoe, must_close
from blackjack.transcript import (
    CANCELLED,
    COMPLETED,
    HOUSE,
    PLAYER,
    DealFacts,
    ShoeFacts,
    bets_document,
    build_transcript,
    format_transcript,
    refund_document,
    settlement_document,
)
from tests.verify.generated import Chance, Play, chance, played, some_bets

LEFT = 3  # one round in this many
SHOE = "5f0c2f0e-7f52-4a40-8f4e-0a4f1e9b7c11"


def seed_of(name: str) -> str:
    """Return the server seed for a name."""
    return sha256_hex(name)


def dealt_shoe(name: str, rules: Rules, rounds: int, *, cancel: Sequence[int] = ()) -> ShoeFacts:
    """Deal up to `rounds` rounds of a shoe, as far as its rules allow; rounds in `cancel` are cancelled midway.

    Every third round is left by its player: from then on the house decides where the rules allow
    it.
    """
    source, seed = chance(int(seed_of(name)[:8], 16)), seed_of(name)
    cut = source.choice(rules.cuts) if rules.cuts else None
    found: list[DealFacts] = []
    shoe = Shoe(seed, rules.finite_decks)
    while len(found) < rounds and not must_close(rules, len(found), shoe.dealt):
        nonce = len(found) + 1
        facts, shoe = _round(source, rules, shoe, _Place(nonce, cut, nonce in cancel))
        found.append(facts)
    log = log_lines(seed, rules)
    return ShoeFacts(shoe=SHOE, server_seed=seed, rules=rules, deals=found, cut=cut, log=log)


@dataclass(frozen=True)
class _Place:
    """Nonce and cut of a round in its shoe, and whether it is cancelled."""

    nonce: int
    cut: int | None
    cancelled: bool


def _round(source: Chance, rules: Rules, shoe: Shoe, place: _Place) -> tuple[DealFacts, Shoe]:
    bets = some_bets(source, rules)
    seeds = {bet.box: f"player_{bet.box}-{seed_of(str(place.nonce))[:32]}" for bet in bets}
    if place.nonce == 1 and rules.burn_cards:
        opener = {bets[0].box: seeds[bets[0].box]}
        shoe = shoe.begin(entropy(opener, place.cut), 0).end(rules.burn_cards)
    dealing = shoe.begin(entropy(seeds, place.cut), place.nonce)
    deal = Deal.start(rules, bets, dealing.draw)
    play = played(source, deal, lambda count: place.cancelled and count > 0)
    facts = _facts(play, bets, place, seeds)
    return facts, dealing.end(facts.cards_drawn)


def _facts(deal: Play, bets: list[Bet], place: _Place, seeds: dict[int, str]) -> DealFacts:
    last, places = deal.last, exact_places(deal.last.rules)
    staked = {box.number: [part.staked for part in box.parts] for box in last.boxes}
    actions = [action.text(places) for action in deal.actions]
    left = _left_at(deal.last.rules, actions) if place.nonce % LEFT == 0 else len(actions)
    refund, paid = refund_document(staked, places), settlement_document(last, places)
    return DealFacts(
        nonce=place.nonce,
        seat_seeds=seeds,
        bets=bets_document(bets, places),
        decisions=[(one, PLAYER if at < left else HOUSE) for at, one in enumerate(actions)],
        settlement=refund if place.cancelled else paid,
        cards_drawn=last.cards_drawn,
        cards=() if place.cancelled else [str(card) for card in last.cards],
        face_down=last.face_down,
        status=CANCELLED if place.cancelled else COMPLETED,
    )


def _left_at(rules: Rules, actions: Sequence[str]) -> int:
    """Return the first step at which a player may leave: 0, or after the last new money if the house may add none."""
    clocks = ((rules.resume_seconds, rules.on_absence), (rules.turn_seconds, rules.on_turn_timeout))
    if any(seconds is not None and play == "basic_strategy" for seconds, play in clocks):
        return 0
    costly = [at for at, one in enumerate(actions, 1) if one.startswith(WITH_NEW_MONEY)]
    return max(costly, default=0)


def log_lines(seed: str, rules: Rules) -> list[dict[str, Any]]:
    """Return the announcing and the opening line of a shoe, adjacent in the log."""
    announced = _line(41, "announced", seed, None, "0" * 64)
    return [announced, _line(42, "opened", seed, rules.digest, announced["hash"])]


def _line(n: int, kind: str, seed: str, rules_hash: str | None, previous: str) -> dict[str, Any]:
    line: dict[str, Any] = {
        "n": n,
        "at": f"2026-11-21T10:00:{n}.000000Z",
        "kind": kind,
        "shoe": SHOE,
        "commitment": commitment(seed),
        "rules_hash": rules_hash,
        "previous": previous,
    }
    return {**line, "hash": line_hash(line)}


def text_of_shoe(name: str, rules: Rules, rounds: int, *, cancel: Sequence[int] = ()) -> str:
    """Return the downloadable text of such a shoe."""
    return format_transcript(build_transcript(dealt_shoe(name, rules, rounds, cancel=cancel)))


def without_log(text: str) -> str:
    """Return the document without its lines of the public log, which the site's log does not have."""
    return resealed({key: value for key, value in json.loads(text).items() if key != "log"})


def resealed(document: Mapping[str, Any]) -> str:
    """Return the text of a changed document with its digest recomputed."""
    others = {key: value for key, value in document.items() if key != "digest"}
    return canonical_json({**others, "digest": json_digest(others)})
