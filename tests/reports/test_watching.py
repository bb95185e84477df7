"""Alarms about improbable returns: once per look; careless play, large stakes and rare hits raise none."""

from datetime import date, timedelta
from math import exp, lgamma, log, log1p

import pytest

from journal.models import Event
from reports.models import ClosedDay, ClosedPart, DayOfDecisions, DayOfStakes
from reports.selectors.theory import MeasuredReturn
from reports.services import watching
from reports.values.tail_bounds import Bets, complete_outcomes, tail_probability
from tables.models import Mathematics, RuleSetVersion
from tests.casino import scenes

DAY = timedelta(days=1)
CLOSED = date(2026, 3, 4)
STAKE = 100_000
ROUNDS = 10_000
SQUARE = 1.3 * STAKE**2 * ROUNDS
FOURTH = 4 * (1.3 * STAKE**2) ** 2 * ROUNDS
ERROR = SQUARE**0.5


def a_closed_day(luck: float, net: float = 0, fourth: float = FOURTH) -> RuleSetVersion:
    table = scenes.ligalo()
    ClosedDay.objects.create(day=CLOSED, part=ClosedPart.DECISIONS)
    DayOfDecisions.objects.create(
        day=CLOSED, table=table, version=table.version, currency="USD", segment="regular", test=False,
        judged=ROUNDS, bets_usd=ROUNDS * STAKE, decisions=0, deviations=0, cost_usd=0, insurance_usd=0,
        measured=ROUNDS, measured_usd=ROUNDS * STAKE, net_usd=net, luck_usd=luck, luck_square=SQUARE,
        luck_fourth=fourth,
    )  # fmt: skip
    return table.version


def later(days: int) -> None:
    """Close the following days, without any play."""
    for n in range(1, days + 1):
        ClosedDay.objects.create(day=CLOSED + n * DAY, part=ClosedPart.DECISIONS)


def told() -> list[Event]:
    return list(Event.objects.filter(kind="return_unlikely").order_by("pk"))


@pytest.mark.database
@pytest.mark.parametrize("side", [1, -1])
def test_deviations_above_four_standard_errors_are_reported_once(side: int) -> None:
    version = a_closed_day(side * 4.01 * ERROR)
    later(7)
    first = watching.report_unlikely_returns()
    assert first > 0
    assert watching.report_unlikely_returns() == 0

    event = told()[0]
    assert event.severity == "alarm"
    assert event.subject == f"rules {version}"
    assert event.data["bet"] == "hand"
    assert event.data["z"] == pytest.approx(side * 4.01)


@pytest.mark.database
def test_smaller_deviations_are_chance() -> None:
    a_closed_day(3.99 * ERROR)
    later(7)
    assert watching.report_unlikely_returns() == 0


@pytest.mark.database
def test_a_careless_crowd_is_no_alarm() -> None:
    """It lost five points more than with best play, as its decisions predict."""
    a_closed_day(-1.2 * ERROR, net=-0.05 * ROUNDS * STAKE - 4 * ERROR)
    later(7)
    assert watching.report_unlikely_returns() == 0


@pytest.mark.database
def test_one_large_stake_is_no_alarm() -> None:
    a_closed_day(5 * ERROR, fourth=SQUARE**2 / 10)
    later(7)
    assert watching.report_unlikely_returns() == 0


def test_measured_is_in_units_of_what_was_first_bet() -> None:
    found = MeasuredReturn(
        4, 4 * STAKE, net=-STAKE, luck=-2 * STAKE, square=4 * STAKE**2, fourth=4 * STAKE**4
    )
    assert (found.actual, found.played, found.error, found.z) == (0.75, 1.25, 0.5, -1.0)
    assert found.weight == 4
    assert not found.is_unlikely


def test_each_window_is_looked_at_every_so_many_days() -> None:
    for window in watching.WINDOWS:
        looks = {window.last(CLOSED + n * DAY) for n in range(10 * window.step)}
        assert len(looks) in (10, 11)
    assert watching.LOOKS_A_NIGHT < 0.38


