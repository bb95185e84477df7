"""Limits of house, table and player at the table: the strictest refuses, is named, and no money moves."""

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.utils.translation import override

from casino.models import Participant
from casino.play.services.betting import place_bet
from casino.values.boxes import BoxInput
from journal.refusals import Refusal
from tables.models import Table
from tests.casino import scenes
from tests.exhaustive import slow_but_every
from tests.tables.test_bounds import limits
from wallet.ledger.services.movements import grant_play_money
from wallet.money.values import Money

pytestmark = pytest.mark.database

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def seated(preset: str, **changes: object) -> Participant:
    return scenes.sit(scenes.new_player(), scenes.table_of(preset, **changes))


def refused(participant: Participant, boxes: dict[int, BoxInput]) -> Refusal:
    before = scenes.everything(participant.player)
    with pytest.raises(Refusal) as caught, override("en"):
        place_bet(
            participant.player, participant.table, scenes.bet_request(participant, boxes=boxes)
        )
    assert scenes.everything(participant.player) == before
    return caught.value


def bet(participant: Participant, *stakes: str) -> None:
    boxes = {seat: BoxInput(stake) for seat, stake in enumerate(stakes, 1)}
    scenes.play_out(
        place_bet(
            participant.player, participant.table, scenes.bet_request(participant, boxes=boxes)
        )
    )
    participant.refresh_from_db()


def boxes_of(*stakes: str) -> dict[int, BoxInput]:
    return {seat: BoxInput(stake) for seat, stake in enumerate(stakes, 1)}


def test_the_houses_limit_is_named() -> None:
    participant = seated("atlantic_city")
    limits(max_bet=50_000)

    refusal = refused(participant, boxes_of("6"))
    assert (refusal.code, refusal.field) == ("bet_above_maximum", "stake-1")
    assert "5.00" in str(refusal.message)
    assert str(refusal.message).endswith("That is a limit of the house.")
    bet(participant, "5")


def test_the_players_own_limit_is_named() -> None:
    participant = seated("atlantic_city")
    limits(max_bet=50_000)
    limits(participant.player, max_bet=30_000, max_round=50_000)

    refusal = refused(participant, boxes_of("4"))
    assert str(refusal.message).endswith("That is a limit of your own account.")
    assert refused(participant, boxes_of("3", "3")).code == "round_limit"
    bet(participant, "3", "2")


def test_an_own_round_limit_also_stops_a_double() -> None:
    participant = scenes.sit(scenes.new_player(), scenes.ligalo(), scenes.seed_for(scenes.ordinary))
    limits(participant.player, max_round=150_000)
    round_ = place_bet(participant.player, participant.table, scenes.bet_request(participant))
    before = scenes.everything(round_.player)

    with pytest.raises(Refusal) as caught:
        scenes.play(round_, "double")
    assert caught.value.code == "round_limit"
    assert scenes.everything(round_.player) == before


def test_a_players_boxes_together_keep_to_the_tables_least_and_most() -> None:
    participant = seated("casino_floor", min_player=2_0000, max_player=30_0000)

    assert refused(participant, boxes_of("1")).code == "player_minimum"
    assert refused(participant, boxes_of("20", "11")).code == "player_maximum"
    bet(participant, "1", "1")
    bet(participant, "20", "10")


def test_a_closed_hour_takes_no_bet_and_hours_may_span_midnight() -> None:
    participant = seated("atlantic_city", opens=time(9), closes=time(12))
    with time_machine.travel(NOON, tick=False) as clock:
        assert refused(participant, boxes_of("1")).code == "table_hours"
        clock.shift(timedelta(seconds=-1))
        bet(participant, "1")
        Table.objects.update(opens=time(23), closes=time(1))
        assert refused(participant, boxes_of("1")).code == "table_hours"
        clock.move_to(datetime(2026, 3, 2, 0, 59, tzinfo=UTC))
        bet(participant, "1")
        clock.move_to(datetime(2026, 3, 2, 1, 0, tzinfo=UTC))
        assert refused(participant, boxes_of("1")).code == "table_hours"


def test_rounds_keep_their_distance() -> None:
    participant = seated("atlantic_city", min_seconds_between_rounds=10)
    with time_machine.travel(NOON, tick=False) as clock:
        bet(participant, "1")
        clock.shift(timedelta(seconds=9))
        assert refused(participant, boxes_of("1")).code == "seconds_between_rounds"
        clock.shift(timedelta(seconds=1))
        bet(participant, "1")


@pytest.mark.empty
def test_stakes_of_a_shoe_keep_to_the_largest_ratio() -> None:
    participant = seated("ligalo", max_bet_ratio=4)
    bet(participant, "2")

    assert refused(participant, boxes_of("8.10")).code == "bet_ratio"
    bet(participant, "8")
    assert refused(participant, boxes_of("1.90")).code == "bet_ratio"
    bet(participant, "2")


