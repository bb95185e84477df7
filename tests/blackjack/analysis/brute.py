"""Brute force over every round of a tiny shoe, played through `Deal`: the reference for the analysis tests.

Every card order is dealt with its exact probability. Totals, the dealer's play and payouts are left
to `Deal`. The rest of a round depends on the cards on the table, not on the order they came in, so
equal positions are played only once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np

from blackjack.analysis.play import Played, SplitPair
from blackjack.analysis.stock import TEN, VALUES, Ints, Stock
from blackjack.analysis.upcard import DOUBLE, HIT, STAND, SURRENDER
from blackjack.bets import Bet, smallest_unit
from blackjack.cards import RANKS, Card
from blackjack.deal import Deal
from blackjack.hands import Hand
from blackjack.rules import Rules

CARDS = {rank: Card.parse(rank + "S") for rank in RANKS}
UPCARD, HOLE = 1, 3
"""Draw order of the dealer's two cards in a round with one box and a hole card."""


class Start(NamedTuple):
    """Start of a round: ranks of the upcard and of the player's cards, in the order of `RANKS`."""

    upcard: str
    hand: str


@dataclass(frozen=True, slots=True)
class Mean:
    """Means per unit of the bet, multiplied by `chance`."""

    chance: float = 0.0
    net: float = 0.0
    staked: float = 0.0

    def plus(self, other: Mean, chance: float = 1.0) -> Mean:
        """Return the sum with another mean, weighted by `chance`."""
        return Mean(
            self.chance + chance * other.chance,
            self.net + chance * other.net,
            self.staked + chance * other.staked,
        )


class NextCardError(Exception):
    """The round draws a card that is not determined yet."""


class World(NamedTuple):
    """A possible state of a round, with its probability and all cards that have left the shoe."""

    chance: float
    dealt: tuple[Card, ...]
    deal: Deal


class TinyShoe:
    """Card source over a stock. Rounds call `draw`, which gives the cards of one world at a time."""

    def __init__(self, rules: Rules, stock: Stock) -> None:
        self.rules, self.stock = rules, stock
        self.unit = smallest_unit(rules)
        self.dealt: tuple[Card, ...] = ()

    def draw(self, number: int) -> Card:
        if number >= len(self.dealt):
            raise NextCardError
        return self.dealt[number]

    def next_cards(self, dealt: tuple[Card, ...]) -> Iterator[tuple[float, Card]]:
        left = dict(zip(RANKS, self.stock.ranks, strict=True))
        for card in () if self.stock.infinite else dealt:
            left[card.rank] -= 1
        size = sum(left.values())
        assert size > 0, "the shoe ran empty: refilling is no part of the mathematics"
        for rank, count in left.items():
            if count:
                yield count / size, CARDS[rank]

    def worlds(self, dealt: tuple[Card, ...], act: Callable[[], Deal]) -> Iterator[World]:
        """Yield the results of an action, one for every card that it may draw."""
        self.dealt = dealt
        try:
            deal = act()
        except NextCardError:
            deal = None
        if deal is not None:
            yield World(1.0, dealt, deal)
            return
        for chance, card in self.next_cards(dealt):
            for world in self.worlds((*dealt, card), act):
                yield world._replace(chance=chance * world.chance)

    def starts(self) -> Iterator[World]:
        """Yield every initial deal."""
        bet = Bet(box=1, stake=self.unit)
        yield from self.worlds((), lambda: Deal.start(self.rules, [bet], self.draw))

    def after(self, world: World, verb: str) -> Iterator[World]:
        """Yield the results of a decision; their chances do not include that of `world`."""
        yield from self.worlds(world.dealt, lambda: world.deal.play(verb))

    def settled(self, deal: Deal) -> Mean:
        """Return the result of a complete round."""
        staked, returned = deal.staked(1), deal.returned(1)
        assert returned is not None
        return Mean(1.0, (returned - staked) / self.unit, staked / self.unit)


def start_of(world: World) -> Start:
    ranks = sorted((card.rank for card in world.deal.boxes[0].dealt), key=RANKS.index)
    return Start(world.dealt[UPCARD].rank, "".join(ranks))


Decide = Callable[[Deal], str]


class Walk:
    """All rounds of a player whose decisions depend on the open cards: `means` by start, chances included."""

    def __init__(self, rules: Rules, stock: Stock, decide: Decide) -> None:
        self.shoe, self.decide = TinyShoe(rules, stock), decide
        self.known: dict[object, Mean] = {}
        self.means: defaultdict[Start, Mean] = defaultdict(Mean)
        for world in self.shoe.starts():
            start = start_of(world)
            self.means[start] = self.means[start].plus(self._played(world), world.chance)

    def mean(self, ranks: str) -> Mean:
        """Return the mean of all rounds with an upcard of these ranks."""
        total = Mean()
        for start, mean in self.means.items():
            if start.upcard in ranks:
                total = total.plus(mean)
        return total

    def _played(self, world: World) -> Mean:
        if world.deal.complete:
            return self.shoe.settled(world.deal)
        key = on_the_table(world)
        if key not in self.known:
            mean = Mean()
            for after in self.shoe.after(world, self.decide(world.deal)):
                mean = mean.plus(self._played(after), after.chance)
            self.known[key] = mean
        return self.known[key]


def on_the_table(world: World) -> object:
    """Return everything the rest of a round depends on: open cards, hole card, and past decisions."""
    deal = world.deal
    box = deal.boxes[0]
    hidden = None if deal.face_down is None else world.dealt[HOLE].rank
    hands = tuple(_laid(hand) for hand in box.hands)
    return deal.turn, deal.blackjack_possible, box.answered, hidden, deal.dealer[0].rank, hands


