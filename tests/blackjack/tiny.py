"""Perft on tiny shoes: walk every card order and every decision, and count the rounds.

`cases/perft.json` holds rules, bets and cards of each case, and the counts of all its rounds. A case has
    rules, bets  as in a case file; amounts are whole units
    shoe         the cards of the full shoe; `"infinite": true` returns every card as it is drawn
    left         the cards in it when the round begins, if not all
    by_hand      true if the walk takes too long for the tests; the command below includes it
Equal cards count as one: a card order counts once, however many ways there are to lay it. Of a range of amounts the
minimum and the whole amount are played; a follower who would pay both pays and stays. The counts are
    positions    number of positions after 0, 1, 2 … decisions, including rounds that are over by then
    rounds       complete rounds; `cards` is the number of cards they draw, `refilled` how many of them refill the shoe
    net          total net result of each bettor: "1" is the first of box 1, "1-2" its second
    hands, insurance, side_bets     number by outcome; `behind` counts the followers' hands

    python -m tests.blackjack.tiny [NAME …]

counts all cases, or those named, with the naive program and with the library, stops if they differ, and rewrites
the file. To add a case, put it into the file without `counts`.
"""

import json
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any
from unittest import mock

from blackjack.bets import Behind, Bet
from blackjack.cards import Card
from blackjack.choices import choices_from
from blackjack.deal import Deal
from blackjack.presets import rules_from
from blackjack.rules import Rules
from blackjack.shoe import Shoe
from blackjack.view import with_decimals
from tests.blackjack.naive.play import Question, play
from tests.blackjack.naive.settlement import number

FILE = Path(__file__).parent / "cases" / "perft.json"
LEAST = 1

Given = dict[str, Any]
Output = dict[str, Any]


@dataclass
class Case:
    rules: Rules
    bets: list[Given]
    shoe: list[Card]
    left: list[Card]
    infinite: bool


def cases() -> dict[str, Given]:
    """Return all cases of the file by name."""
    found: dict[str, Given] = json.loads(FILE.read_text())
    return found


def case_of(given: Given) -> Case:
    shoe, left = _cards(given["shoe"]), _cards(given.get("left") or given["shoe"])
    infinite = given.get("infinite", False)
    return Case(rules_from(given["rules"]), given["bets"], shoe, left, infinite)


def _cards(names: str) -> list[Card]:
    return sorted(map(Card.parse, names.split()), key=lambda card: card.index)


@dataclass
class Walk:
    """Depth-first walk over all branches: the branches taken in one round after another.

    `positions` holds, for each position of the current round from the deal on, the number of
    branches before it. Positions before branch number `changed` also occurred in the previous
    round.
    """

    taken: list[list[int]] = field(default_factory=list)
    at: int = 0
    changed: int = -1
    positions: list[int] = field(default_factory=list)
    refilled: bool = False

    def choose(self, count: int) -> int:
        if self.at == len(self.taken):
            self.taken.append([0, count])
        self.at += 1
        return self.taken[self.at - 1][0]

    def decide(self, options: list[str]) -> str:
        self.positions.append(self.at)
        return options[self.choose(len(options))]

    def rounds(self, played: Callable[["Walk"], Output]) -> Iterator[Output]:
        """Play every possible round."""
        while True:
            self.at, self.positions, self.refilled = 0, [], False
            output = played(self)
            self.positions.append(self.at)
            yield output
            while self.taken and self.taken[-1][0] + 1 == self.taken[-1][1]:
                self.taken.pop()
            if not self.taken:
                return
            self.taken[-1][0] += 1
            self.changed = len(self.taken) - 1


class TinyShoe:
    """A shoe that deals each different card at every place in turn, as the walk chooses."""

    def __init__(self, case: Case, walk: Walk) -> None:
        self.case, self.walk = case, walk
        self.left, self.dealt, self.among = list(case.left), list[Card](), 0

    def draw(self) -> Card:
        self.place()
        return self.dealt[-1]

    def place(self) -> int:
        """Deal a card and return its index among the cards that were left."""
        if not self.left:
            self.refill()
        self.among = len(self.left)
        different = list(dict.fromkeys(self.left))
        card = different[self.walk.choose(len(different))]
        self.dealt.append(card)
        place = self.left.index(card)
        if not self.case.infinite:
            del self.left[place]
        return place

    def refill(self) -> None:
        """Return the cards that this round has not dealt to the shoe; all cards if it has dealt them all."""
        self.walk.refilled = True
        back = list(self.case.shoe)
        for card in self.dealt:
            if card in back:
                back.remove(card)
        self.left = back or list(self.case.shoe)


def options(
    legal: Iterable[str], most: Mapping[str, Any], follow: Mapping[str, Collection[int]]
) -> list[str]:
    """Return every decision that the walk takes at one point."""
    found = []
    for verb in legal:
        found.append(verb)
        if most.get(verb, 0) > LEAST:
            found.append(f"{verb}:{LEAST}")
    joined = [text for text in found if text.startswith(("double", "split"))]
    return found + [text + group for text in joined for group in _groups(text, follow)]


def _groups(text: str, follow: Mapping[str, Collection[int]]) -> list[str]:
    bettors = list(follow.get(text.partition(":")[0], ()))
    return [
        "".join(f"-{bettor}" for bettor in group)
        for count in range(1, len(bettors) + 1)
        for group in combinations(bettors, count)
    ]


