"""A malfunction affects the whole deal, a void only one player's round."""

import pytest

from accounts.roles.values import Role
from casino.incidents.services.freezing import freeze_round
from casino.live.services.answers import AnswerRequest, give_answers
from casino.models import Clock, Decision, Notice, Round
from casino.reconciliation.selectors.lines import find_broken_play_lines
from casino.refusals import RoundHeldByStaff
from tests.accounts.staff import staff
from tests.casino.frozen import cancel_by_two
from tests.live.scenes import (
    a_table_that_deals,
    clock_of,
    dealt_to,
    time_passes,
)
from tests.live.test_answers import NAMES, all_insure
from tests.live.test_turns import both_decide
from wallet.ledger.selectors.funds import balance
from wallet.money.values import Money

pytestmark = pytest.mark.database
ALL = Money.parse("1000", "USD")


def test_a_cancelled_deal_returns_everybodys_stakes() -> None:
    _, guests = a_table_that_deals(all_insure, NAMES)
    dealt_to(*guests)
    ana = guests[0]
    give_answers(ana.player, AnswerRequest(ana.round.public_id, {1: "insure"}))

    cancel_by_two(guests[1].round)

    assert [balance(guest.player.pk, "USD") for guest in guests] == [ALL] * 3
    assert {guest.round.status for guest in guests} == {Round.Status.CANCELLED}
    assert Notice.objects.filter(kind=Notice.Kind.CANCELLED).count() == 3
    assert clock_of(ana.place).phase == Clock.Phase.WAITING
    assert find_broken_play_lines() == []


def test_a_held_deal_is_played_by_nobody() -> None:
    _, (ana, luis) = a_table_that_deals(both_decide, {"ana": 1, "luis": 2})
    dealt_to(ana, luis)
    freeze_round(luis.round.pk, staff(Role.OPERATOR), "a check")

    with pytest.raises(RoundHeldByStaff):
        ana.decides("stand")
    assert not time_passes(ana.place)

    assert not Decision.objects.exists()
