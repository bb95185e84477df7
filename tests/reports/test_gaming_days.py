"""Changes of the gaming day, and closing of days that differ from UTC days."""

from datetime import UTC, date, datetime, timedelta
from math import inf

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, transaction

from casino.models import Round
from journal.models import Alteration, Event, EventKind, GamingDay
from journal.refusals import Refusal
from journal.selectors import gaming_days
from journal.selectors.gaming_days import DAY, FIRST_DAY, HOUR, GamingDayRule, day_of, start_of
from reports.figures import overview, play_today
from reports.models import ClosedDay, ClosedHour, DayOfGames, HourOfGames, Passed
from reports.refusals import GamingDayRefused
from reports.services.checking import check_reports
from reports.services.gaming_days import change_gaming_day
from reports.values.period import Period
from tests.casino import scenes
from tests.reports.days import REAL, all_earlier, close_all, close_all_hours, played
from tests.waiting import wait_until

pytestmark = pytest.mark.database
MINUTE = timedelta(minutes=1)


def days_later(days: int) -> date:
    return datetime.now(UTC).date() + days * DAY


def have(zone: str, start_hour: int) -> None:
    """Set the house's gaming day, and wait if the present one ends within a minute."""
    gaming_days.cache_rules((GamingDayRule(FIRST_DAY, zone, start_hour),), seconds=inf)

    def has_room() -> bool:
        now = datetime.now(UTC)
        return day_of(now + MINUTE) == day_of(now)

    wait_until(has_room, "the day has not ended", seconds=120)


def zone_where_it_is(hour: int) -> str:
    """Return a time zone with a whole-hour offset in which it is now that hour."""
    offset = (hour - datetime.now(UTC).hour + 11) % 24 - 11
    return f"Etc/GMT{-offset:+d}" if offset else "Etc/GMT"


@pytest.mark.committed
def test_a_change_takes_effect_on_a_later_day_and_is_in_the_journal() -> None:
    turn = days_later(10)

    call_command("set_gaming_day", zone="America/Caracas", start=6, from_day=turn, reason="move")

    assert gaming_days.cached_rules()[-1] == GamingDayRule(turn, "America/Caracas", 6)
    assert day_of(datetime.now(UTC)) == datetime.now(UTC).date()
    event = Event.objects.get(kind=EventKind.GAMING_DAY_SET)
    assert event.data["before"] == {"zone": "UTC", "start_hour": 0}
    assert event.data["after"] == {"zone": "America/Caracas", "start_hour": 6}
    assert Alteration.objects.get(table_name="journal_gamingday", row_key=str(turn)).declared


@pytest.mark.parametrize(
    ("zone", "start_hour", "days", "reason", "refusal"),
    [
        ("America/Caracas", 6, 0, "move", "has begun"),
        ("America/Caracas", 6, -3, "move", "has begun"),
        ("America/Carcas", 6, 9, "move", "not a time zone"),
        ("America/Caracas", 24, 9, "move", "from 0 to 23"),
        ("America/Caracas", 6, 9, " ", "reason"),
    ],
)
def test_a_change_is_refused(
    zone: str, start_hour: int, days: int, reason: str, refusal: str
) -> None:
    with pytest.raises(Refusal, match=refusal):
        change_gaming_day(zone, start_hour, days_later(days), reason=reason)

    assert GamingDay.objects.count() == 1
    assert not Event.objects.filter(kind=EventKind.GAMING_DAY_SET).exists()


def test_a_scheduled_change_is_not_replaced_early() -> None:
    change_gaming_day("America/Caracas", 6, days_later(10), reason="move")

    with pytest.raises(CommandError, match="are set already"):
        call_command("set_gaming_day", zone="UTC", from_day=days_later(9), reason="again")


def test_a_change_that_leaves_the_day_before_without_time_is_refused() -> None:
    change_gaming_day("Etc/GMT+11", 23, days_later(10), reason="far west")

    with pytest.raises(GamingDayRefused, match="hours long"):
        change_gaming_day("Pacific/Kiritimati", 0, days_later(20), reason="far east")