def test_fewer_than_one_false_alarm_in_a_thousand_nights() -> None:
    """Summed over the looks of a night: 20 tables, their hands and five side bets each."""
    of_hands = 6.34e-5  # probability of more than four standard errors, both sides
    looks = 20 * watching.LOOKS_A_NIGHT
    assert looks * (of_hands + 5 * watching.UNLIKELY_CHANCE) < 1e-3


@pytest.mark.database
def test_frequent_side_bet_hits_are_reported_by_exact_chance() -> None:
    version = scenes.table_of("live").version
    pairs = {"perfect": 0.0168674699, "coloured": 0.0192771084, "mixed": 0.0385542169}
    Mathematics.objects.filter(digest=version.rules_hash).delete()
    Mathematics.objects.create(
        digest=version.rules_hash, rules_json=version.rules_json, library_version="1", state="done",
        progress=100, result={"rtp": 0.99, "side_bets": {"player_pair": {"rtp": 0.96, "outcomes": pairs}}},
        chart={}, asked_at="2026-01-01T00:00Z", started_at="2026-01-01T00:00Z",
        finished_at="2026-01-01T00:00Z",
    )  # fmt: skip
    ClosedDay.objects.create(day=CLOSED, part=ClosedPart.DECISIONS)
    for name, multiples in (("player_pair", 26 * 45), ("21+3", 10_000)):
        DayOfStakes.objects.create(
            day=CLOSED, version=version, test=False, name=name, weight=STAKE, chance=0, bets=500,
            multiples=multiples,
        )  # fmt: skip
    later(7)
    assert watching.report_unlikely_returns() > 0
    event = told()[0]
    assert event.data["bet"] == "side:player_pair"
    assert event.data["one_in"] > 100_000
    assert {one.data["bet"] for one in told()} == {"side:player_pair"}


def binomial_tail(count: int, chance: float, hits: int) -> float:
    def likely(k: int) -> float:
        ways = lgamma(count + 1) - lgamma(k + 1) - lgamma(count - k + 1)
        return exp(ways + k * log(chance) + (count - k) * log1p(-chance))

    return sum(likely(k) for k in range(hits, count + 1))


@pytest.mark.parametrize(("count", "hits"), [(1000, 14), (50, 4), (20_000, 95)])
def test_rare_hits_have_their_exact_chance(count: int, hits: int) -> None:
    chance = 0.003
    bets = [Bets(STAKE, count, complete_outcomes([(271.0, chance)]))]
    exact = 2 * binomial_tail(count, chance, hits)
    found = tail_probability(bets, 271.0 * STAKE * hits, matters=1.0)
    assert found == pytest.approx(exact, rel=0.1)
    assert tail_probability(bets, 271.0 * STAKE * hits, matters=0.0) >= exact


def test_too_few_hits_have_their_exact_chance() -> None:
    bets = [Bets(STAKE, 5000, complete_outcomes([(271.0, 0.003)]))]
    assert tail_probability(bets, 0.0, matters=1.0) == pytest.approx(2 * 0.997**5000, rel=0.1)


def test_unequal_stakes_are_weighed() -> None:
    """A large winning bet among ten thousand small losing ones is chance; a hundred large ones are not."""
    small = Bets(1.0, 10_000, complete_outcomes([(12.0, 0.05)]))
    few, many = (Bets(1000.0, count, complete_outcomes([(12.0, 0.05)])) for count in (1, 100))
    assert tail_probability([small, few], 12_000 + 12 * 500, 1e-5) > 0.01
    assert tail_probability([small, many], 25 * 12_000 + 12 * 500, 1e-5) < 1e-8


def test_nothing_staked_is_no_alarm() -> None:
    assert tail_probability([], 0.0, 1e-5) == 1.0
