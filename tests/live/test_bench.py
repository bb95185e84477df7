"""`make bench-live`: pages that play whole deals, arrivals by version, and the goals that make it exit with 1."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from django.conf import settings
from django.test import Client

from casino.models import Decision, Round, SeedExchange
from tests.live.scenes import Guest, a_live_table
from tools.benchmarks import live, live_report
from tools.benchmarks.live_page import LivePage, OwnPart, parse_felt
from tools.benchmarks.live_players import PlayFigures
from tools.benchmarks.live_report import CountedStatements, Delivery, Events, Run, Spread
from tools.benchmarks.live_stream import EventCutter
from tools.benchmarks.live_watch import WatchSamples

EVENTS = Events(deals=9, decisions=70, by_house=0, aborted=0, cancelled=0, unbet=0)
SPREAD = Spread(
    streams=5000,
    tables=50,
    seconds=60,
    delivery=Delivery([20_000] * 99 + [249_000], 0),
    bytes_each=59_900,
    connections=(2, 3),
    spent={"streams": 30.0},
    back=14.9,
    latest=0.5,
    events=EVENTS,
)
RUN = Run(
    name="15 tables",
    tables=15,
    seconds=60,
    events=EVENTS,
    decisions=50,
    spent={"web": 4.0, "streams": 1.0},
    clients={},
    played=PlayFigures({"bet": [1000]}),
    seen=WatchSamples(looks=100, latest=0.5),
)


@pytest.mark.committed
def test_pages_play_whole_deals_and_their_statements_stay_within_the_limits() -> None:
    """All through the page's forms, including seals and openings; the house decides nothing."""
    from tools.benchmarks.live_queries import count_statements  # noqa: PLC0415 - needs the settings

    place = a_live_table()
    guests = [Guest(place, name) for name in ("ana", "luis", "eva")]
    counted = count_statements(place.table.slug, [session_of(guest) for guest in guests], deals=3)

    assert not [one for one in live_report.statement_figures(counted, "") if not one.holds]
    assert {one.settled for one in counted} == {0, 3}
    assert Round.objects.filter(status=Round.Status.COMPLETED).count() >= 3 * 3
    assert not Decision.objects.filter(by_house=True).exists()
    exchanges = Counter(SeedExchange.objects.values_list("status", flat=True))
    assert set(exchanges) == {SeedExchange.Status.COMPLETE}


def session_of(guest: Guest) -> dict[str, str]:
    client = Client()
    client.force_login(guest.player)
    name = settings.SESSION_COOKIE_NAME
    return {name: client.cookies[name].value}


def test_a_fragment_is_read_as_scripts_read_it() -> None:
    found = parse_felt(
        '<div id="felt" class="x" data-version="7" data-phase="turns"'
        ' data-token="turns.5.1.3..2:1" data-exchange="" data-seals="1=ab 2=plain" data-seals-hash="">'
    )
    assert found is not None
    assert (found.version, found.phase, found.token) == (7, "turns", "turns.5.1.3..2:1")
    assert found.seals == (("1", "ab"), ("2", "plain"))
    assert parse_felt("<p>nothing</p>") is None


def test_events_are_cut_wherever_the_network_cuts_them() -> None:
    events, sent = EventCutter(), b"event: beat\ndata:\n\nevent: table\ndata: x\n\n"
    found = [event for byte in sent for event in events.cut(bytes([byte]))]
    assert found == [b"event: beat\ndata:", b"event: table\ndata: x"]


def test_a_version_has_come_with_itself_or_a_newer_one() -> None:
    commits = {1: {4: 99.0, 5: 100.0, 6: 100.1, 7: 100.5, 8: 110.0}}
    arrivals = {1: [[(5, 100.02), (7, 100.6)], [(6, 100.2)]]}

    found = live_report.measure_delivery(commits, arrivals, (100, 110))

    assert sorted(found.took) == pytest.approx([20_000, 100_000, 100_000, 200_000, 500_000])
    assert found.missing == 1


