"""Rounds for `make bench-signals`: shoes played once by the engine, from which histories of any length are put together.

The cards of a shoe do not depend on the bets, so one pool of shoes serves all bettors; a manner of playing the hands
needs a pool of its own.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np

from blackjack.actions import Action
from blackjack.analysis.result import analyse
from blackjack.bets import Bet, smallest_unit
from blackjack.canonical import sha256_hex
from blackjack.cards import CARDS, TEN
from blackjack.deal import Deal
from blackjack.dealer import STANDS_ON
from blackjack.fairness import entropy
from blackjack.rules import Rules
from blackjack.shoe import Shoe, must_close
from blackjack.simulation.counting import hi_lo_count
from blackjack.strategy import UPCARDS, find_row
from signals.columns import DECK, VERBS, Flags, Floats, Ints, find_spot
from signals.deviations import measure_deviation
from signals.playouts import Playout
from signals.unseen import Unseen, UnseenChoices
from tools.benchmarks.signals_books import find_book_play

RULES: Final[Mapping[str, Rules]] = {
    "1 deck, 50 %": Rules(decks=1, penetration=0.5, surrender="none"),
    "2 decks, 65 %": Rules(decks=2, penetration=0.65, surrender="none", soft_17="stand"),
    "6 decks, 75 %": Rules(surrender="none"),
    "8 decks, 85 %": Rules(decks=8, penetration=0.85, surrender="none", double_after_split=False),
}

_VERB: Final = {verb: place for place, verb in enumerate(VERBS)}
_ENTROPY: Final = entropy({1: "seat-1"}, None)
_PEEKS: Final = 100
_STIFF: Final = 12
_SIXTEEN: Final = 16
_INSURES_FROM: Final = 3


@dataclass(frozen=True, slots=True)
class Spot:
    """A decision as the player sees it, with what only a clairvoyant knows: the next card."""

    deal: Deal
    advised: Action
    true_count: float
    gone: Ints
    playout: Playout
    random: np.random.Generator


Manner = Callable[[Spot], Action]


def play_by_chart(spot: Spot) -> Action:
    return spot.advised


def play_with_errors(share: float) -> Manner:
    """Return the play of somebody who takes any other legal action in this share of decisions."""

    def decide(spot: Spot) -> Action:
        others = [verb for verb in spot.deal.legal_actions if verb != spot.advised.verb]
        if others and spot.random.random() < share:
            return Action(others[int(spot.random.integers(len(others)))])
        return spot.advised

    return decide


def never_bust(spot: Spot) -> Action:
    """Stand on every hard hand that a card may bust."""
    box, place = spot.deal.in_turn
    total = box.hands[place].total
    if spot.deal.phase == "play" and not total.soft and total.value >= _STIFF:
        return Action("stand")
    return spot.advised


def play_indices(spot: Spot) -> Action:
    """Insure from a true count of 3 on, and stand on 16 against a ten from 0 on."""
    deal = spot.deal
    if "insure" in deal.legal_actions:
        return Action("insure" if spot.true_count >= _INSURES_FROM else "decline")
    box, place = deal.in_turn
    total = box.hands[place].total
    against_ten = deal.dealer[0].value == TEN
    if total.value == _SIXTEEN and not total.soft and against_ten and spot.true_count >= 0:
        return Action("stand")
    return spot.advised


def play_by_book(book: str) -> Manner:
    return lambda spot: find_book_play(spot.playout, book).advise(spot.deal)


def insure_always(spot: Spot) -> Action:
    return Action("insure") if "insure" in spot.deal.legal_actions else spot.advised


def mimic_the_dealer(spot: Spot) -> Action:
    """Hit up to 16, stand from 17 on."""
    if spot.deal.phase != "play":
        return spot.advised
    box, place = spot.deal.in_turn
    return Action("hit" if box.hands[place].total.value < STANDS_ON else "stand")


def insure_often(spot: Spot) -> Action:
    """Insure every third time and stand on 16 every other time, whatever the count."""
    deal = spot.deal
    if "insure" in deal.legal_actions:
        return Action("insure" if spot.random.random() < 1 / 3 else "decline")
    box, place = deal.in_turn
    if box.hands[place].total == (_SIXTEEN, False) and spot.random.random() < 1 / 2:
        return Action("stand")
    return spot.advised


def know_next_card(share: float, otherwise: Manner = play_by_chart) -> Manner:
    """Return the play of somebody who sees the next card in this share of decisions and makes the best of it."""

    def decide(spot: Spot) -> Action:
        if spot.deal.phase != "play" or spot.random.random() >= share:
            return otherwise(spot)
        return _make_best(spot)

    return decide


def _make_best(spot: Spot) -> Action:
    deal = spot.deal
    unseen = Unseen(deal, spot.gone.tolist())
    choices = UnseenChoices([int(spot.random.integers(1 << 30))])
    seen = [deal.draw(deal.cards_drawn)]
    orders = [unseen.order(choices, seen) for _ in range(_PEEKS)]
    worth = {
        verb: sum(spot.playout.result(deal, Action(verb), order, {1: 1}) for order in orders)
        for verb in dict.fromkeys([spot.advised.verb, *deal.legal_actions])
    }
    return Action(max(worth, key=lambda verb: worth[verb]))


MANNERS: Final[Mapping[str, Manner]] = {
    "by the chart": play_by_chart,
    "expert, 0.5 % errors": play_with_errors(0.005),
    "average, 4 % errors": play_with_errors(0.04),
    "careless, 15 % errors": play_with_errors(0.15),
    "never busts": never_bust,
    "index plays": play_indices,
    "insures often": insure_often,
    "by a simple book": play_by_book("a simple book"),
    "insures always": insure_always,
    "mimics the dealer": mimic_the_dealer,
    "clairvoyant, 5 %": know_next_card(0.05),
    "clairvoyant, 5 %, by a book": know_next_card(0.05, play_by_book("a book")),
    "clairvoyant, 5 %, by a simple book": know_next_card(0.05, play_by_book("a simple book")),
    "clairvoyant, 5 %, 2 % errors": know_next_card(0.05, play_with_errors(0.02)),
}
MEASURED: Final = frozenset(
    {
        "careless, 15 % errors",
        "never busts",
        "index plays",
        "by a simple book",
        "insures always",
        "mimics the dealer",
        "clairvoyant, 5 %",
        "clairvoyant, 5 %, by a book",
        "clairvoyant, 5 %, by a simple book",
        "clairvoyant, 5 %, 2 % errors",
    }
)
"""Manners whose deviations are measured for INT1."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Rounds shoe after shoe. `shoes` has the first round of each shoe and the end of the last one.

    Results are per unit of the bet. `decisions` has the first decision of each round and the end, `deviations` the
    first deviation of each decision, `values` the first possible gain of each deviation.
    """

    rules: Rules
    shoes: Ints
    running: Ints
    left: Ints
    staked: Floats
    returned: Floats
    decisions: Ints
    spot: Ints
    action: Ints
    advised: Ints
    running_then: Ints
    left_then: Ints
    deviations: Ints
    gain: Floats
    right: Flags
    right_chance: Floats
    cost: Floats
    values: Ints
    value: Floats
    chance: Floats

    @property
    def net(self) -> Floats:
        return self.returned - self.staked


Job = tuple[str, str, int, int]
"""Rule set, manner, first shoe, number of rounds to reach."""


def play_pools(jobs: Sequence[Job], processes: int) -> Iterator[tuple[Job, Pool]]:
    """Play the jobs, in several processes if there are several, and yield each pool in order."""
    if processes == 1:
        yield from ((job, play_pool(job)) for job in jobs)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from zip(jobs, pool.map(play_pool, jobs), strict=True)


def play_pool(job: Job) -> Pool:
    """Play shoes until the number of rounds is reached; the same job gives the same pool."""
    name, manner, first, rounds = job
    return play_rounds(
        RULES[name],
        MANNERS[manner],
        f"{name}:{manner}",
        first=first,
        rounds=rounds,
        measured=manner in MEASURED,
    )


def play_rounds(
    rules: Rules,
    manner: Manner,
    seed: str,
    *,
    rounds: int,
    first: int = 0,
    measured: bool = False,
) -> Pool:
    """Play shoes from number `first` on until there are so many rounds; with `measured` also what deviations gained."""
    player = _Player(rules, manner, seed, measured=measured)
    number = first
    while len(player.rows) < rounds:
        player.play_shoe(number)
        number += 1
    return player.pool()


@lru_cache(maxsize=16)
def find_playout(rules: Rules) -> Playout:
    """Return the play by the rules' computed chart. Takes seconds; cached."""
    return Playout(rules, analyse(rules).chart)


