"""Charts of reports: which reports have one, and dates of days in their places."""

from datetime import date, timedelta
from decimal import Decimal
from uuid import uuid4

import pytest
from django.utils import translation

from accounts.models.users import User
from accounts.roles.values import Role
from casino.absence.services import house_play
from casino.models import Round, VoidReason
from casino.play.services.betting import place_bet
from pages.charts import Plot
from reports.catalogue.reports import BY_NAME, REPORTS
from reports.sheets import parts
from reports.values.period import Period
from tables.models import Mathematics
from tests.accounts.staff import staff
from tests.casino import decided, scenes
from tests.casino.frozen import cancel_by_two
from tests.casino.gone import charted, later
from tests.reports.days import DAY, REAL, all_earlier, today, week
from tests.reports.houses import THEORY

NAME = "Ana Rosario"
ROWS = {date(2024, 1, 3): Decimal(1), date(2025, 1, 3): Decimal(2)}


def drawn(period: Period, rows: dict[date, Decimal]) -> Plot:
    return parts.build_day_chart(
        "key", "title", period, rows, [("x", lambda row: row)], parts.FLOWS
    )


@pytest.mark.parametrize(("language", "named"), [("en", "3 Jan 2025"), ("es", "3 ene 2025")])
def test_days_of_two_years_say_which(language: str, named: str) -> None:
    with translation.override(language):
        chart = drawn(Period.of_days(date(2024, 1, 1), date(2025, 1, 31)), ROWS)
        assert named in chart.places
        assert len(set(chart.places)) == len(chart.places) == 397
        assert named in chart.words


def test_days_of_one_year_do_not() -> None:
    assert drawn(Period.of_days(date(2024, 1, 1), date(2024, 1, 31)), ROWS).places[2] == "3 Jan"


def test_many_days_are_drawn_in_place() -> None:
    rows = {date(2023, 1, 1) + timedelta(n): Decimal(n) for n in (0, 100, 1000)}
    chart = drawn(Period.of_days(date(2022, 1, 1), date(2025, 12, 31)), rows)
    (line,) = chart.drawing.lines
    assert [x for x, _y in line.points] == [0, 100, 1000]
    assert chart.drawing.named == ("1 Jan 2023", "27 Sep 2025")


@pytest.fixture
def house(committed_db: None) -> None:
    """Set up yesterday a round played by the house and a cancelled one; void the first today."""
    manager, gone = staff(Role.COMPLIANCE_MANAGER), scenes.deal(scenes.ordinary)
    charted(gone.version.rules, "S")
    Mathematics.objects.update(result=THEORY)
    assert house_play.play_due_rounds(later()) == 1
    table, player = gone.place.table, scenes.new_player("bea@example.test")
    participant = scenes.sit(player, table, scenes.seed_for(scenes.pair))
    broken = place_bet(player, table, scenes.bet_request(participant))
    cancel_by_two(broken, "tests")
    User.objects.filter(is_staff=False).update(is_test_account=False)
    all_earlier(DAY)
    reason = VoidReason.DUPLICATE
    decided.void(gone.pk, reason.treatment, case=uuid4(), acting_user=manager, reason=reason)


@pytest.mark.usefixtures("house")
def test_each_report_draws_what_it_is_about() -> None:
    for report in REPORTS:
        if report.build is not None:
            sections = report.build(week(), REAL).sections
            assert [chart for part in sections for chart in part.charts], report.name


@pytest.mark.usefixtures("house")
def test_charts_cover_played_voided_and_cancelled_rounds() -> None:
    played = Round.objects.get(status="completed")
    returned = played.money(played.returned or 0).decimal
    assert values("players") == {"Staked": [(NAME, Decimal(10))], "Paid": some(NAME, returned)}
    yesterday, this_day = parts.day_names([today() - DAY, today()])
    assert values("large")["Largest bet"] == [(yesterday, Decimal(10))]
    assert values("large")["Largest win"] == some(yesterday, max(returned - 10, Decimal(0)))
    assert values("voids")["Rounds voided"] == [(this_day, Decimal(1))]
    assert values("voids")["Effect for the house"] == some(this_day, returned - 10)
    assert values("interrupted") == {
        "Played by the house": [(yesterday, Decimal(1))],
        "Cancelled": [(yesterday, Decimal(1))],
    }


def some(participant: str, value: Decimal) -> list[tuple[str, Decimal]]:
    return [(participant, value)] if value else []


def values(name: str) -> dict[str, list[tuple[str, Decimal]]]:
    """Return the non-zero values of a report's charts with their places, by series."""
    build = BY_NAME[name].build
    assert build is not None
    charts = [chart for part in build(week(), REAL).sections for chart in part.charts]
    return {
        str(one.label): [
            (participant, value)
            for participant, value in zip(chart.places, one.values, strict=True)
            if value
        ]
        for chart in charts
        for one in chart.series
    }
