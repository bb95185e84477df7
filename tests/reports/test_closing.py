from datetime import UTC, datetime, timedelta

import psycopg
import pytest
from django.db import IntegrityError

from config.testing import run
from reports.facts import FACTS, GAMES
from reports.models import ClosedDay, DayOfGames, DayOfMoney, DayOfPlayer, NotedRound
from reports.services import closing
from tests.casino import scenes
from tests.reports.days import all_earlier, close_all

pytestmark = pytest.mark.usefixtures("committed_db")
DAY = timedelta(days=1)
TODAY = datetime.now(UTC).date()


def played_days_ago(days: int) -> None:
    scenes.play_out(scenes.deal(scenes.ordinary))
    all_earlier(days * DAY)


def test_a_day_that_is_over_is_closed_once() -> None:
    played_days_ago(2)
    close_all()

    assert closing.close_due(9) == 0
    assert list(ClosedDay.objects.order_by("day").values_list("day", flat=True)) == [
        TODAY - 2 * DAY,
        TODAY - DAY,
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

    assert closing.days_over() == []
    assert not ClosedDay.objects.exists()


def test_a_day_waits_for_who_may_still_write_into_it() -> None:
    played_days_ago(1)
    with psycopg.connect(run().owner_url) as writer:
        writer.execute("SELECT pg_current_xact_id()")
        assert closing.close_due(9) == 0
        assert closing.days_over() == [TODAY - DAY]
        assert not ClosedDay.objects.exists()
    close_all()
    assert ClosedDay.objects.count() == 1


def test_what_stops_a_closing_leaves_nothing_of_the_day(monkeypatch: pytest.MonkeyPatch) -> None:
    played_days_ago(1)
    monkeypatch.setattr(closing, "FACTS", (*FACTS, GAMES))
    with pytest.raises(IntegrityError, match="day_of_games_once"):
        close_all()
    assert not ClosedDay.objects.exists()
    assert not DayOfGames.objects.exists()
    monkeypatch.undo()
    close_all()
    assert DayOfGames.objects.count() == 1


def test_who_comes_while_another_closes_leaves() -> None:
    played_days_ago(1)
    with psycopg.connect(run().owner_url) as other:
        other.execute("SELECT pg_advisory_xact_lock(%s)", [closing.LOCK])
        assert closing.close_due() == 0
        assert closing.close_hours() == 0
        assert closing.days_over() == []  # history may be being written
    close_all()
    assert ClosedDay.objects.count() == 1