@pytest.mark.empty
def test_a_currency_that_the_table_does_not_take_is_refused() -> None:
    participant = seated("ligalo", currencies=["EUR", "COP"])

    assert refused(participant, boxes_of("1")).code == "currency_not_taken"


@pytest.mark.parametrize(
    ("whose", "told"),
    [
        ("house", "That is a limit of the house."),
        ("player", "That is a limit of your own account."),
    ],
)
@pytest.mark.parametrize(
    ("name", "code"),
    [("hands_per_day", "hands_per_day"), ("hands_per_minute", "hands_per_minute")],
)
def test_hands_of_house_and_player_count_at_all_tables(
    whose: str, told: str, name: str, code: str
) -> None:
    here = seated("atlantic_city")
    there = scenes.sit(here.player, scenes.table_of("live"))
    most: dict[str, Any] = {name: 3}
    limits(None if whose == "house" else here.player, **most)
    bet(here, "1", "1")
    bet(there, "1")

    for participant in (here, there):
        refusal = refused(participant, boxes_of("1"))
        assert refusal.code == code
        assert "at all tables together" in str(refusal.message)
        assert str(refusal.message).endswith(told)
    other = scenes.sit(scenes.new_player("bea@example.test"), here.table)
    if whose == "player":
        bet(other, "1", "1", "1", "1")
    else:
        assert refused(other, boxes_of("1", "1", "1", "1")).code == code
        bet(other, "1", "1", "1")


def test_the_tables_and_the_houses_hand_limits_both_apply() -> None:
    here = seated("atlantic_city", hands_per_day=1)
    there = scenes.sit(here.player, scenes.table_of("live", hands_per_day=1))
    limits(hands_per_day=2)
    bet(here, "1")
    bet(there, "1")

    assert "this table's 1 hands" in str(refused(there, boxes_of("1")).message)
    Table.objects.update(hands_per_day=5)
    there.refresh_from_db()
    assert str(refused(there, boxes_of("1")).message).endswith("That is a limit of the house.")


def test_the_houses_pause_is_between_rounds_at_any_tables() -> None:
    here = seated("atlantic_city")
    there = scenes.sit(here.player, scenes.table_of("live"))
    limits(min_seconds_between_rounds=10)
    with time_machine.travel(NOON, tick=False) as clock:
        bet(here, "1")
        clock.shift(timedelta(seconds=9))
        assert refused(there, boxes_of("1")).code == "seconds_between_rounds"
        clock.shift(timedelta(seconds=1))
        bet(there, "1")


def test_play_money_does_not_count_for_limits_of_real_money() -> None:
    here = seated("atlantic_city")
    there = scenes.sit(here.player, scenes.table_of("friendly"))
    limits(hands_per_day=1)
    grant_play_money(here.player_id, Money.parse("500", "PLY"), key=uuid4(), reason="tests")
    for _ in range(2):
        request = replace(scenes.bet_request(there), currency="PLY")
        scenes.play_out(place_bet(there.player, there.table, request))
        there.refresh_from_db()

    bet(here, "1")
    assert refused(here, boxes_of("1")).code == "hands_per_day"


def head_of(participant: Participant) -> str:
    """Return the limits shown in the head of the table's page."""
    client = scenes.signed_in(participant.player)
    path = f"/table/{participant.table.slug}/"
    told = " ".join(client.get(path, headers={"Accept-Language": "en"}).text.split())
    return told.partition("table-head__limits")[2].partition("</p>")[0]


@pytest.mark.parametrize(
    ("preset", "set_", "told"),
    slow_but_every(
        3,
        [
            ("casino_floor", {}, "All boxes together: minimum $5.00"),
            ("atlantic_city", {"max_player": 300_000}, "All boxes together: maximum $30.00"),
            ("atlantic_city", {"max_round": 9_990_000}, "All boxes together: maximum $999.00"),
            ("atlantic_city", {"max_player": 400_000, "max_round": 300_000}, "maximum $30.00"),
            ("casino_floor", {"max_player": 300_000}, "All boxes together: $5.00 \u2013 $30.00"),
            ("ligalo", {"min_player": 10_000}, "All boxes together: minimum $1.00"),
        ],
    ),
)
def test_the_head_of_the_table_says_what_holds_for_all_boxes(
    preset: str, set_: dict[str, Any], told: str
) -> None:
    participant = seated(preset)
    if set_:
        limits(participant.player, **set_)

    assert told in head_of(participant)


@pytest.mark.committed
@pytest.mark.parametrize(
    ("preset", "set_"),
    [
        ("ligalo", {}),
        ("atlantic_city", {}),
        (
            "atlantic_city",
            {"max_round": 10_000_000, "max_player": 10_000_000, "min_player": 10_000},
        ),
    ],
)
def test_the_head_says_nothing_of_limits_that_each_box_keeps_anyway(
    preset: str, set_: dict[str, Any]
) -> None:
    participant = seated(preset)
    if set_:
        limits(participant.player, **set_)

    found = head_of(participant)
    assert "$" in found
    assert "together" not in found