def test_kept_goals_exit_with_0(capsys: pytest.CaptureFixture[str]) -> None:
    counted = [CountedStatements(30, 15, 0), CountedStatements(60, 39, 7)]
    figures = [
        *live_report.spread_figures(SPREAD),
        *live_report.run_figures(RUN),
        *live_report.statement_figures(counted, "tables"),
        live_report.growth_figure(RUN, RUN),
    ]
    assert live.print_verdict(figures) == 0
    assert "| NO |" not in live_report.format_table(figures)
    assert capsys.readouterr().out == "every goal holds\n"


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({"delivery": Delivery([20_000] * 9 + [250_000], 0)}, "commit to arrival, p99"),
        ({"delivery": Delivery([20_000], 1)}, "states that never came"),
        ({"delivery": Delivery([], 0)}, "states awaited"),
        ({"bytes_each": 60_000.0}, "memory of a stream"),
        ({"connections": (2, 5)}, "database connections without and with streams"),
        ({"back": 15.1}, "process killed: all are back after"),
        ({"back": None}, "process killed: all are back after"),
        ({"latest": 0.51}, "latest clock"),
        ({"events": replace(EVENTS, by_house=1)}, "unearned timeouts"),
        ({"errors": ["500"]}, "players stopped by an error"),
    ],
)
def test_each_goal_of_streams_can_be_missed(changes: dict[str, object], name: str) -> None:
    figures = live_report.spread_figures(replace(SPREAD, **changes))  # type: ignore[arg-type]  # the changes are fields of the class
    assert [figure.name for figure in figures if not figure.holds] == [name]
    assert live.print_verdict(figures) == 1


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        (
            {"events": replace(EVENTS, aborted=1)},
            "unearned timeouts: decisions, exchanges, deals",
        ),
        ({"events": replace(EVENTS, unbet=1)}, "boxes without a bet in time"),
        ({"events": replace(EVENTS, decisions=0)}, "deals, decisions"),
        ({"played": PlayFigures(errors=["500"])}, "players stopped by an error"),
        ({"seen": WatchSamples(looks=1, latest=0.51)}, "latest clock"),
        ({"seen": WatchSamples(looks=1, others_waited=1)}, "of them by what moves money or cards"),
    ],
)
def test_each_goal_of_tables_can_be_missed(changes: dict[str, object], name: str) -> None:
    figures = live_report.run_figures(replace(RUN, **changes))  # type: ignore[arg-type]  # as above
    assert [figure.name for figure in figures if not figure.holds] == [name]


@pytest.mark.parametrize(
    "counted",
    [
        [CountedStatements(30, 16, 0), CountedStatements(60, 39, 7)],
        [CountedStatements(30, 15, 0), CountedStatements(60, 40, 7)],
        [CountedStatements(30, 15, 0)],
        [CountedStatements(60, 39, 7)],
    ],
)
def test_statements_beyond_the_limits_or_not_counted_are_missed(
    counted: list[CountedStatements],
) -> None:
    assert live.print_verdict(live_report.statement_figures(counted, "tables")) == 1


def test_a_decision_that_costs_more_with_more_tables_is_missed() -> None:
    dearer = replace(RUN, spent={"web": 6.3})
    assert live_report.growth_figure(RUN, dearer).measured == "1.26"
    assert not live_report.growth_figure(RUN, dearer).holds


def test_each_shoe_numbers_its_exchanges_anew() -> None:
    page = LivePage("table", 1, random.Random(1))  # noqa: S311 - random play, not security-relevant
    page.own = OwnPart('"X-CSRFToken": "t"', "", "1", "words")
    page.felt = parse_felt(
        '<div id="felt" data-version="7" data-phase="sealing" data-token="" data-exchange="1-2-sealing"'
        ' data-shoe="a" data-seals="" data-seals-hash="">'
    )
    assert page.felt is not None
    assert page.opening_request() is not None
    assert page.opening_request() is None
    page.felt = replace(page.felt, shoe="b")
    assert page.opening_request() is not None
