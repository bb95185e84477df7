from datetime import UTC, datetime, timedelta

import psycopg
import pytest
from django.db import IntegrityError

from casino.models import Round
from config.testing import current_run
from reports.models import (
    ClosedDay,
    ClosedHour,
    DayOfGames,
    DayOfMoney,
    DayOfPlayer,
    HourOfGames,
    NotedRound,
    Passed,
)
from reports.selectors.fact_tables import FACTS, GAMES
from reports.services import closing
from reports.values.period import HOUR, hour_of, start_of
from tests.casino import scenes
from tests.reports.days import all_earlier, close_all, close_all_hours, days_over, played, today
from tests.waiting import wait_for_horizon

pytestmark = pytest.mark.database
DAY = timedelta(days=1)


def played_days_ago(days: int) -> None:
    scenes.play_out(scenes.deal(scenes.ordinary))
    all_earlier(days * DAY)


@pytest.mark.committed
def test_a_day_that_is_over_is_closed_once() -> None:
    played_days_ago(2)
    close_all()

    assert closing.close_days(9) == 0
    assert list(ClosedDay.objects.order_by("day").values_list("day", flat=True)) == [
        today() - 2 * DAY,
        today() - DAY,
    ]
    (games,) = DayOfGames.objects.all()
    assert (games.rounds, games.staked, games.test) == (1, 100_000, True)
    assert {one.why for one in NotedRound.objects.all()} >= {"bet"}
    assert DayOfPlayer.objects.get(currency="USD").deposited == 10_000_000
    money = {(one.kind, one.place): one.amount for one in DayOfMoney.objects.all()}
    assert money["deposit", "player"] == 10_000_000 == -money["deposit", "bank"]


def test_today_is_never_closed() -> None:
    scenes.play_out(scenes.deal(scenes.ordinary))
    close_all()

    assert days_over() == []
    assert not ClosedDay.objects.exists()


@pytest.mark.committed
def test_a_day_that_ended_less_than_the_settling_time_ago_is_not_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The clock of a web server may be behind the database's."""
    played_days_ago(1)
    monkeypatch.setattr(closing, "SETTLING_TIME", datetime.now(UTC) - start_of(today()) + HOUR)
    assert closing.close_days(9) == 0
    assert days_over() == []
    monkeypatch.setattr(closing, "SETTLING_TIME", timedelta())
    close_all()
    assert days_over() == [today() - DAY]


@pytest.mark.committed
def test_a_day_waits_for_open_transactions() -> None:
    played_days_ago(1)
    with psycopg.connect(current_run().owner_url) as writer:
        writer.execute("SELECT pg_current_xact_id()")
        assert closing.close_days(9) == 0
        assert days_over() == [today() - DAY]
        assert not ClosedDay.objects.exists()
    close_all()
    assert ClosedDay.objects.count() == 1


@pytest.mark.committed
def test_an_hour_waits_for_open_transactions() -> None:
    played_days_ago(1)
    with psycopg.connect(current_run().owner_url) as writer:
        writer.execute("SELECT pg_current_xact_id()")
        assert closing.close_hours() == 0
        assert Passed.objects.count() >= 24
        assert not ClosedHour.objects.exists()
    close_all_hours()
    assert ClosedHour.objects.count() == Passed.objects.count()
    assert sum(HourOfGames.objects.values_list("rounds", flat=True)) == 1


@pytest.mark.committed
def test_two_turns_of_hours_leave_none_out_between_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """One round falls in the last hour of the first run, another in the hour after it."""
    played("ana@example.test")
    all_earlier(HOUR, sealed=False)
    played("berta@example.test")
    all_earlier(4 * DAY)
    ended = Round.objects.order_by("pk").values_list("finished_at", flat=True)
    first, second = (hour_of(at) for at in ended if at)
    closing.record_passed_hours()
    begun = Passed.objects.earliest("until").until - HOUR
    monkeypatch.setattr(closing, "AT_ONCE", (first - begun) // HOUR + 1)

    assert a_turn_closed(closing.AT_ONCE) == [first]
    assert a_turn_closed(closing.AT_ONCE) == [first, second]
    hours = list(ClosedHour.objects.order_by("hour").values_list("hour", flat=True))
    assert hours == [begun + n * HOUR for n in range(2 * closing.AT_ONCE)]


def a_turn_closed(hours: int) -> list[datetime]:
    """Run the closing once, which closes `hours` hours, and return all closed hours with rounds."""
    assert wait_for_horizon(closing.close_hours) == hours
    return list(HourOfGames.objects.order_by("hour").values_list("hour", flat=True))


@pytest.mark.committed
def test_an_interrupted_closing_is_rolled_back(monkeypatch: pytest.MonkeyPatch) -> None:
    played_days_ago(1)
    monkeypatch.setattr(closing, "FACTS", (*FACTS, GAMES))
    with pytest.raises(IntegrityError, match="day_of_games_once"):
        close_all()
    assert not ClosedDay.objects.exists()
    assert not DayOfGames.objects.exists()
    monkeypatch.undo()
    close_all()
    assert DayOfGames.objects.count() == 1


@pytest.mark.committed
def test_a_concurrent_closing_is_skipped() -> None:
    played_days_ago(1)
    with psycopg.connect(current_run().owner_url) as other:
        other.execute("SELECT pg_advisory_xact_lock(%s)", [closing.LOCK])
        assert closing.close_days() == 0
        assert closing.close_hours() == 0
        assert days_over() == []  # the lock holder may be writing history
    close_all()
    assert ClosedDay.objects.count() == 1
