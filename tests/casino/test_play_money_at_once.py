"""Concurrent play-money requests at two tables: neither stakes what the other has taken."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import count

import pytest

from accounts.models.users import User
from blackjack.actions import Action
from blackjack.bets import Bet
from blackjack.deal import Deal
from blackjack.presets import PRESETS
from casino.models import Round
from casino.play.services.betting import BetRequest, place_bet
from casino.play.services.decisions import DecisionRequest, make_decision
from journal.refusals import Refusal
from tables.models import Table
from tables.selectors.house_tables import FRIENDLY
from tests.casino import scenes
from tests.casino.test_closing_at_once import one_before_the_other
from tests.casino.test_play_money import a_player, held
from tests.tables.house import an_open_table
from wallet.money.values import Money

pytestmark = pytest.mark.committed


def two_tables(formula: str) -> list[Table]:
    values = {**FRIENDLY.values, "bet_formula": formula}
    first = replace(FRIENDLY, values=values)
    return [an_open_table(first), an_open_table(replace(first, slug="other", name="Other"))]


def loses_when_doubled(deal: Deal) -> bool:
    return "double" in deal.legal_actions and deal.play(Action("double")).returned(1) == 0


def nth_that_loses(n: int) -> scenes.Wanted:
    """Match the n-th losing deal, so that each shoe gets its own seed."""
    seen = count()
    return lambda deal: loses_when_doubled(deal) and next(seen) == n


def bets(player: User, tables: list[Table], *staked: str) -> list[Callable[[], Round]]:
    """Return a bet for each table. The rounds go on after the deal and lose when doubled."""
    stakes = [(Bet(1, Money.parse(one, "PLY").units),) for one in staked]
    seeds = [
        scenes.seed_for(nth_that_loses(n), PRESETS["friendly"], one) for n, one in enumerate(stakes)
    ]
    requests = [_request(player, *one) for one in zip(tables, seeds, staked, strict=True)]
    return [partial(place_bet, player, *one) for one in zip(tables, requests, strict=True)]


def _request(player: User, table: Table, seed: str, stake: str) -> BetRequest:
    return replace(scenes.bet_request(scenes.sit(player, table, seed), stake), currency="PLY")


@pytest.mark.parametrize(
    ("formula", "code"), [("", "insufficient_funds"), ("friendly", "bet_formula")]
)
def test_bets_at_two_tables_share_the_balance(formula: str, code: str) -> None:
    player = a_player("300")
    made, refusal = one_before_the_other(*bets(player, two_tables(formula), "300", "300"))

    assert isinstance(made, Round)
    assert isinstance(refusal, Refusal)
    assert refusal.code == code
    assert held(player) == "0.00"
    assert Round.objects.count() == 1


@pytest.mark.parametrize(
    ("formula", "stake", "code"),
    [("", "200", "insufficient_funds"), ("friendly", "400", "bet_formula")],
)
def test_a_double_that_came_first_leaves_a_bet_elsewhere_less(
    formula: str, stake: str, code: str
) -> None:
    """The bet waits for the double and is checked against the balance left."""
    player = a_player("300")
    first, second = bets(player, two_tables(formula), "100", stake)
    running = first()
    double = partial(make_decision, player, DecisionRequest(running.public_id, 0, "double"))
    made, refusal = one_before_the_other(double, second)

    assert isinstance(made, Round)
    assert isinstance(refusal, Refusal)
    assert refusal.code == code
    assert held(player) == "100.00"
    assert Round.objects.count() == 1


def test_doubles_at_two_tables_share_the_balance() -> None:
    player = a_player("300")
    rounds = [bet() for bet in bets(player, two_tables(""), "100", "100")]
    sent = [
        partial(make_decision, player, DecisionRequest(one.public_id, 0, "double"))
        for one in rounds
    ]
    made, refusal = one_before_the_other(*sent)

    assert isinstance(made, Round)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "insufficient_funds"
    assert held(player) == "0.00"
