"""Players made for files: they play real shoes with the engine, and their rounds are written as docs/signals.md says."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import exp, log
from random import Random
from typing import Any

from blackjack.actions import Action
from blackjack.amounts import decimal_text
from blackjack.bets import Bet, smallest_unit
from blackjack.cards import CARDS, Card
from blackjack.deal import Deal
from blackjack.rules import Rules
from blackjack.shoe import must_close
from signals.columns import UNITS
from signals.reading.plays import find_playout

WEIGHTS = {1: -1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 0, 8: 0, 9: 0, 10: -1}
START = 1_760_000_000.0


@dataclass
class Table:
    """What a bettor may look at before a bet."""

    random: Random
    true_count: float = 0.0
    last: int = 0  # result of the last round: -1 lost, 0 push, 1 won
    streak: int = 0  # losses in a row
    number: int = 0
    memory: dict[str, float] = field(default_factory=dict)


Bettor = Callable[[Table], float]
Thinker = Callable[[Random, float], float]


def flat(_table: Table) -> float:
    return 10


def drifting(table: Table) -> float:
    stake = table.memory.get("stake", 20.0) * exp(table.random.gauss(0, 0.08))
    table.memory["stake"] = min(max(stake, 5.0), 200.0)
    return round(table.memory["stake"])


def random_bets(table: Table) -> float:
    return table.random.choice((5, 10, 20, 50))


def martingale(table: Table) -> float:
    return float(5 * 2 ** min(table.streak, 6))


def parlay(table: Table) -> float:
    wins = table.memory.get("wins", 0.0)
    table.memory["wins"] = 0.0 if table.last < 0 else (wins + (table.last > 0)) % 4
    return float(5 * 2 ** table.memory["wins"])


def counter(highest: int, cover: float = 0.0) -> Bettor:
    """A counter who bets 1 to `highest` units; a share of bets is cover, and doesn't follow the count."""

    def bet(table: Table) -> float:
        if table.random.random() < cover:
            return 10.0 * table.random.randint(1, highest)
        step = min(max(table.true_count - 1, 0.0), 4.0) / 4
        return 10.0 * round(1 + (highest - 1) * step)

    return bet


HONEST: dict[str, Bettor] = {
    "flat": flat,
    "random": random_bets,
    "parlay": parlay,
    "martingale": martingale,
    "drifting": drifting,
}


def lognormal(median: float, deviation: float, harder: float = 1.3) -> Thinker:
    def think(random: Random, difficulty: float) -> float:
        return exp(random.gauss(log(median * harder**difficulty), deviation))

    return think


def gamma(shape: float, mean: float, harder: float = 1.3) -> Thinker:
    def think(random: Random, difficulty: float) -> float:
        return random.gammavariate(shape, mean / shape) * float(harder**difficulty)

    return think


def mixture(quick: Thinker, slow: Thinker, share: float = 0.3) -> Thinker:
    def think(random: Random, difficulty: float) -> float:
        return (slow if random.random() < share else quick)(random, difficulty)

    return think


class Shoe:
    """Cards in a random order; a shoe that runs empty is shuffled again."""

    def __init__(self, rules: Rules, random: Random) -> None:
        self.rules, self.random = rules, random
        self.cards = list(CARDS) * (rules.finite_decks or 1)
        random.shuffle(self.cards)
        self.at = rules.burn_cards
        self.nonce = self.running = 0

    def draw_from(self, first: int) -> Callable[[int], Card]:
        drawn: dict[int, Card] = {}

        def draw(k: int) -> Card:
            if self.rules.finite_decks is None:
                return drawn.setdefault(k, self.random.choice(CARDS))
            return self.cards[first + k]

        return draw

    @property
    def true_count(self) -> float:
        left = len(self.cards) - self.at
        return self.running * 52 / left if self.rules.finite_decks and left else 0.0

    @property
    def is_over(self) -> bool:
        few = self.rules.finite_decks is not None and len(self.cards) - self.at < 30
        return must_close(self.rules, self.nonce, self.at) or few


