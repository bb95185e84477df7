"""New money in a running round concurrent with the end of its player's play: the second sees the first."""

from functools import partial
from uuid import uuid4

import pytest

from accounts.models.users import User
from accounts.protection.services.exclusion import start_self_exclusion, start_time_out
from blackjack.presets import PRESETS
from casino.absence.services import house_play
from casino.models import Round
from casino.play.services.decisions import DecisionRequest, make_decision
from journal.refusals import NotAllowed
from limits.refusals import LimitReached
from limits.values import LimitKind
from tests.casino import scenes
from tests.casino.gone import by_house, charted, later
from tests.casino.test_at_once import together
from tests.casino.test_closing_at_once import Work, one_before_the_other
from tests.casino.test_play_money import bet as play_money_bet, seated
from tests.limits.own_limits import limited
from wallet.ledger.models import Transfer
from wallet.ledger.selectors.funds import balances

pytestmark = pytest.mark.committed


def lent() -> Round:
    place = seated("1000", scenes.seed_for(scenes.ordinary, PRESETS["friendly"]))
    return play_money_bet(place, "10")


def double(round_: Round) -> Work:
    return partial(make_decision, round_.player, DecisionRequest(round_.public_id, 0, "double"))


def away(player: User) -> Work:
    return partial(start_self_exclusion, player, None, key=uuid4())


def resting(player: User) -> Work:
    return partial(start_time_out, player, 1, key=uuid4())


def bets() -> int:
    return Transfer.objects.filter(kind="bet").count()


@pytest.mark.parametrize("leave", [away, resting])
@pytest.mark.parametrize("real", [True, False], ids=["real money", "play money"])
def test_a_double_that_comes_second_is_refused(leave: object, *, real: bool) -> None:
    assert callable(leave)
    round_ = scenes.deal(scenes.ordinary) if real else lent()
    before = balances(round_.player_id), bets()
    _, refusal = one_before_the_other(leave(round_.player), double(round_))
    assert isinstance(refusal, NotAllowed)
    assert refusal.code == "self_excluded"
    assert (balances(round_.player_id), bets()) == before
    assert round_.decisions.count() == 0


@pytest.mark.parametrize("leave", [away, resting])
def test_an_exclusion_that_comes_second_is_confirmed_after_the_double(leave: object) -> None:
    assert callable(leave)
    round_ = scenes.deal(scenes.ordinary)
    done, left = one_before_the_other(double(round_), leave(round_.player))
    assert isinstance(done, Round)
    assert left.kind == "self_excluded"  # type: ignore[attr-defined]  # a Restriction
    assert bets() == 2


def test_a_first_own_limit_that_comes_before_holds_too() -> None:
    round_ = scenes.deal(scenes.ordinary)
    first = partial(limited, round_.player, LimitKind.WAGER, 15)
    _, refusal = one_before_the_other(first, double(round_))
    assert isinstance(refusal, LimitReached)
    assert bets() == 1


@pytest.mark.parametrize("leave", [away, resting])
def test_the_house_takes_no_new_money_after_it(leave: object) -> None:
    assert callable(leave)
    round_ = scenes.deal(scenes.ordinary)
    charted(round_.version.rules, "D")
    _, ended = one_before_the_other(
        leave(round_.player), partial(house_play.play_due_rounds, later())
    )
    assert ended == 1
    assert by_house(round_)
    assert set(by_house(round_)) <= {"hit", "stand"}
    assert bets() == 1


def test_concurrent_requests_do_not_deadlock() -> None:
    round_ = scenes.deal(scenes.ordinary)
    works: list[Work] = [double(round_), away(round_.player)]
    works.append(partial(house_play.play_due_rounds, later()))
    ends = together(works)
    assert ends["ok"] + ends["self_excluded"] + ends["conflict"] == len(works)
