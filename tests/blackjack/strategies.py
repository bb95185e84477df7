"""Hypothesis strategies: any rules, any cards, any legal play."""

from typing import Any, get_args

from hypothesis import strategies as st

from blackjack.actions import Action
from blackjack.bets import Behind, Bet, smallest_unit
from blackjack.cards import CARDS, Card
from blackjack.choices import DoubleChoice, Side, SplitChoice
from blackjack.deal import Deal, Draw
from blackjack.presets import PRESETS
from blackjack.rules import Rules

_FLAGS = [
    "naturals", "double_after_split", "double_for_less", "hit_split_aces", "double_split_aces",
    "split_tens_natural", "surrender_after_split", "even_money", "auto_stand_21", "inverted",
    "player_cut",
]  # fmt: skip
_SIDE_BETS = PRESETS["live"].to_dict()["side_bets"]
_HOUSE_PLAY = ["stand", "basic_strategy", "hit_or_stand"]
_CLOCK = [None, 1, 30]
_CHOICES: dict[str, list[Any]] = {
    "decks": [1, 2, 6, 8, "infinite"],
    "penetration": [0.1, 0.29, 0.5, 0.95],
    "reshuffle": ["at_penetration", "every_round", "when_empty"],
    "burn_cards": [0, 1, 10],
    "dealer_blackjack_takes": ["all_bets", "all_but_doubles", "original_bet"],
    "soft_17": ["hit", "stand"],
    "blackjack_pays": ["3:2", "6:5", "7:5", "1:1", "4:3"],
    "double_on": ["any", "9-11", "10-11", "never"],
    "split_by": ["value", "rank"],
    "max_splits": [0, 1, 2, 3],
    "max_ace_splits": [0, 1, 2, 3],
    "surrender": ["none", "late", "early_vs_non_ace", "early"],
    "insurance": ["none", "half", "up_to_half"],
    "charlie": [None, 5, 6, 11],
    "max_cards": [None, 5, 7, 11],
    "show_hole_card": ["always", "when_needed"],
    "side_bets": [{}, {}, _SIDE_BETS, *({name: _SIDE_BETS[name]} for name in _SIDE_BETS)],
    "bettors_per_seat": [1, 1, 2, 3],
    "seats": [1, 3, 7],
    "seats_per_player": [1, 7],
    "turn_seconds": _CLOCK,
    "betting_seconds": _CLOCK,
    "intermission_seconds": _CLOCK,
    "resume_seconds": _CLOCK,
    "on_turn_timeout": _HOUSE_PLAY,
    "on_absence": _HOUSE_PLAY,
}
_AT_THE_DEALER = [
    ("dealt", "ace_and_ten"), ("dealt", "ace"), ("dealt", "never"), ("not_dealt", "never"),
]  # fmt: skip
_INTERESTING = [card for card in CARDS if card.rank in "A2568TK"]


def all_rules(at_the_dealer: list[tuple[str, str]] = _AT_THE_DEALER) -> st.SearchStrategy[Rules]:
    values = {name: st.booleans() for name in _FLAGS}
    values |= {name: st.sampled_from(choices) for name, choices in _CHOICES.items()}

    def made(fields: dict[str, Any], seen: tuple[str, str]) -> Rules:
        hole_card, peek = seen
        return Rules.from_dict({**fields, "hole_card": hole_card, "peek": peek})

    return st.builds(made, st.fixed_dictionaries(values), st.sampled_from(at_the_dealer))


@st.composite
def all_bets(draw: st.DrawFn, rules: Rules) -> list[Bet]:
    unit = smallest_unit(rules)
    seats = draw(st.lists(st.integers(1, rules.seats), min_size=1, max_size=3, unique=True))
    names = st.lists(st.sampled_from(sorted(rules.side_bets) or [""]), unique=True, max_size=2)
    follower = st.builds(
        lambda times, *choices: Behind(unit * times, *choices),
        st.integers(1, 9),
        *(st.sampled_from(get_args(kind)) for kind in (SplitChoice, DoubleChoice, Side)),
    )
    followers = st.lists(follower, max_size=rules.bettors_per_seat - 1)
    return [
        Bet(
            seat,
            unit * draw(st.integers(1, 9)),
            {name: 3 for name in draw(names) if name},
            tuple(draw(followers)),
        )
        for seat in seats
    ]


def all_draws() -> st.SearchStrategy[Draw]:
    """Strategy for draws: chosen cards first, rich in pairs, aces and tens; then the deck, repeated."""

    def made(cards: list[Card]) -> Draw:
        return lambda k: cards[k] if k < len(cards) else CARDS[(7 * k) % len(CARDS)]

    return st.lists(st.sampled_from(_INTERESTING), min_size=4, max_size=24).map(made)


def some_action(draw: st.DrawFn, deal: Deal) -> Action:
    verb = draw(st.sampled_from(deal.legal_actions))
    follows = sorted(deal.costs_behind(verb))
    staying = tuple(bettor for bettor in follows if draw(st.booleans()))
    amounts = deal.action_amounts(verb)
    if amounts is None or draw(st.booleans()):
        return Action(verb, None, staying)
    return Action(verb, draw(st.integers(*amounts)), staying)


Played = tuple[Rules, list[Bet], Draw, list[Action], list[Deal]]


@st.composite
def played_rounds(draw: st.DrawFn, all_rules: st.SearchStrategy[Rules] = all_rules()) -> Played:  # noqa: B008 - a strategy is a value
    """Draw rules, bets, cards, the actions to the end, and the state before and after each action."""
    rules = draw(all_rules)
    bets, cards = draw(all_bets(rules)), draw(all_draws())
    states = [Deal.start(rules, bets, cards)]
    actions: list[Action] = []
    while not states[-1].complete:
        actions.append(some_action(draw, states[-1]))
        states.append(states[-1].play(actions[-1]))
    return rules, bets, cards, actions, states
