"""Concurrent requests, each on its own connection."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import pytest

from casino.fairness.services.shoes import sit_down
from casino.models import Decision, Round
from casino.play.services.betting import place_bet
from casino.play.services.decisions import DecisionRequest, make_decision
from casino.refusals import Conflict
from journal.refusals import Refusal
from tests.casino import scenes
from tests.casino.test_decisions import hits_safely
from tests.threads import at_once
from wallet.ledger.models import Transfer
from wallet.ledger.selectors.funds import balance
from wallet.money.values import Money

pytestmark = pytest.mark.committed

AT_ONCE = 8


def together(requests: Sequence[Callable[[], object]]) -> Counter[str]:
    """Run the requests concurrently; count the results: `ok` or the code of the refusal."""

    def send(request: Callable[[], object]) -> str:
        try:
            request()
        except Refusal as refusal:
            return refusal.code
        return "ok"

    return Counter(at_once(*(partial(send, request) for request in requests)))


def test_the_same_bet_at_once_deals_one_round() -> None:
    player, table = scenes.new_player(), scenes.ligalo()
    request = scenes.bet_request(scenes.sit(player, table, scenes.seed_for(scenes.ordinary)))

    ends = together([lambda: place_bet(player, table, request)] * AT_ONCE)

    assert ends == {"ok": AT_ONCE}
    assert Round.objects.count() == 1
    assert Transfer.objects.filter(kind="bet").count() == 1
    assert balance(player.pk) == Money.parse("990", "USD")


def test_different_bets_at_once_deal_one_of_them() -> None:
    player, table = scenes.new_player(), scenes.ligalo()
    request = scenes.bet_request(scenes.sit(player, table, scenes.seed_for(scenes.ordinary)))
    stakes = [str(stake) for stake in range(1, AT_ONCE + 1)]

    ends = together(
        [
            partial(place_bet, player, table, replace(request, boxes=scenes.on_box(stake)))
            for stake in stakes
        ]
    )

    assert ends == {"ok": 1, Conflict.code: AT_ONCE - 1}
    assert Round.objects.count() == 1


def test_the_same_double_at_once_takes_the_money_once() -> None:
    round_ = scenes.deal(scenes.ordinary)
    asked = DecisionRequest(round_.public_id, 0, "double")

    ends = together([lambda: make_decision(round_.player, asked)] * AT_ONCE)

    assert ends == {"ok": AT_ONCE}
    round_.refresh_from_db()
    assert round_.staked == 200_000
    assert Decision.objects.count() == 1
    assert Transfer.objects.filter(kind="bet").count() == 2
    assert Transfer.objects.filter(kind="settle").count() == 1


def test_two_tabs_deciding_differently_apply_one() -> None:
    round_ = scenes.deal(hits_safely)
    actions = ["hit", "stand"] * (AT_ONCE // 2)

    ends = together(
        [
            partial(make_decision, round_.player, DecisionRequest(round_.public_id, 0, word))
            for word in actions
        ]
    )

    assert ends == {"ok": AT_ONCE // 2, Conflict.code: AT_ONCE // 2}
    assert Decision.objects.count() == 1


def test_sitting_down_at_once_takes_one_place() -> None:
    player, table = scenes.new_player(), scenes.ligalo()

    ends = together([lambda: sit_down(player, table)] * AT_ONCE)

    assert ends == {"ok": AT_ONCE}
    assert player.places.count() == 1
    assert player.places.get().shoes.count() == 2
