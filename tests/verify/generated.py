"""Random rules, bets and play, reproducible by number."""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, get_args

from blackjack.actions import Action
from blackjack.bets import Behind, Bet, smallest_unit
from blackjack.cards import CARDS
from blackjack.choices import DoubleChoice, Side, SplitChoice
from blackjack.deal import Deal, Draw
from blackjack.presets import PRESETS
from blackjack.rules import Rules

Chance = random.Random
TENTH = 10
"""The library's unit is a tenth of the money's unit where a payout needs it; amounts are whole money."""

_FLAGS = (
    "naturals", "double_after_split", "double_for_less", "hit_split_aces", "double_split_aces",
    "split_tens_natural", "surrender_after_split", "even_money", "auto_stand_21", "inverted",
)  # fmt: skip
_CHOICES: dict[str, tuple[Any, ...]] = {
    "dealer_blackjack_takes": ("all_bets", "all_but_doubles", "original_bet"),
    "soft_17": ("hit", "stand"),
    "blackjack_pays": ("3:2", "6:5", "7:5", "1:1", "2:1", "9:6"),
    "double_on": ("any", "9-11", "10-11", "never"),
    "split_by": ("value", "rank"),
    "max_splits": (0, 1, 2, 3),
    "max_ace_splits": (0, 1, 2, 3),
    "surrender": ("none", "late", "early_vs_non_ace", "early"),
    "insurance": ("none", "half", "up_to_half"),
    "charlie": (None, None, 5, 6, 7),
    "max_cards": (None, None, 5, 6, 11),
    "show_hole_card": ("always", "when_needed"),
    "bettors_per_seat": (1, 2, 3),
}
_AT_THE_DEALER = (
    ("dealt", "ace_and_ten"), ("dealt", "ace"), ("dealt", "never"), ("not_dealt", "never"),
)  # fmt: skip
_RICH = [card for card in CARDS if card.rank in "AA268TK"]
_SIDE_BETS = PRESETS["live"].to_dict()["side_bets"]


def chance(number: int) -> Chance:
    """Return a random source that is the same in every run."""
    return random.Random(number)  # noqa: S311  # repeatable, not a secret


def some_rules(source: Chance, **fixed: Any) -> Rules:
    """Return random rules of a table of three boxes."""
    fields: dict[str, Any] = {name: source.random() < 0.6 for name in _FLAGS}
    fields |= {name: source.choice(choices) for name, choices in _CHOICES.items()}
    hole_card, peek = source.choice(_AT_THE_DEALER)
    names = source.sample(sorted(_SIDE_BETS), source.randint(0, 4))
    side_bets = {name: _SIDE_BETS[name] for name in names}
    at_the_table = {"hole_card": hole_card, "peek": peek, "seats": 3, "side_bets": side_bets}
    return Rules.from_dict({**fields, **at_the_table, **fixed})


def some_bets(source: Chance, rules: Rules) -> list[Bet]:
    """Return bets on one box or more whose payouts are exact under any of the rules."""
    unit = smallest_unit(rules) * 1000
    seats = sorted(source.sample(range(1, rules.seats + 1), source.randint(1, rules.seats)))

    def some() -> int:
        return unit * source.randint(1, 40)

    return [
        Bet(seat, some(), _side_bets(source, rules), _behind(source, rules, some)) for seat in seats
    ]


def _behind(source: Chance, rules: Rules, some: Callable[[], int]) -> tuple[Behind, ...]:
    count = source.randint(0, rules.bettors_per_seat - 1)
    splits = ("follow", *get_args(SplitChoice))
    doubles, sides = get_args(DoubleChoice), get_args(Side)
    return tuple(
        Behind(some(), source.choice(splits), source.choice(doubles), source.choice(sides))
        for _ in range(count)
    )


def _side_bets(source: Chance, rules: Rules) -> dict[str, int]:
    return {name: 500 * source.randint(1, 9) for name in rules.side_bets if source.random() < 0.4}


def some_action(source: Chance, deal: Deal) -> Action:
    """Return a legal action, in some cases with an amount where one is allowed."""
    adventurous = [verb for verb in deal.legal_actions if verb not in ("stand", "decline")]
    verb = source.choice(adventurous * 2 + list(deal.legal_actions))
    staying = tuple(bettor for bettor in deal.costs_behind(verb) if source.random() < 0.1)
    amounts = deal.action_amounts(verb)
    if amounts is None or source.random() < 0.5:
        return Action(verb, None, staying)
    return Action(verb, TENTH * source.randint(1, amounts[1] // TENTH), staying)


def some_draw(source: Chance) -> Draw:
    """Return 200 cards without a shoe, rich in aces, pairs and tens; half of the draws favour three cards."""
    few = source.sample(_RICH, 3)
    often = few if source.random() < 0.5 else _RICH
    cards = [source.choice(often if source.random() < 0.8 else CARDS) for _ in range(200)]
    return lambda k: cards[k]


@dataclass(frozen=True)
class Play:
    """The states of a round, from the deal to the end, and the actions between them."""

    states: list[Deal]
    actions: list[Action]

    @property
    def last(self) -> Deal:
        return self.states[-1]


def played(source: Chance, deal: Deal, stop: Callable[[int], bool] = lambda _: False) -> Play:
    """Play a round to its end, or until `stop` returns True for the number of actions."""
    states = [deal]
    actions: list[Action] = []
    while not states[-1].complete and not stop(len(actions)):
        actions.append(some_action(source, states[-1]))
        states.append(states[-1].play(actions[-1]))
    return Play(states, actions)


def whole_tables() -> list[Rules]:
    """Return the presets, and each of them inverted."""
    return [*PRESETS.values(), *(replace(rules, inverted=True) for rules in PRESETS.values())]