class _Player:
    def __init__(self, rules: Rules, manner: Manner, seed: str, *, measured: bool) -> None:
        self.rules, self.manner, self.seed, self.measured = rules, manner, seed, measured
        self.playout, self.unit = find_playout(rules), smallest_unit(rules)
        self.rows: list[tuple[float, ...]] = []
        self.shoes, self.decisions, self.deviations, self.values = [0], [0], [0], [0]
        self.decided: list[tuple[int, ...]] = []
        self.gains: list[tuple[float, bool, float, float]] = []
        self.chances: list[tuple[float, float]] = []

    def play_shoe(self, number: int) -> None:
        seed = sha256_hex(f"{self.seed}:{number}")
        random = np.random.default_rng(list(bytes.fromhex(seed)))
        shoe, gone, rounds = Shoe(seed, self.rules.finite_decks), np.zeros(len(CARDS), np.int64), 0
        while not must_close(self.rules, rounds, shoe.dealt):
            cards = shoe.begin(_ENTROPY, rounds + 1)
            running = hi_lo_count(
                CARDS[at] for at in np.repeat(np.arange(len(CARDS)), gone).tolist()
            )
            start = Deal.start(self.rules, [Bet(1, self.unit)], cards.draw)
            deal = self._play(start, running, len(shoe.left), gone, random)
            staked, returned = deal.staked(1) / self.unit, (deal.returned(1) or 0) / self.unit
            self.rows.append((running, len(shoe.left), staked, returned))
            self.decisions.append(len(self.decided))
            gone = gone + np.bincount([card.index for card in deal.cards], minlength=len(CARDS))
            shoe, rounds = cards.end(deal.cards_drawn), rounds + 1
        self.shoes.append(len(self.rows))

    def _play(
        self, deal: Deal, running: int, left: int, gone: Ints, random: np.random.Generator
    ) -> Deal:
        while not deal.complete:
            box, place = deal.in_turn
            seen = [*deal.dealer, *(card for one in box.hands for card in one.cards)]
            count, unseen = running + hi_lo_count(seen), left - deal.cards_drawn
            advised = self.playout.advise(deal)
            true_count = count * DECK / max(unseen, 1)
            action = self.manner(Spot(deal, advised, true_count, gone, self.playout, random))
            hand, upcard = box.hands[place], UPCARDS[(deal.dealer[0].value - 2) % len(UPCARDS)]
            spot = find_spot(find_row(hand), upcard) if deal.phase == "play" else -1
            self.decided.append((spot, _VERB[action.verb], _VERB[advised.verb], count, unseen))
            if self.measured and action.verb != advised.verb:
                self._measure(deal, action, gone)
            self.deviations.append(len(self.gains))
            deal = deal.play(action)
        return deal

    def _measure(self, deal: Deal, action: Action, gone: Ints) -> None:
        found = measure_deviation(deal, action, self.playout, {1: 1}, gone.tolist())
        self.gains.append((found.gain, found.right, found.right_chance, found.cost))
        self.chances += zip(found.values.tolist(), found.chances.tolist(), strict=True)
        self.values.append(len(self.chances))

    def pool(self) -> Pool:
        running, left, staked, returned = np.array(self.rows).T
        spot, action, advised, running_then, left_then = np.array(self.decided, np.int64).T
        gain, right, right_chance, cost = np.array(self.gains, float).reshape(-1, 4).T
        value, chance = np.array(self.chances, float).reshape(-1, 2).T
        places: Any = (self.shoes, self.decisions, self.deviations, self.values)
        shoes, decisions, deviations, values = (np.array(one, np.int64) for one in places)
        return Pool(
            self.rules,
            shoes,
            running.astype(np.int64),
            left.astype(np.int64),
            staked,
            returned,
            decisions,
            spot,
            action,
            advised,
            running_then,
            left_then,
            deviations,
            gain,
            right > 0,
            right_chance,
            cost,
            values,
            value,
            chance,
        )
