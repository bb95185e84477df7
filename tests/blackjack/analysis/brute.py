"""Every round of a tiny shoe, card by card through the game itself: what analysis says is held against this.

A round is dealt with every order of the cards at its exact chance. Nothing is known here of totals, of the dealer's play
or of what is paid: `Deal` does all that. What lies on the table decides what may still come, not the order in which it
came, so that equal tables are played on only once.
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
"""Numbers of the dealer's cards in a round with one seat, where the second is dealt."""


class Start(NamedTuple):
    """What a round begins with: the ranks of the upcard and of the player's cards, in the order of `RANKS`."""

    upcard: str
    hand: str


@dataclass(frozen=True, slots=True)
class Mean:
    """Means per unit of the bet, times the `chance` of what they are about."""

    chance: float = 0.0
    net: float = 0.0
    staked: float = 0.0

    def plus(self, other: Mean, chance: float = 1.0) -> Mean:
        """Return the sum with another, which comes with a chance."""
        return Mean(
            self.chance + chance * other.chance,
            self.net + chance * other.net,
            self.staked + chance * other.staked,
        )


class NextCardError(Exception):
    """The round asks for a card that has not been laid down yet."""


class World(NamedTuple):
    """A round as it may stand, with all cards that have left the shoe and the chance of that."""

    chance: float
    dealt: tuple[Card, ...]
    deal: Deal


class TinyShoe:
    """The cards of a stock. `draw` is what rounds ask; it gives the cards of one world after another."""

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
        """Yield what becomes of an act, with every card that it may draw."""
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
        """Yield every deal."""
        bet = Bet(box=1, stake=self.unit)
        yield from self.worlds((), lambda: Deal.start(self.rules, [bet], self.draw))

    def after(self, world: World, verb: str) -> Iterator[World]:
        """Yield what becomes of a decision; the chances are those after it."""
        yield from self.worlds(world.dealt, lambda: world.deal.play(verb))

    def settled(self, deal: Deal) -> Mean:
        """Return what a complete round brought."""
        staked, returned = deal.staked(1), deal.returned(1)
        assert returned is not None
        return Mean(1.0, (returned - staked) / self.unit, staked / self.unit)


def start_of(world: World) -> Start:
    """Return what the round of this world began with."""
    ranks = sorted((card.rank for card in world.deal.boxes[0].dealt), key=RANKS.index)
    return Start(world.dealt[UPCARD].rank, "".join(ranks))


Decide = Callable[[Deal], str]


class Walk:
    """Every round, played by a player who decides by what lies open: `means` by start, chances included."""

    def __init__(self, rules: Rules, stock: Stock, decide: Decide) -> None:
        self.shoe, self.decide = TinyShoe(rules, stock), decide
        self.known: dict[object, Mean] = {}
        self.means: defaultdict[Start, Mean] = defaultdict(Mean)
        for world in self.shoe.starts():
            start = start_of(world)
            self.means[start] = self.means[start].plus(self._played(world), world.chance)

    def mean(self, ranks: str) -> Mean:
        """Return the mean of all rounds behind an upcard of these ranks."""
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
    """Return all that the rest of a round depends on: the cards face up, the one face down, and what was decided."""
    deal = world.deal
    box = deal.boxes[0]
    hidden = None if deal.face_down is None else world.dealt[HOLE].rank
    hands = tuple(_laid(hand) for hand in box.hands)
    return deal.turn, deal.blackjack_possible, box.answered, hidden, deal.dealer[0].rank, hands


def _laid(hand: Hand) -> object:
    """Return a hand, its cards sorted; the first of a split hand is the card that was split."""
    ranks = [card.rank for card in hand.cards]
    first = ranks[0] if hand.from_split else ""
    return first, "".join(sorted(ranks)), hand.end, hand.added


class Seen(NamedTuple):
    """What a player without a split sees at a decision: the upcard's rank, own ranks, and what may be done."""

    upcard: str
    hand: str
    legal: tuple[str, ...]


class Best:
    """The best play there is without splitting, found by trying all: `choices` by what is seen, with their results.

    The player knows the own cards and the upcard, and that a dealer who has looked has no blackjack, and takes neither insurance nor even money.
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
        """Return the best net result, times the chances of the worlds."""
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
    """Return what the player sees at a decision."""
    ranks = sorted((card.rank for card in deal.boxes[0].hands[0].cards), key=RANKS.index)
    return Seen(deal.dealer[0].rank, "".join(ranks), deal.legal_actions)


def values_of(ranks: str) -> Ints:
    """Return cards, given by rank, as counts by value, as analysis has them."""
    return np.bincount([CARDS[rank].value - 1 for rank in ranks], minlength=VALUES)


class ByAnalysis:
    """The decisions that analysis computes the worth of, taken at the table; `splits` says which pairs are split.

    True splits every pair, False none, None those that analysis splits.
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
    """Return the place of a hand among the hands of analysis."""
    hands = played.upcard.table.hands.cards
    return int(np.flatnonzero((hands == values_of(ranks)).all(axis=1))[0])


def pair_of(played: Played, upcard: str, ranks: str) -> SplitPair | None:
    """Return what analysis knows of splitting two cards behind an upcard, None where they may not be split."""
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
