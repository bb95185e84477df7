"""A return that chance hardly explains is told, once for each version and day."""

from datetime import date, timedelta
from typing import Any

import pytest

from journal.models import Event
from reports.figures.overview import OpenRounds
from reports.figures.performance import GamePerformance, Performance
from reports.figures.played import Played
from reports.services import watching
from reports.theory import Compared, Theory, compared
from wallet.money import Money

DAY = timedelta(days=1)
LAST_CLOSED = date(2026, 3, 4)
NOTHING_OPEN = OpenRounds(0, Money.zero("USD"))
THEORY = Theory(rtp=0.995, rtp_of_total_staked=0.996, standard_deviation=1.15, beside={})


def version(actual: float, error: float) -> Performance:
    found = Compared(0.995, actual, error)
    return Performance(
        7, "Lígalo 1", "active", NOTHING_OPEN, Played(rounds=1000), THEORY, found, None, ()
    )


def asked(monkeypatch: pytest.MonkeyPatch, *found: Performance) -> int:
    monkeypatch.setattr(watching, "last_closed", lambda: LAST_CLOSED)
    told: Any = lambda *_given: GamePerformance(found)  # noqa: E731 - in place of a report
    monkeypatch.setattr(watching.performance, "figures", told)  # type: ignore[attr-defined]  # a module that this one imports
    return watching.tell_of_returns()


@pytest.mark.database
@pytest.mark.parametrize("actual", [0.995 + 0.0401, 0.995 - 0.0401])
def test_more_than_four_standard_errors_are_told_once(
    monkeypatch: pytest.MonkeyPatch, actual: float
) -> None:
    assert asked(monkeypatch, version(actual, 0.01)) == 1
    assert asked(monkeypatch, version(actual, 0.01)) == 0

    event = Event.objects.get(kind="return_unlikely")
    assert event.severity == "alarm"
    assert abs(event.data["z"]) == pytest.approx(4.01)


@pytest.mark.database
def test_less_is_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    assert asked(monkeypatch, version(0.995 + 0.0399, 0.01)) == 0
    assert not Event.objects.filter(kind="return_unlikely").exists()


def test_the_error_is_of_one_box_or_of_boxes_that_hang_together() -> None:
    stake = 100_000
    one = compared(THEORY, -stake, stake, stake**2, stake**2)
    two = compared(THEORY, 0, 2 * stake, 2 * stake**2, (2 * stake) ** 2)

    assert one is not None
    assert two is not None
    assert one.actual == 0
    assert one.error == pytest.approx(1.15)
    assert one.z == pytest.approx(-0.995 / 1.15)
    # of two: the mean of two that correlate by 0.4
    assert two.error == pytest.approx(1.15 * (0.5 * 1.4) ** 0.5)
    assert compared(THEORY, 0, 0, 0, 0) is None