@dataclass
class Player:
    """One who plays `rules`, bets by `bettor`, thinks by `thinker`, and leaves the chart in a share of decisions."""

    rules: Rules
    name: str
    bettor: Bettor = flat
    thinker: Thinker = field(default_factory=lambda: lognormal(3.0, 0.5))
    errors: float = 0.05
    seed: int = 1
    pace: float = 40.0
    sits_out: Callable[[Table], bool] | None = None
    live: bool = False
    indexes: bool = False

    def play(self, count: int) -> dict[str, Any]:
        """Return the line of a file with this many rounds."""
        return {"player": self.name, "rounds": list(self._rounds(count))}

    def _rounds(self, count: int) -> Iterator[dict[str, Any]]:
        random, at, shoes, shoe = Random(self.seed), START, 0, None  # noqa: S311 - invented play
        table, done = Table(random), 0
        while done < count:
            if shoe is None or shoe.is_over:
                shoes, shoe = shoes + 1, Shoe(self.rules, random)
            shoe.nonce += 1
            table.true_count, table.number = shoe.true_count, done
            away = self.sits_out is not None and self.sits_out(table)
            given = self._deal(shoe, table, at, away=away)
            done += not away
            given |= {"table": "T1", "shoe": f"s{shoes}", "nonce": shoe.nonce, "live": self.live}
            yield given
            at += self.pace + random.expovariate(1 / 10)
            if done % 100 == 0:
                at += 6 * 3600

    def _deal(self, shoe: Shoe, table: Table, at: float, *, away: bool) -> dict[str, Any]:
        unit = smallest_unit(self.rules)
        stake = round(self.bettor(table) * UNITS) if not away else UNITS
        draw = shoe.draw_from(shoe.at)
        deal = Deal.start(self.rules, [Bet(1, stake * unit)], draw)
        decisions, now = [], at + 1
        while not deal.complete:
            action = self._decide(deal, table.random, shoe)
            hard = 12 <= deal.in_turn[0].hands[deal.in_turn[1]].total.value <= 16
            made = now + self.thinker(table.random, float(hard))
            decisions.append({"action": action.text(), "asked_at": now, "made_at": made})
            now, deal = made + 1, deal.play(action)
        cards = [draw(k) for k in range(deal.cards_drawn)]
        shown = deal.cards
        shoe.at += deal.cards_drawn if self.rules.finite_decks else 0
        shoe.running += sum(WEIGHTS[card.value] for card in shown)
        given: dict[str, Any] = {"time": at, "ended": now, "rules": self.rules.to_dict()}
        if away:
            return given | {"cards": " ".join(map(str, shown))}
        net = (deal.returned(1) or 0) - deal.staked(1)
        table.last = (net > 0) - (net < 0)
        table.streak = table.streak + 1 if net < 0 else 0
        return given | {
            "stakes": {"1": decimal_text(stake)},
            "cards": " ".join(map(str, cards)),
            "decisions": decisions,
        }

    def _decide(self, deal: Deal, random: Random, shoe: Shoe) -> Action:
        advised = find_playout(self.rules).advise(deal)
        if self.indexes:
            return self._play_index(deal, shoe, advised)
        if random.random() < self.errors and deal.phase == "play":
            return Action(random.choice([v for v in deal.legal_actions if v != "split"]))
        return advised

    def _play_index(self, deal: Deal, shoe: Shoe, advised: Action) -> Action:
        box, place = deal.in_turn
        seen = [*deal.dealer, *(card for hand in box.hands for card in hand.cards)]
        count = shoe.running + sum(WEIGHTS[card.value] for card in seen)
        true = count * 52 / (len(shoe.cards) - shoe.at - deal.cards_drawn)
        if "insure" in deal.legal_actions:
            return Action("insure" if true >= 3 else "decline")
        sixteen = box.hands[place].total == (16, False) and deal.dealer[0].value == 10
        if sixteen and "stand" in deal.legal_actions and advised.verb in {"hit", "surrender"}:
            return Action("stand" if true >= 0 else "hit")
        return advised
