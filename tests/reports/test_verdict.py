"""DayVerdict of the overview: what it says of the day, and what it says to whom."""

from datetime import date
from decimal import Decimal
from typing import cast

import pytest
from django.utils.translation import override

from pages.page_links import PageLink
from reports.dashboard.words.alerts import Alert, Alerts
from reports.dashboard.words.cards import DashboardNumbers, FigureCard
from reports.dashboard.words.usual import UsualRange, describe_day
from reports.dashboard.words.verdict import DayVerdict, build_verdict
from reports.figures.liabilities import Liabilities
from reports.figures.overview import OpenRounds

ALARM = Alert("The build differs.", PageLink("events:list"))
USUAL, ABOVE = (UsualRange(Decimal(1), Decimal(9), beyond) for beyond in (0, 1))


def found(*alarms: Alert, told_all: bool = True) -> Alerts:
    return Alerts((), alarms, more=0, uncounted=False, checked=None, told_all=told_all)


def numbers(*ranges: UsualRange | None) -> DashboardNumbers:
    day = date(2027, 5, 3)
    cards = tuple(
        FigureCard("ggr", "GGR", "overview", (), "", "", (day, day), one) for one in ranges
    )
    told = describe_day((card.title, card.usual) for card in cards)
    return DashboardNumbers(
        cards, told, cast("OpenRounds", None), cast("Liabilities", None), tables=()
    )


def verdict(figures: DashboardNumbers | None, alerts: Alerts) -> DayVerdict:
    with override("en"):
        return build_verdict(figures, alerts)


@pytest.mark.parametrize(
    ("figures", "alerts", "heading", "is_normal"),
    [
        (numbers(USUAL), found(), "A normal day", True),
        (numbers(None), found(), "Nothing needs attention.", True),
        (None, found(), "Nothing needs attention.", True),
        (numbers(USUAL, ABOVE), found(), "Not a normal day", False),
        (numbers(ABOVE), found(ALARM), "Not a normal day", False),
        (numbers(USUAL), found(ALARM), "Something needs attention", False),
        (None, found(ALARM, told_all=False), "Something needs attention", False),
        (numbers(USUAL), found(told_all=False), "", True),
    ],
)
def test_a_day_is_normal_if_no_figure_is_unusual_and_nothing_needs_attention(
    figures: DashboardNumbers | None, alerts: Alerts, heading: str, *, is_normal: bool
) -> None:
    told = verdict(figures, alerts)
    assert (told.heading, told.is_normal) == (heading, is_normal)


def test_the_reasons_name_the_figures_beyond_their_range() -> None:
    assert verdict(numbers(USUAL, ABOVE), found()).sentences[0].endswith(": GGR (above).")


def test_without_a_usual_range_the_page_says_why() -> None:
    told = verdict(numbers(None), found())
    assert told.sentences == ("Too few days with play to compare yesterday with.",)


def test_the_verdict_needs_figures_and_alarms() -> None:
    assert verdict(None, found(told_all=False)).is_empty
