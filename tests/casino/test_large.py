"""Events for large bets and wins: per round when it ends, per day by a task; smaller rounds cost no query."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from casino.play.services.large_rounds import record_large_days, record_large_round
from casino.tasks import report_large_days
from journal.models import Event
from tests.casino import scenes
from tests.fixtures.profiles import ProfileChange

pytestmark = pytest.mark.database


@pytest.fixture
def thresholds(profile: ProfileChange) -> ProfileChange:
    profile(large_bet_usd=20, large_win_usd=10, large_bets_day_usd=30, large_wins_day_usd=12)
    return profile


def told(prefix: str = "large") -> list[tuple[str, str, str]]:
    events = Event.objects.filter(kind__startswith=prefix).order_by("pk")
    return [(one.kind, one.subject, one.data["usd"]) for one in events]


def test_a_round_at_the_threshold_is_recorded_as_large(thresholds: ProfileChange) -> None:
    round_ = scenes.deal(scenes.natural, stake="20")
    subject = f"round {round_.public_id}"
    assert told() == [("large_bet", subject, "20.00"), ("large_win", subject, "30.00")]


def test_a_smaller_round_is_not_recorded_and_costs_no_query(thresholds: ProfileChange) -> None:
    round_ = scenes.play_out(scenes.deal(scenes.ordinary, stake="5"))
    assert told() == []
    with CaptureQueriesContext(connection) as captured:
        record_large_round(round_)
    assert len(captured) == 0


def test_play_money_is_never_large(thresholds: ProfileChange) -> None:
    round_ = scenes.deal(scenes.natural, stake="20")
    before = told()
    round_.currency, round_.staked_usd = "PLY", 10**9
    record_large_round(round_)
    assert told() == before


def test_large_daily_totals_are_recorded_once_a_day(thresholds: ProfileChange) -> None:
    first = scenes.deal(scenes.natural, stake="10")  # pays 3 to 2
    now = timezone.now()
    record_large_days(now)
    day = [one for one in told() if one[0].endswith("_day")]
    assert day == [("large_wins_of_a_day", f"user {first.player_id}", "15.00")]
    thresholds(large_bets_day_usd=10)
    assert record_large_days(now) == 1
    report_large_days()
    assert record_large_days(now) == 0
    (event,) = Event.objects.filter(kind="large_bets_of_a_day")
    assert (event.subject, event.data["usd"]) == (f"user {first.player_id}", "10.00")
    assert record_large_days(now + timedelta(days=2)) == 0  # no rounds on that day
