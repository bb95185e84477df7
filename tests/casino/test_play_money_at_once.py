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
from casino.models import Round
from casino.services import betting, decisions
from casino.services.betting import BetRequest, place_bet
from casino.services.decisions import DecisionRequest, decide
from tables.house import FRIENDLY
from tables.models import Table
from tests.casino import scenes
from tests.casino.test_at_once import together
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


def bets(player: User, tables: list[Table], stake: str) -> list[Callable[[], Round]]:
    """A bet at each table, on cards that neither win at once nor after a double."""
    stakes = (Stake(1, Money.parse(stake, "PLY").units),)
    seeds = [scenes.seed_for(nth_that_loses(n), PRESETS["friendly"], stakes) for n in (0, 1)]
    requests = [_request(player, *one, stake) for one in zip(tables, seeds, strict=True)]
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
def test_bets_at_two_tables_share_the_balance(
    formula: str, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = a_player("300")
    sent = bets(player, two_tables(formula), "300")
    holds_together(monkeypatch, betting)

    assert together(sent) == {"ok": 1, code: 1}
    assert held(player) == "0.00"
    assert Round.objects.count() == 1


def test_doubles_at_two_tables_share_the_balance(monkeypatch: pytest.MonkeyPatch) -> None:
    player = a_player("300")
    rounds = [bet() for bet in bets(player, two_tables(""), "100")]
    holds_together(monkeypatch, decisions)

    sent = [partial(decide, player, DecisionRequest(one.public_id, 0, "double")) for one in rounds]
    assert together(sent) == {"ok": 1, "insufficient_funds": 1}
    assert held(player) == "0.00"