def test_a_closed_day_is_not_changed() -> None:
    ClosedDay.objects.create(day=days_later(8), part="figures")  # as left by a clock that ran ahead

    with pytest.raises(GamingDayRefused, match="closed"):
        change_gaming_day("America/Caracas", 6, days_later(9), reason="move")


def test_the_database_takes_no_row_for_a_day_that_has_begun() -> None:
    for day in (days_later(-2), date(1999, 1, 1)):
        with pytest.raises(DatabaseError, match="is set already"), transaction.atomic():
            GamingDay.objects.create(from_day=day, zone="Asia/Tokyo", start_hour=0)


def test_rows_are_never_changed() -> None:
    with pytest.raises(DatabaseError), transaction.atomic():
        GamingDay.objects.update(zone="Asia/Tokyo")
    with pytest.raises(DatabaseError), transaction.atomic():
        GamingDay.objects.all().delete()


@pytest.mark.committed
@pytest.mark.parametrize("hour", [3, 15])
def test_days_are_closed_where_they_end_for_the_operator(hour: int) -> None:
    """Rounds at the same time on three days; at 3 o'clock, the gaming day that starts at 6 is the previous date."""
    have(zone_where_it_is(hour), 6)
    for turn in range(2):
        played(f"ana{turn}@example.test")
        all_earlier(DAY, sealed=turn == 1)
    played("berta@example.test", "20")
    close_all()
    close_all_hours()
    today = day_of(datetime.now(UTC))

    closed = list(ClosedDay.objects.order_by("day").values_list("day", flat=True))
    assert closed == [today - 2 * DAY, today - DAY]
    assert [row.day for row in DayOfGames.objects.order_by("day")] == closed
    for row in DayOfGames.objects.all():
        ended = Round.objects.get(
            finished_at__gte=start_of(row.day), finished_at__lt=start_of(row.day + DAY)
        )
        assert ended.staked == row.staked
    assert check_reports() == []


@pytest.mark.committed
@pytest.mark.parametrize(("zone", "start_hour"), [("Asia/Kolkata", 6), ("America/St_Johns", 0)])
def test_hours_of_a_zone_with_half_hours_belong_to_one_day_each(zone: str, start_hour: int) -> None:
    have(zone, start_hour)
    played("ana@example.test")
    all_earlier(DAY, sealed=False)
    played("berta@example.test", "20")
    all_earlier(DAY)
    close_all()
    close_all_hours()
    today = day_of(datetime.now(UTC))

    assert start_of(today).minute == 30
    assert {hour.minute for hour in ClosedHour.objects.values_list("hour", flat=True)} == {30}
    assert set(Passed.objects.values_list("until", flat=True)) >= {start_of(today)}
    week = Period.of_days(today - 7 * DAY, today - DAY)
    by_hours = {
        day: one for day, (one, _players) in play_today.load_daily_sums(week, test=False).items()
    }
    by_days = {line.day: line.played for line in overview.load_daily_sums(week, REAL)}
    assert by_hours == {day: one for day, one in by_days.items() if one.rounds}
    assert sum(HourOfGames.objects.values_list("rounds", flat=True)) == 2
    assert check_reports() == []


@pytest.mark.committed
def test_the_day_on_which_it_changes_is_closed_whole() -> None:
    """The rule changes yesterday, so the day before is ten hours longer."""
    now = datetime.now(UTC)
    turn = now.date() - DAY
    later = GamingDayRule(turn, "Etc/GMT+4", 6)
    scenes.play_out(scenes.deal(scenes.ordinary))
    gaming_days.cache_rules((GamingDayRule(FIRST_DAY, "UTC", 0), later), seconds=inf)
    into_the_gap = now - (start_of(turn) - HOUR)
    all_earlier(into_the_gap)
    close_all()

    (games,) = DayOfGames.objects.all()
    assert games.day == turn - DAY
    assert start_of(turn) - start_of(turn - DAY) == timedelta(hours=34)
    assert check_reports() == []
