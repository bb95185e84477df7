"""A chart, and simulations with it, for tests."""

from typing import Any

from blackjack.bets import Bet, smallest_unit
from blackjack.canonical import sha256_hex
from blackjack.cards import Card
from blackjack.deal import Deal
from blackjack.fairness import entropy
from blackjack.rules import Rules
from blackjack.shoe import Shoe, must_close
from blackjack.simulation import Settings, Simulation, simulate
from blackjack.strategy import ROWS, UPCARDS, Chart, advise

CODES = {
    "hard 11": "D",
    "hard 10": "D",
    "hard 16": "Rh",
    "soft 18": "Ds",
    "pair 5": "S",
    "pair 8": "P",
    "pair A": "P",
}
ALONE = Settings(processes=1)


def code(row: str, upcard: str) -> str:
    kind, _, named = row.partition(" ")
    if row in CODES or kind == "pair":
        return CODES.get(row, "S" if named == "T" else "H")
    stands = 18 if kind == "soft" else 12 if upcard in "23456" else 17
    return "S" if int(named) >= stands else "H"


CHART = Chart(tuple(tuple(code(row, upcard) for upcard in UPCARDS) for row in ROWS))


def played(rules: Rules, rounds: int = 60, seed: str | int = 1, **settings: Any) -> Simulation:
    return simulate(rules, rounds, seed, CHART, Settings(**{"processes": 1, **settings}))


def dealt_again(rules: Rules, seed: str, number: int, seats: int) -> list[Deal]:
    """Deal one shoe of a simulation as an ordinary `Shoe`."""
    cut = rules.cuts[len(rules.cuts) // 2] if rules.cuts else None
    seeds = {seat: f"seat-{seat}" for seat in range(1, seats + 1)}
    shoe = Shoe(sha256_hex(f"{seed}:{number}"), rules.finite_decks)
    shoe = shoe.begin(entropy({1: seeds[1]}, cut), 0).end(rules.burn_cards)
    deals: list[Deal] = []
    while not must_close(rules, len(deals), shoe.dealt):
        cards = shoe.begin(entropy(seeds, cut), len(deals) + 1)
        deal = Deal.start(rules, [Bet(seat, smallest_unit(rules)) for seat in seeds], cards.draw)
        while not deal.complete:
            deal = deal.play(advise(CHART, deal))
        deals.append(deal)
        shoe = cards.end(deal.cards_drawn)
    return deals


def deal_after(cards: str, rules: Rules, *decisions: str) -> Deal:
    drawn = [Card.parse(card) for card in cards.split()]
    deal = Deal.start(rules, [Bet(1, 2)], drawn.__getitem__)
    for decision in decisions:
        deal = deal.play(decision)
    return deal
