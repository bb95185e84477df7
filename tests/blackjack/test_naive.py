"""Differential test on random rules, cards and play: the library and the naive program agree at every decision and at the end."""

from fractions import Fraction
from typing import Any

import pytest

from blackjack.actions import WITH_FOLLOWERS
from blackjack.bets import Bet
from blackjack.deal import Deal
from blackjack.view import with_decimals
from tests.blackjack.naive.play import Question, play
from tests.exhaustive import slow_but_every
from tests.verify.generated import chance, played, some_bets, some_draw, some_rules

PARTS = 12
ROUNDS_OF_A_PART = 250


def written(bet: Bet) -> dict[str, Any]:
    """Return a bet in whole units, in the form of a case file."""
    return {
        "seat": bet.box,
        "stake": str(bet.stake),
        "side_bets": {name: str(stake) for name, stake in bet.side_bets.items()},
        "behind": [{"stake": str(each.stake), **each.choices.document()} for each in bet.behind],
    }


def asked(deal: Deal) -> Question:
    """Return the library's current decision as the naive program's `Question`."""
    assert deal.turn is not None
    legal = list(deal.legal_actions)
    amounts = {verb: deal.action_amounts(verb) for verb in legal}
    most = {verb: Fraction(found[1]) for verb, found in amounts.items() if found}
    following = {verb: list(deal.costs_behind(verb)) for verb in WITH_FOLLOWERS if verb in legal}
    return Question(*deal.turn, legal, most, following)


def compare(number: int) -> None:
    """Play a random round through the library, and the same decisions through the naive program."""
    source = chance(number)
    rules = some_rules(source)
    bets, cards = some_bets(source, rules), some_draw(source)
    through = played(source, Deal.start(rules, bets, cards))
    decisions = iter(zip(through.states, through.actions, strict=False))
    drawn = iter(range(200))

    def decide(question: Question) -> str:
        deal, action = next(decisions)
        assert question == asked(deal)
        return action.text()

    output = play(rules, [written(bet) for bet in bets], lambda: cards(next(drawn)), decide)
    assert next(decisions, None) is None
    assert output == with_decimals(through.last.public(), 0)


@pytest.mark.parametrize("part", slow_but_every(3, range(PARTS)))
def test_library_and_naive_program_agree(part: int) -> None:
    for number in range(part * ROUNDS_OF_A_PART, (part + 1) * ROUNDS_OF_A_PART):
        compare(number)