def by_naive(case: Case, walk: Walk) -> Iterator[Output]:
    """Yield every round of a case, played by the naive program."""

    def decide(question: Question) -> str:
        return walk.decide(options(question.legal, question.most, question.following))

    def played(walk: Walk) -> Output:
        return play(case.rules, case.bets, TinyShoe(case, walk).draw, decide)

    return walk.rounds(played)


def by_library(case: Case, walk: Walk) -> Iterator[Output]:
    """Yield every round of a case, played by the library's `Deal` with the cards of its `Shoe`."""
    bets = [_bet(given) for given in case.bets]
    full, left = (tuple(card.index for card in cards) for cards in (case.shoe, case.left))
    shoe = Shoe("", None if case.infinite else 1, left, dealt=1)
    tiny: list[TinyShoe] = []

    def index(*args: Any) -> int:
        place = tiny[-1].place()
        assert args[-1] == tiny[-1].among
        return place

    def played(walk: Walk) -> Output:
        tiny[:] = [TinyShoe(case, walk)]
        deal = Deal.start(case.rules, bets, shoe.begin("", 1).draw)
        while not deal.complete:
            deal = deal.play(walk.decide(_options(deal)))
        shown: Output = with_decimals(deal.public(), 0)
        return shown

    with mock.patch.multiple("blackjack.shoe", _full_shoe=lambda _: full, draw_index=index):
        yield from walk.rounds(played)


def _bet(given: Given) -> Bet:
    side_bets = {name: int(stake) for name, stake in given.get("side_bets", {}).items()}
    behind = [Behind(int(bet["stake"]), *choices_from(bet)) for bet in given.get("behind", [])]
    return Bet(given["seat"], int(given["stake"]), side_bets, tuple(behind))


def _options(deal: Deal) -> list[str]:
    amounts = {verb: deal.action_amounts(verb) for verb in ("double", "insure")}
    most = {verb: found[1] for verb, found in amounts.items() if found}
    joined = [verb for verb in deal.legal_actions if verb in ("double", "split")]
    follow = {verb: list(deal.costs_behind(verb)) for verb in joined}
    return options(deal.legal_actions, most, follow)


class Counts:
    """Counts over the rounds of a walk."""

    def __init__(self) -> None:
        self.positions: list[int] = []
        self.sums = dict.fromkeys(("rounds", "cards", "refilled"), 0)
        self.net: dict[str, Fraction] = {}
        kinds = ("hands", "behind", "insurance", "side_bets")
        self.outcomes: dict[str, Counter[str]] = {kind: Counter() for kind in kinds}

    def add(self, output: Output, walk: Walk) -> None:
        """Count a round and its positions that no earlier round had."""
        self.positions += [0] * (len(walk.positions) - len(self.positions))
        for count, at in enumerate(walk.positions):
            self.positions[count] += at > walk.changed
        self.sums["rounds"] += 1
        self.sums["cards"] += output["cards_drawn"]
        self.sums["refilled"] += walk.refilled
        for seat in output["seats"]:
            self._add_part(str(seat["seat"]), seat, "hands")
            for name, bet in seat["side_bets"].items():
                self.outcomes["side_bets"][f"{name} {bet['outcome'] or 'lose'}"] += 1
            for part in seat.get("behind", []):
                self._add_part(f"{seat['seat']}-{part['bettor']}", part, "behind")

    def _add_part(self, bettor: str, part: Output, kind: str) -> None:
        self.net[bettor] = self.net.get(bettor, Fraction(0)) + Fraction(part["net"])
        for hand in part["hands"]:
            self.outcomes[kind][hand["outcome"]] += 1
        if part["insurance"]:
            self.outcomes["insurance"][part["insurance"]["outcome"]] += 1

    def document(self) -> Given:
        net = {bettor: number(sum_) for bettor, sum_ in self.net.items()}
        outcomes = {
            kind: dict(sorted(found.items())) for kind, found in self.outcomes.items() if found
        }
        return {"positions": self.positions, **self.sums, "net": net, **outcomes}


class DifferenceError(AssertionError):
    """The two programs end a round, or a count, differently."""


def counted(case: Case) -> tuple[Given, Given]:
    """Return the counts of the naive program and of the library. Raises DifferenceError if a round differs."""
    naive, library = Walk(), Walk()
    counts = Counts(), Counts()
    rounds = zip(by_naive(case, naive), by_library(case, library), strict=True)
    for one, other in rounds:
        if one != other:
            raise DifferenceError(f"naive:   {one}\nlibrary: {other}")
        counts[0].add(one, naive)
        counts[1].add(other, library)
    return counts[0].document(), counts[1].document()


def main(names: list[str]) -> None:
    """Count the cases, all if none is named, and rewrite the file. Raises DifferenceError."""
    found = cases()
    for name in names or found:
        naive, library = counted(case_of(found[name]))
        if naive != library:
            raise DifferenceError(f"naive:   {naive}\nlibrary: {library}")
        found[name]["counts"] = naive
        sys.stdout.write(f"{name}: {naive['rounds']} rounds\n")
    FILE.write_text(_text(found))


def _text(found: dict[str, Given]) -> str:
    """Return JSON with one line for each part of a case."""
    blocks = [
        f"{json.dumps(name)}: {{\n"
        + ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in case.items())
        + "\n}"
        for name, case in found.items()
    ]
    return "{\n" + ",\n".join(blocks) + "\n}\n"


if __name__ == "__main__":
    main(sys.argv[1:])
