"""Played shoes and their facts, for tests."""

from typing import Any

from blackjack.bets import Bet
from blackjack.deal import Deal
from blackjack.fairness import commitment, entropy, salt_from_text, seat_seed
from blackjack.presets import PRESETS
from blackjack.public_log import line_hash
from blackjack.rules import Rules
from blackjack.shoe import Shoe, must_close
from blackjack.transcript import (
    CANCELLED,
    DealFacts,
    ShoeFacts,
    bets_document,
    refund_document,
    settlement_document,
)

SEED = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
STAKE = 2_5000


def seats_of(rules: Rules) -> list[int]:
    return [1, 3] if rules.seats > 2 else [1]


def seeds_of(rules: Rules) -> dict[int, str]:
    return {
        seat: seat_seed(f"player-{seat}", salt_from_text(f"salt {seat}"))
        for seat in seats_of(rules)
    }


def middle_cut(rules: Rules) -> int | None:
    return rules.cuts[len(rules.cuts) // 2] if rules.cuts else None


def play_deal(rules: Rules, shoe: Shoe, nonce: int) -> tuple[Deal, list[str], Shoe]:
    """Play one round, with varying verbs where there is a choice."""
    dealing = shoe.begin(entropy(seeds_of(rules), middle_cut(rules)), nonce)
    bets = [Bet(seat, STAKE, dict.fromkeys(rules.side_bets, 5000)) for seat in seats_of(rules)]
    deal = Deal.start(rules, bets, dealing.draw)
    actions: list[str] = []
    while not deal.complete:
        legal = deal.legal_actions
        actions.append(legal[(nonce + len(actions)) % len(legal)])
        deal = deal.play(actions[-1])
    return deal, actions, dealing.end(deal.cards_drawn)


def facts_of(rules: Rules, deal: Deal, actions: list[str], nonce: int) -> DealFacts:
    bets = [Bet(box.number, STAKE, box.side_bets) for box in deal.boxes]
    return DealFacts(
        nonce=nonce,
        seat_seeds=seeds_of(rules),
        bets=bets_document(bets),
        decisions=[(action, "player") for action in actions],
        settlement=settlement_document(deal),
        cards_drawn=deal.cards_drawn,
        cards=[str(card) for card in deal.cards],
        face_down=deal.face_down,
    )


def opened_shoe(rules: Rules) -> Shoe:
    shoe = Shoe(SEED, rules.finite_decks)
    if not rules.burn_cards:
        return shoe
    first = {min(seeds_of(rules)): seeds_of(rules)[min(seeds_of(rules))]}
    return shoe.begin(entropy(first, middle_cut(rules)), 0).end(rules.burn_cards)


def log_of(rules: Rules, shoe: str) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = []
    for n, kind in ((7, "announced"), (8, "opened")):
        line = {
            "n": n,
            "at": f"2026-11-21T10:00:0{n}.000000Z",
            "kind": kind,
            "shoe": shoe,
            "commitment": commitment(SEED),
            "rules_hash": rules.digest if kind == "opened" else None,
            "previous": lines[-1]["hash"] if lines else "0" * 64,
        }
        lines.append({**line, "hash": line_hash(line)})
    return lines


def played_shoe(rules: Rules = PRESETS["ligalo"], rounds: int = 3) -> ShoeFacts:
    """Return the facts of a shoe with `rounds` rounds, or fewer if it closes earlier."""
    shoe = opened_shoe(rules)
    played: list[DealFacts] = []
    while len(played) < rounds and not must_close(rules, len(played), shoe.dealt):
        nonce = len(played) + 1
        deal, actions, shoe = play_deal(rules, shoe, nonce)
        played.append(facts_of(rules, deal, actions, nonce))
    return ShoeFacts(
        shoe="7f1c-9a",
        server_seed=SEED,
        rules=rules,
        deals=played,
        cut=middle_cut(rules),
        log=log_of(rules, "7f1c-9a"),
    )


def cancelled_round(rules: Rules, nonce: int, cards_drawn: int) -> DealFacts:
    """Return a round that was cancelled after the deal, or before it if no card was drawn."""
    seats = seats_of(rules)
    return DealFacts(
        nonce=nonce,
        seat_seeds=seeds_of(rules),
        bets=bets_document([Bet(seat, STAKE) for seat in seats]),
        decisions=[],
        settlement=refund_document({seat: [STAKE] for seat in seats}),
        cards_drawn=cards_drawn,
        status=CANCELLED,
    )
