"""Results of a player's rounds by day, table and starting hand, equal before and after the day is summed."""

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from accounts.models.users import User
from accounts.roles.values import Role
from casino.models import Round, Treatment, VoidReason
from casino.play.services.betting import place_bet
from casino.values.boxes import BoxInput
from reports.models import ClosedDay, ClosedPart, DayOfHands
from reports.results.selectors.results import DealtHands, Results, load_results
from reports.services.summing import sum_hands
from reports.values.period import DAY, Period, day_of
from reports.values.starting_hands import HANDS, KINDS, UPCARDS, StartingHand, StartKind
from tests.accounts.staff import staff
from tests.casino import decided, scenes
from tests.casino.frozen import cancel_by_two
from tests.reports.days import all_earlier, close_all
from wallet.ledger.services.movements import grant_play_money
from wallet.money.values import Money

pytestmark = pytest.mark.database
VALUES = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}


def lately(days: int = 30) -> Period:
    return Period.last_days(days, day_of(timezone.now()))


def found(player: User, currency: str = "USD") -> Results:
    return load_results(player.pk, lately())[currency]


def some_rounds(count: int = 4) -> User:
    player, table = scenes.new_player(), scenes.table_of("atlantic_city")
    participant = scenes.sit(player, table)
    boxes = {1: BoxInput("10"), 3: BoxInput("20")}
    for _ in range(count):
        scenes.play_out(place_bet(player, table, scenes.bet_request(participant, boxes=boxes)))
    return player


def points(card: str) -> int:
    return VALUES.get(card[0]) or int(card[0])


def start_of(seat: dict[str, Any], upcard: str) -> StartingHand:
    """Compute the starting hand from the stored cards of a box that was not split."""
    (hand,) = seat["hands"]
    one, two = (points(card) for card in hand["cards"][:2])
    if one == two:
        return StartingHand(StartKind.PAIR, one, points(upcard))
    kind = StartKind.SOFT if 1 in (one, two) else StartKind.HARD
    return StartingHand(kind, one + two + (10 if kind == StartKind.SOFT else 0), points(upcard))


def test_starting_hands_are_reported_by_box() -> None:
    player = some_rounds()
    expected: dict[StartingHand, DealtHands] = {}
    for round_ in Round.objects.all():
        facts = round_.result or {}
        for seat in facts["seats"]:
            start = start_of(seat, facts["dealer"]["cards"][0])
            stake, payout = seat["hands"][0]["stake"], seat["hands"][0]["payout"]
            expected[start] = expected.get(start, DealtHands()) + DealtHands(
                1, stake, payout - stake
            )

    assert found(player).starts == expected
    assert sum(one.boxes for one in expected.values()) == 8


def test_rounds_are_reported_by_day_and_table() -> None:
    player = some_rounds()
    rounds = list(Round.objects.all())

    told = found(player)

    assert told.total.rounds == 4
    assert told.total.boxes == 8
    assert told.total.staked == sum(one.staked for one in rounds)
    assert told.total.net == sum((one.returned or 0) - one.staked for one in rounds)
    assert told.total.won == sum((one.returned or 0) > one.staked for one in rounds)
    assert told.total.lost == sum((one.returned or 0) < one.staked for one in rounds)
    assert told.days == {day_of(timezone.now()): told.total}
    assert told.tables == {rounds[0].place.table_id: told.total}


@pytest.mark.committed
def test_closed_and_open_days_report_the_same() -> None:
    player = some_rounds()
    all_earlier(2 * DAY)
    before = found(player)
    assert before.total.rounds == 4

    close_all()
    while sum_hands(7):
        pass

    assert DayOfHands.objects.count() == 1
    assert found(player) == before
    days = ClosedDay.objects.filter(part=ClosedPart.HANDS).values_list("day", flat=True)
    assert set(days) == set(
        ClosedDay.objects.filter(part=ClosedPart.FIGURES).values_list("day", flat=True)
    )


@pytest.mark.committed
def test_closed_days_and_today_are_added_together_and_each_counted_once() -> None:
    player = some_rounds(2)
    all_earlier(DAY)  # the last closed day
    close_all()
    while sum_hands(7):
        pass
    participant = player.participations.get()
    scenes.play_out(place_bet(player, participant.table, scenes.bet_request(participant)))

    assert found(player).total.rounds == 3
    assert load_results(player.pk, lately(1))["USD"].total.rounds == 1


@pytest.mark.committed
def test_a_day_is_added_up_once_and_only_when_it_is_closed() -> None:
    some_rounds(1)
    all_earlier(2 * DAY)
    assert sum_hands(7) == 0

    close_all()
    while sum_hands(7):
        pass

    assert sum_hands(7) == 0
    assert DayOfHands.objects.count() == 1


def test_a_split_is_a_pair_and_its_hands_are_one_box() -> None:
    round_ = scenes.play(scenes.deal(scenes.pair), "split")
    round_ = scenes.play_out(round_)
    facts = round_.result or {}
    hands = facts["seats"][0]["hands"]

    ((start, dealt),) = found(round_.player).starts.items()

    assert start == StartingHand(
        StartKind.PAIR, points(hands[0]["cards"][0]), points(facts["dealer"]["cards"][0])
    )
    assert dealt.boxes == 1
    assert dealt.net == sum(one["payout"] - one["stake"] - one["added"] for one in hands)


def test_side_bets_and_insurance_are_in_the_rounds_and_not_in_the_hands() -> None:
    round_ = scenes.play(scenes.deal(scenes.ace_up), "insure")
    round_ = scenes.play_out(round_)
    told = found(round_.player)
    (dealt,) = told.starts.values()
    hand = (round_.result or {})["seats"][0]["hands"][0]

    assert told.total.staked == 150_000
    assert dealt.net == hand["payout"] - hand["stake"]


def test_voids_are_reported_separately() -> None:
    round_ = scenes.play_out(scenes.deal(scenes.ordinary))
    decided.void(
        round_.pk,
        Treatment.STAKES_BACK,
        case=uuid4(),
        acting_user=staff(Role.COMPLIANCE_MANAGER),
        reason=VoidReason.DUPLICATE,
    )

    told = found(round_.player)

    assert told.total.net == (round_.returned or 0) - round_.staked
    assert (told.voided, told.due) == (1, -told.total.net)


def test_play_money_has_figures_of_its_own() -> None:
    player, table = scenes.new_player(), scenes.table_of("friendly")
    money = Money.parse("100", "PLY")
    grant_play_money(player.pk, money, key=uuid4(), reason="tests")
    request = replace(scenes.bet_request(scenes.sit(player, table)), currency="PLY")
    scenes.play_out(place_bet(player, table, request))

    assert list(load_results(player.pk, lately())) == ["PLY"]
    assert found(player, "PLY").total.rounds == 1


def test_cancelled_rounds_do_not_count() -> None:
    round_ = scenes.deal(scenes.ordinary)
    cancel_by_two(round_, "tests")

    assert load_results(round_.player_id, lately()) == {}


def test_results_cover_own_rounds_only() -> None:
    some_rounds(1)
    luis = scenes.new_player("luis@example.test", funds="0")

    assert load_results(luis.pk, lately()) == {}


def test_every_number_of_a_start_is_read_as_it_was_written() -> None:
    starts = [
        StartingHand(kind, value, upcard)
        for kind in KINDS
        for value in HANDS[kind]
        for upcard in UPCARDS
    ]
    assert [StartingHand.from_number(one.number) for one in starts] == starts
    assert len({one.number for one in starts}) == len(starts) == 340
