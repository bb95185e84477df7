"""A player who leaves play while playing: the next stake is refused at once, the hand in play is finished without new money."""

from datetime import timedelta
from functools import partial
from uuid import uuid4

import pytest
from django.utils import timezone

from accounts.models import State
from accounts.player_models import Restriction
from accounts.protection.exclusion import exclude_oneself, time_out
from casino.errors import NotAllowed
from casino.models import Round
from casino.services import absence
from casino.services.betting import place_bet
from casino.services.decisions import DecisionRequest, decide
from tests.casino import scenes
from tests.casino.gone import by_house, charted, later
from tests.casino.test_closing_at_once import (
    depositing,
    exchanging,
    one_before_the_other,
    real_money,
)
from wallet.cash import errors
from wallet.errors import WalletError
from wallet.models import Transfer
from wallet.money import Money
from wallet.selectors import balance, in_play

pytestmark = pytest.mark.usefixtures("committed_db")


def test_a_break_that_came_first_takes_no_bet() -> None:
    player, table, request = real_money()
    made, refusal = one_before_the_other(
        partial(time_out, player, 1, key=uuid4()), partial(place_bet, player, table, request)
    )
    assert isinstance(made, Restriction)
    assert isinstance(refusal, NotAllowed)
    assert refusal.code == "self_excluded"
    assert not Round.objects.exists()
    assert in_play(player.pk) == []


def test_a_bet_that_came_first_is_played_and_the_break_counts() -> None:
    player, table, request = real_money()
    made, row = one_before_the_other(
        partial(place_bet, player, table, request), partial(time_out, player, 1, key=uuid4())
    )
    assert isinstance(made, Round)
    assert isinstance(row, Restriction)
    player.refresh_from_db()
    assert player.state == State.SELF_EXCLUDED


def test_in_mid_hand_nothing_but_the_stake_is_played_and_the_next_hand_is_refused() -> None:
    round_ = scenes.deal(scenes.ordinary)
    player, table = round_.player, round_.sitting.table
    exclude_oneself(player, None, key=uuid4())
    before = balance(player.pk)

    with pytest.raises(NotAllowed):
        decide(player, DecisionRequest(round_.public_id, 0, "double"))
    assert (balance(player.pk), round_.decisions.count()) == (before, 0)
    assert scenes.play(round_, "stand").status == Round.Status.COMPLETED
    with pytest.raises(NotAllowed):
        place_bet(player, table, scenes.bet_request(round_.sitting))
    assert Round.objects.count() == 1


def test_a_hand_that_is_left_is_played_by_the_house_within_a_day() -> None:
    """Without new money, although the chart would double; also when the time-out ends in the very hour."""
    round_ = scenes.deal(scenes.ordinary)
    charted(round_.version.rules, "Ds")
    time_out(round_.player, 1, key=uuid4())

    assert absence.play_due(later(23 * 60 * 60 + 60)) == 1
    assert by_house(round_) == ["stand"]
    assert Transfer.objects.filter(kind="bet").count() == 1


@pytest.mark.parametrize("act", [depositing, exchanging])
def test_no_money_comes_in_or_is_exchanged(act: object) -> None:
    player, _, _ = real_money()
    work = act(player)  # type: ignore[operator]  # one of the two above
    time_out(player, 1, key=uuid4())
    before = balance(player.pk)
    with pytest.raises(WalletError) as refused:
        work()
    assert isinstance(refused.value, errors.NotAllowed) or refused.value.code
    assert balance(player.pk) == before


def test_play_money_is_play_too() -> None:
    player, table, request = real_money()
    time_out(player, 30, key=uuid4())
    with pytest.raises(NotAllowed) as refused:
        place_bet(player, table, request)
    assert refused.value.code == "self_excluded"
    assert balance(player.pk) == Money.parse("10", "USD")
    assert timezone.now() + timedelta(days=29) < Restriction.objects.get().until  # type: ignore[operator]  # it has one
