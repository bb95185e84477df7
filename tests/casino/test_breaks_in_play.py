"""Breaks begun during play: the next bet is refused at once, the current hand ends without new money."""

from datetime import UTC, datetime, timedelta
from functools import partial
from uuid import uuid4

import pytest
import time_machine
from django.utils import timezone

from accounts.models.restrictions import Restriction
from accounts.models.users import State
from accounts.protection.services.exclusion import start_self_exclusion, start_time_out
from casino.absence.services import house_play
from casino.models import Round
from casino.play.services.betting import place_bet
from casino.play.services.decisions import DecisionRequest, make_decision
from casino.table_page.words.page import TablePage
from journal.refusals import NotAllowed, Refusal
from tests.casino import scenes
from tests.casino.gone import by_house, charted, later
from tests.casino.test_closing_at_once import (
    depositing,
    exchanging,
    one_before_the_other,
    real_money,
)
from wallet.ledger.models import Transfer
from wallet.ledger.selectors.funds import balance, load_money_in_play
from wallet.money.values import Money

pytestmark = pytest.mark.database


@pytest.mark.committed
def test_a_break_that_came_first_takes_no_bet() -> None:
    player, table, request = real_money()
    made, refusal = one_before_the_other(
        partial(start_time_out, player, 1, key=uuid4()), partial(place_bet, player, table, request)
    )
    assert isinstance(made, Restriction)
    assert isinstance(refusal, NotAllowed)
    assert refusal.code == "self_excluded"
    assert not Round.objects.exists()
    assert load_money_in_play(player.pk) == []


@pytest.mark.committed
def test_a_bet_that_came_first_is_played_and_the_break_counts() -> None:
    player, table, request = real_money()
    made, row = one_before_the_other(
        partial(place_bet, player, table, request), partial(start_time_out, player, 1, key=uuid4())
    )
    assert isinstance(made, Round)
    assert isinstance(row, Restriction)
    player.refresh_from_db()
    assert player.state == State.SELF_EXCLUDED


def test_in_mid_hand_nothing_but_the_stake_is_played_and_the_next_hand_is_refused() -> None:
    round_ = scenes.deal(scenes.ordinary)
    player, table = round_.player, round_.place.table
    start_self_exclusion(player, None, key=uuid4())
    before = balance(player.pk)

    with pytest.raises(NotAllowed):
        make_decision(player, DecisionRequest(round_.public_id, 0, "double"))
    assert (balance(player.pk), round_.decisions.count()) == (before, 0)
    assert scenes.play(round_, "stand").status == Round.Status.COMPLETED
    with pytest.raises(NotAllowed):
        place_bet(player, table, scenes.bet_request(round_.participant))
    assert Round.objects.count() == 1


def test_a_hand_that_is_left_is_played_by_the_house_within_a_day() -> None:
    """No new money although the chart would double, even if the time-out ends within the same hour."""
    round_ = scenes.deal(scenes.ordinary)
    charted(round_.version.rules, "Ds")
    start_time_out(round_.player, 1, key=uuid4())

    assert house_play.play_due_rounds(later(23 * 60 * 60 + 60)) == 1
    assert by_house(round_) == ["stand"]
    assert Transfer.objects.filter(kind="bet").count() == 1


def shown(round_: Round) -> TablePage:
    client = scenes.signed_in(round_.player)
    client.cookies["django_language"] = "en"
    page: TablePage = client.get(f"/table/{round_.place.table.slug}/").context["page"]
    return page


@pytest.mark.parametrize("wanted", [scenes.ordinary, scenes.pair, scenes.ace_up])
def test_the_table_offers_the_end_of_the_hand_alone_and_says_until_when_it_waits(
    wanted: scenes.Wanted,
) -> None:
    with time_machine.travel(datetime(2099, 11, 22, 20, 15, tzinfo=UTC), tick=False):
        round_ = scenes.deal(wanted)
        assert shown(round_).last_hand == ""
        Round.objects.update(house_plays_at=None)  # as at a table without a waiting time
        start_time_out(round_.player, 3, key=uuid4())
        page = shown(round_)
        assert page.last_hand == (
            "You are taking a time-out until 25 Nov 2099, 20:15 UTC. Withdrawals stay open."
            " Finish this hand. You cannot double or split."
            " If you leave it, the house finishes it after 23 Nov 2099, 19:15 UTC."
        )
        Round.objects.update(house_plays_at=timezone.now() + timedelta(minutes=5))
        assert shown(round_).last_hand.endswith("after 22 Nov 2099, 20:20 UTC.")
    offered = {action.verb for action in page.actions}
    assert offered
    assert offered <= {"hit", "stand", "surrender", "decline"}
    assert [action.cost for action in page.actions] == [None] * len(offered)

    with time_machine.travel(datetime(2099, 11, 22, 20, 16, tzinfo=UTC), tick=False):
        done = shown(scenes.play_out(round_))
    assert (done.last_hand, done.actions, done.bet_form) == ("", [], None)
    assert done.barred is not None
    assert "time-out until 25 Nov 2099" in done.barred


@pytest.mark.parametrize("act", [depositing, exchanging])
def test_no_money_comes_in_or_is_exchanged(act: object) -> None:
    player, _, _ = real_money()
    work = act(player)  # type: ignore[operator]  # one of the two above
    start_time_out(player, 1, key=uuid4())
    before = balance(player.pk)
    with pytest.raises(Refusal) as refused:
        work()
    assert refused.value.code == "self_excluded"
    assert balance(player.pk) == before


def test_play_money_is_play_too() -> None:
    player, table, request = real_money()
    start_time_out(player, 30, key=uuid4())
    with pytest.raises(NotAllowed) as refused:
        place_bet(player, table, request)
    assert refused.value.code == "self_excluded"
    assert balance(player.pk) == Money.parse("10", "USD")
    assert timezone.now() + timedelta(days=29) < Restriction.objects.get().until  # type: ignore[operator]  # a time-out has an end
