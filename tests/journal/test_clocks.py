"""Clock jumps, diverging clocks and outages are events; normal operation records none."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from journal import tasks
from journal.models import Event, Heartbeat
from journal.services.clocks import Clocks, read_clocks, record_clock_heartbeat

pytestmark = [pytest.mark.database, pytest.mark.empty]
AT = datetime(2026, 3, 1, 12, tzinfo=UTC)
FIRST = Clocks(AT, AT.timestamp(), 1000.0, "boot", "one")


def later(
    seconds: float, clocks: Clocks = FIRST, *, wall: float = 0, database: float = 0
) -> Clocks:
    """Return the clocks this many seconds later, with the machine's or the database's clock shifted."""
    return replace(
        clocks,
        at=clocks.at + timedelta(seconds=seconds + database),
        wall=clocks.wall + seconds + wall,
        monotonic=clocks.monotonic + seconds,
    )


def told() -> list[tuple[str, str]]:
    return [(one.kind, one.subject) for one in Event.objects.order_by("pk")]


def test_regular_heartbeats_record_no_event() -> None:
    for seconds in (0, 30, 60, 119, 179, 239, 299):
        record_clock_heartbeat(later(seconds, wall=seconds / 100))
    assert told() == []
    assert Heartbeat.objects.get().at == AT + timedelta(seconds=299)


@pytest.mark.parametrize("seconds", [-3600.0, -6.0, 6.0, 86400.0])
def test_a_clock_jump_is_recorded_with_its_size(seconds: float) -> None:
    record_clock_heartbeat(FIRST)
    record_clock_heartbeat(later(30, wall=seconds, database=seconds))
    jumps = list(Event.objects.order_by("pk"))
    assert [(one.kind, one.severity) for one in jumps] == [("clock_jumped", "alarm")] * 2
    assert {one.data["clock"]: one.data["seconds"] for one in jumps} == {
        "machine": seconds,
        "database": seconds,
    }
    record_clock_heartbeat(later(60, wall=seconds, database=seconds))
    assert len(told()) == 2  # the new time is the reference from then on


def test_a_differing_database_clock_is_recorded() -> None:
    record_clock_heartbeat(FIRST)
    record_clock_heartbeat(later(30, database=-40 * 86400))
    assert [kind for kind, _ in told()] == ["clock_jumped", "clocks_differ"]
    record_clock_heartbeat(later(60, database=-40 * 86400))
    assert len(told()) == 2  # recorded once an hour of the database's clock
    record_clock_heartbeat(later(3700, database=-40 * 86400))
    assert [kind for kind, _ in told()][2:] == ["platform_was_down", "clocks_differ"]


def test_an_outage_is_recorded_with_start_and_end() -> None:
    record_clock_heartbeat(FIRST)
    back = later(3600)
    record_clock_heartbeat(back)
    event = Event.objects.get()
    assert (event.kind, event.severity) == ("platform_was_down", "alarm")
    assert event.data == {
        "since": AT.isoformat(),
        "until": back.at.isoformat(),
        "seconds": 3600,
    }


def test_after_a_restart_of_the_machine_no_jump_is_taken_from_its_new_count() -> None:
    record_clock_heartbeat(FIRST)
    record_clock_heartbeat(replace(later(900), boot="another", monotonic=3.0))
    assert [kind for kind, _ in told()] == ["platform_was_down"]


def test_one_missing_machine_of_two_is_no_outage() -> None:
    other = replace(FIRST, host="two", boot="its own", monotonic=77.0)
    record_clock_heartbeat(FIRST)
    record_clock_heartbeat(other)
    for seconds in (50, 100, 150, 200, 250, 300):
        record_clock_heartbeat(later(seconds, other))
    record_clock_heartbeat(later(310))
    assert told() == []


def test_the_real_clocks_agree() -> None:
    before = read_clocks()
    tasks.record_clock_heartbeat()
    tasks.record_clock_heartbeat()
    assert read_clocks().monotonic > before.monotonic
    assert told() == []
    assert Heartbeat.objects.get().host == before.host