def _laid(hand: Hand) -> object:
    """Return a hand with sorted cards; the first card of a split hand is the one that was split."""
    ranks = [card.rank for card in hand.cards]
    first = ranks[0] if hand.from_split else ""
    return first, "".join(sorted(ranks)), hand.end, hand.added


class Seen(NamedTuple):
    """View of a player without a split at a decision: upcard rank, own ranks, legal actions."""

    upcard: str
    hand: str
    legal: tuple[str, ...]


class Best:
    """Best play without splits, found by trying every choice: `choices` by view, with their results.

    The player knows the own cards and the upcard, and that a dealer who has peeked has no
    blackjack. The player takes neither insurance nor even money.
    """

    def __init__(self, rules: Rules, stock: Stock) -> None:
        self.shoe = TinyShoe(rules, stock)
        self.choices: dict[Seen, dict[str, float]] = {}
        self.deals: dict[Seen, Deal] = {}
        self.nets: dict[str, float] = {}
        deals: defaultdict[str, list[World]] = defaultdict(list)
        for world in self.shoe.starts():
            deals[world.deal.dealer[0].rank].append(world)
        for upcard, worlds in deals.items():
            self.nets[upcard] = self._net(worlds)

    def _net(self, worlds: list[World]) -> float:
        """Return the best net result, weighted by the chances of the worlds."""
        net = 0.0
        alike: defaultdict[Seen, list[World]] = defaultdict(list)
        for world in worlds:
            if world.deal.complete:
                net += world.chance * self.shoe.settled(world.deal).net
            else:
                alike[seen(world.deal)].append(world)
        return net + sum(self._decided(view, same) for view, same in alike.items())

    def _decided(self, view: Seen, worlds: list[World]) -> float:
        chance = sum(world.chance for world in worlds)
        if view not in self.choices:
            self.deals[view] = worlds[0].deal
            self.choices[view] = {
                verb: self._net(
                    [
                        after._replace(chance=world.chance * after.chance)
                        for world in worlds
                        for after in self.shoe.after(world, verb)
                    ]
                )
                / chance
                for verb in view.legal
                if verb not in ("insure", "even_money")
            }
        return chance * max(self.choices[view].values())


def seen(deal: Deal) -> Seen:
    ranks = sorted((card.rank for card in deal.boxes[0].hands[0].cards), key=RANKS.index)
    return Seen(deal.dealer[0].rank, "".join(ranks), deal.legal_actions)


def values_of(ranks: str) -> Ints:
    """Return cards, given by rank, as the counts by value that analysis uses."""
    return np.bincount([CARDS[rank].value - 1 for rank in ranks], minlength=VALUES)


class ByAnalysis:
    """Decision function that plays as the analysis does.

    `splits`: True splits every pair, False none, None those that analysis splits.
    """

    VERBS: ClassVar = {STAND: "stand", HIT: "hit", DOUBLE: "double", SURRENDER: "surrender"}

    def __init__(self, played: Mapping[int, Played], *, splits: bool | None = None) -> None:
        self.played, self.splits = played, splits
        self.found: dict[object, str] = {}

    def __call__(self, deal: Deal) -> str:
        box, place = deal.in_turn
        hand, upcard, legal = box.hands[place], deal.dealer[0].rank, deal.legal_actions
        ranks = "".join(card.rank for card in hand.cards)
        key = upcard, ranks, legal, hand.from_split
        if key not in self.found:
            self.found[key] = self._decided(deal, hand, ranks)
        return self.found[key]

    def _decided(self, deal: Deal, hand: Hand, ranks: str) -> str:
        upcard, legal = deal.dealer[0].rank, deal.legal_actions
        played = self.played[CARDS[upcard].value - 1]
        if deal.phase == "before_peek":
            return self._before_peek(played, upcard, ranks, legal)
        if "split" in legal and (hand.from_split or self._splits(played, upcard, ranks)):
            return "split"
        return self._unsplit(played, ranks, legal) if "hit" in legal else "stand"

    def _before_peek(self, played: Played, upcard: str, ranks: str, legal: tuple[str, ...]) -> str:
        if "surrender" not in legal or self._splits(played, upcard, ranks):
            return "decline"
        verb = self._unsplit(played, ranks, ("double", "surrender"))
        return verb if verb == "surrender" else "decline"

    def _splits(self, played: Played, upcard: str, ranks: str) -> bool:
        kind = pair_of(played, upcard, ranks)
        return kind is not None and (kind.is_split if self.splits is None else self.splits)

    def _unsplit(self, played: Played, ranks: str, offered: tuple[str, ...]) -> str:
        if len(ranks) > 2:
            return "hit" if played.policy.hits[hand_of(played, ranks)] else "stand"
        can = {"doubles": "double" in offered, "surrenders": "surrender" in offered}
        first, second = (CARDS[rank].value - 1 for rank in ranks)
        return self.VERBS[int(played.policy.first(**can)[first, second])]


def hand_of(played: Played, ranks: str) -> int:
    """Return the index of a hand among the hands of the analysis."""
    hands = played.upcard.table.hands.cards
    return int(np.flatnonzero((hands == values_of(ranks)).all(axis=1))[0])


def pair_of(played: Played, upcard: str, ranks: str) -> SplitPair | None:
    """Return the analysis of splitting two cards behind an upcard; None where they may not be split."""
    table, one, two = played.upcard.table, ranks[0], ranks[1]
    value = CARDS[one].value - 1
    if CARDS[two].value - 1 != value:
        return None
    kinds = played.splits[value]
    if value != TEN or table.rules.split_by == "value":
        return kinds[0] if kinds else None
    left = table.stock.ranks[RANKS.index(one)] - (one == upcard and not table.stock.infinite)
    alike = [kind for kind in kinds if one == two and kind.pair.splitting.pairs == left]
    return alike[0] if alike else None
