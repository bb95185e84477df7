"""Play money at two tables at the same moment: neither stakes what the other has taken."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import count
from threading import Barrier

import pytest

from accounts.models import User
from blackjack.actions import Action
from blackjack.bets import Bet as Stake
from blackjack.presets import PRESETS
from blackjack.round import Round as Play
from casino import money_moves
from casino.errors import Refusal
from casino.models import Round
from casino.services import betting, decisions
from casino.services.betting import BetRequest, place_bet
from casino.services.decisions import DecisionRequest, decide
from tables.house import FRIENDLY
from tables.models import Table
from tests.casino import scenes
from tests.casino.test_at_once import together
from tests.casino.test_closing_at_once import one_before_the_other
from tests.casino.test_play_money import a_player, held
from tests.tables.house import an_open_table
from wallet.money import Money

pytestmark = pytest.mark.usefixtures("committed_db")


def two_tables(formula: str) -> list[Table]:
    values = {**FRIENDLY.values, "bet_formula": formula}
    first = replace(FRIENDLY, values=values)
    return [an_open_table(first), an_open_table(replace(first, slug="other", name="Other"))]


def loses_when_doubled(play: Play) -> bool:
    return "double" in play.legal_actions and play.play(Action("double")).returned(1) == 0


def nth_that_loses(n: int) -> scenes.Wanted:
    """No two shoes have one seed."""
    seen = count()
    return lambda play: loses_when_doubled(play) and next(seen) == n


def bets(player: User, tables: list[Table], *staked: str) -> list[Callable[[], Round]]:
    """A bet at each table, on cards that neither win at once nor after a double."""
    stakes = [(Stake(1, Money.parse(one, "PLY").units),) for one in staked]
    seeds = [
        scenes.seed_for(nth_that_loses(n), PRESETS["friendly"], one) for n, one in enumerate(stakes)
    ]
    requests = [_request(player, *one) for one in zip(tables, seeds, staked, strict=True)]
    return [partial(place_bet, player, *one) for one in zip(tables, requests, strict=True)]


def _request(player: User, table: Table, seed: str, stake: str) -> BetRequest:
    return replace(scenes.bet_request(scenes.sit(player, table, seed), stake), currency="PLY")


def holds_together(monkeypatch: pytest.MonkeyPatch, module: object) -> None:
    """Nobody holds a stake before all have judged theirs by the balance that they read."""
    gate = Barrier(2, timeout=60)

    def hold(*given: object, **named: object) -> Money:
        gate.wait()
        return money_moves.hold(*given, **named)  # type: ignore[arg-type]  # what it was called with

    monkeypatch.setattr(module, "hold", hold)


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
def test_a_double_that_comes_in_between_leaves_a_bet_elsewhere_less(
    formula: str, stake: str, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bet is judged by the balance that it read, and again by the one that the ledger finds."""
    player = a_player("300")
    first, second = bets(player, two_tables(formula), "100", stake)
    running = first()
    double = partial(decide, player, DecisionRequest(running.public_id, 0, "double"))

    def hold(*given: object, **named: object) -> Money:
        assert together([double]) == {"ok": 1}
        return money_moves.hold(*given, **named)  # type: ignore[arg-type]  # what it was called with

    monkeypatch.setattr(betting, "hold", hold)
    assert together([second]) == {code: 1}
    assert held(player) == "100.00"
    assert Round.objects.count() == 1


def test_doubles_at_two_tables_share_the_balance(monkeypatch: pytest.MonkeyPatch) -> None:
    player = a_player("300")
    rounds = [bet() for bet in bets(player, two_tables(""), "100", "100")]
    holds_together(monkeypatch, decisions)

    sent = [partial(decide, player, DecisionRequest(one.public_id, 0, "double")) for one in rounds]
    assert together(sent) == {"ok": 1, "insufficient_funds": 1}
    assert held(player) == "0.00"
