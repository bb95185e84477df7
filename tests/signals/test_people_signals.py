"""GEO1, HARM1, LOY1, INT2, and the score that holds withdrawals."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from django.utils import translation
from django_countries import countries

from signals.catalogue import SIGNALS
from signals.columns import DAY, HOUR, UNITS, DealMark, Deals, History, Protection, ProtectionAct
from signals.definition import Family, Opens
from signals.house import SeedAccess, SeedReads, ShoePlayers
from signals.judging import judge_signal
from signals.outcomes import Outcome, OutcomeStatus
from signals.places import find_place, measure_gap_km, read_places
from signals.population import Earner, Population, measure_population
from signals.scores import compute_hold_score, compute_score
from tests.signals.made import START, make_deals, make_payments, make_visits


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with translation.override("en"):
        yield


def judge(signal: str, given: Any, **thresholds: float) -> Outcome:
    return judge_signal(SIGNALS[signal], given, thresholds)


# impossible travel


def test_every_country_has_a_place() -> None:
    places = read_places()
    assert set(places) == set(countries.countries)
    for code, place in places.items():
        assert abs(place.latitude) <= 90, code
        assert abs(place.longitude) <= 180, code
        assert 0 <= place.radius_km <= 5000, code


@pytest.mark.parametrize(
    "pair",
    ["ES PT", "CO VE", "US CA", "US MX", "FR DE", "DO HT", "AR CL", "IE GB", "IN PK"],
)
def test_neighbours_may_touch(pair: str) -> None:
    one, other = map(find_place, pair.split())
    assert one is not None
    assert other is not None
    assert measure_gap_km(one, other) == 0


@pytest.mark.parametrize(
    ("visits", "status"),
    [
        ([(0, "ES"), (1, "MX")], OutcomeStatus.FLAGGED),
        ([(0, "ES"), (12, "MX")], OutcomeStatus.BELOW),
        ([(0, "CO"), (0.1, "VE")], OutcomeStatus.BELOW),
        ([(0, "ES"), (1, ""), (2, "MX")], OutcomeStatus.FLAGGED),
        ([(0, "ES"), (1, "")], OutcomeStatus.NOT_APPLICABLE),
        ([(0, "ES"), (1, "XX")], OutcomeStatus.NOT_APPLICABLE),
        ([(0, ""), (1, "")], OutcomeStatus.NOT_APPLICABLE),
        ([(0, "ES"), (1, "ES")], OutcomeStatus.BELOW),
        ([(0, "ES")], OutcomeStatus.TOO_FEW),
        ([], OutcomeStatus.TOO_FEW),
        ([(5, "MX"), (0, "ES"), (4, "ES")], OutcomeStatus.FLAGGED),
    ],
)
def test_journeys(visits: list[tuple[float, str]], status: OutcomeStatus) -> None:
    assert judge("GEO1", History("p", visits=make_visits(*visits))).status is status


def test_holiday_travel_is_possible() -> None:
    trip = make_visits(
        (0, "DE"),
        (14, "TH"),
        (24 * 14, "TH"),
        (24 * 14 + 13, "DE"),
        (24 * 20, "AT"),
        (24 * 20 + 1, "DE"),
    )
    found = judge("GEO1", History("p", visits=trip))
    assert (found.status, found.figures["impossible"]) == (OutcomeStatus.BELOW, 0)


def test_the_sentence_gives_distance_and_time() -> None:
    history = History("p", visits=make_visits((0, "ES"), (1.5, "mx")))
    found = judge("GEO1", history)
    assert "1.5 hours apart" in SIGNALS["GEO1"].sentence(found)
    draw = SIGNALS["GEO1"].draw
    assert draw is not None
    assert [bar.words for bar in draw(history, found).bars] == ["ES → MX, 1.5 h"]
    assert found.moments.tolist() == [START + 1.5 * HOUR]


# markers of harm


def played(hour: float, days: int, a_day: int = 30, **given: Any) -> Deals:
    at = np.concatenate(
        [START + DAY * day + HOUR * hour + 60.0 * np.arange(a_day) for day in range(days)]
    )
    return make_deals(len(at), at=at, **given)


def results(rows: int, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).choice([-1, 0, 1], rows, p=[0.48, 0.09, 0.43])


def with_stakes(deals: Deals, stakes: np.ndarray, result: np.ndarray) -> Deals:
    units = np.asarray(stakes * UNITS, np.int64)
    return replace(deals, stake=units, staked=units, returned=units * (1 + result))


def martingale(deals: Deals, seed: int) -> Deals:
    result = results(len(deals), seed)
    stakes = np.ones(len(deals))
    for place in range(1, len(deals)):
        stakes[place] = min(64, stakes[place - 1] * 2) if result[place - 1] < 0 else 1
    return with_stakes(deals, stakes, result)


def acts(*rows: tuple[float, ProtectionAct]) -> Protection:
    return Protection(
        np.array([START + HOUR * hours for hours, _ in rows]),
        np.array([int(kind) for _, kind in rows], np.int64),
    )


def test_a_night_shift_worker_has_one_marker() -> None:
    found = judge("HARM1", History("p", deals=played(3, 20)))
    assert (found.status, found.figures["night"], found.figures["markers"]) == (
        OutcomeStatus.BELOW,
        1.0,
        1,
    )


def test_chasing_at_night() -> None:
    history = History("p", deals=martingale(played(2, 20), 1))
    found = judge("HARM1", history)
    assert found.status is OutcomeStatus.FLAGGED
    assert found.figures["chasing"] > 0.5
    assert SIGNALS["HARM1"].opens is Opens.PROTECTION_CASE
    assert "2 of 4 markers" in SIGNALS["HARM1"].sentence(found)


def test_night_is_the_player_s_own() -> None:
    deals = played(8, 20)  # 8 in UTC is 2 in Mexico
    assert judge("HARM1", History("p", deals=deals)).figures["night"] == 0
    assert (
        judge("HARM1", History("p", deals=deals, zone="America/Mexico_City")).figures["night"] == 1
    )
    assert judge("HARM1", History("p", deals=deals, zone="Nowhere/Here")).figures["night"] == 0
    there = History("p", deals=deals, visits=make_visits((0, "MX"), (24, "MX"), (48, "")))
    assert judge("HARM1", there).figures["night"] == 1
    lives_in_spain = replace(there, country="ES")  # on holiday, or by a VPN
    assert judge("HARM1", lives_in_spain).figures["night"] == 0
    assert judge("HARM1", History("p", deals=deals, country="MX")).figures["night"] == 1


def test_deposits_right_after_a_stop() -> None:
    stop = acts((10, ProtectionAct.LOSS_LIMIT_REACHED))
    for hours, count in ((10.9, 1), (11.1, 0), (9.9, 0)):
        history = History("p", deposits=make_payments((hours, 50)), protection=stop)
        assert judge("HARM1", history).figures["deposits"] == count
    refused = History("p", deposits=make_payments((1, 50, "card", False), (1.5, 50)))
    assert judge("HARM1", refused).figures["deposits"] == 1


def test_loosening_and_depositing() -> None:
    loosen = [(hours, ProtectionAct.LOOSENING_REQUESTED) for hours in (1.0, 30.0)]
    stop = (40.0, ProtectionAct.DEPOSIT_REFUSED)
    deposits = make_payments((40.5, 50))
    flagged = History("p", deposits=deposits, protection=acts(*loosen, stop))
    assert judge("HARM1", flagged).status is OutcomeStatus.FLAGGED
    once = History("p", deposits=deposits, protection=acts(loosen[0], stop))
    assert judge("HARM1", once).status is OutcomeStatus.BELOW


def test_markers_of_long_ago_do_not_count() -> None:
    old = [(1.0, ProtectionAct.LOOSENING_REQUESTED), (2.0, ProtectionAct.LOOSENING_REQUESTED)]
    later = make_payments((24 * 120, 50))
    found = judge("HARM1", History("p", deposits=later, protection=acts(*old)))
    assert found.figures["loosenings"] == 0


@pytest.mark.parametrize("kind", ["random", "parlay", "drift", "flat"])
def test_honest_stakes_are_no_chasing(kind: str) -> None:
    for seed in range(20):
        deals = played(18, 20)
        random, result = np.random.default_rng(seed), results(len(deals), seed)
        stakes = np.ones(len(deals))
        if kind == "random":
            stakes = random.integers(1, 20, len(deals)).astype(float)
        if kind == "drift":
            stakes = np.exp(np.cumsum(random.normal(0, 0.1, len(deals))))
        for place in range(1, len(deals) if kind == "parlay" else 0):
            stakes[place] = min(16, stakes[place - 1] * 2) if result[place - 1] > 0 else 1
        found = judge("HARM1", History("p", deals=with_stakes(deals, stakes, result)))
        assert found.figures["markers"] == 0, seed


def test_play_money_is_no_marker() -> None:
    deals = martingale(played(2, 20), 1)
    unreal = replace(deals, marks=np.full(len(deals), int(DealMark.PLAY_MONEY)))
    found = judge("HARM1", History("p", deals=unreal))
    assert (found.status, found.n) == (OutcomeStatus.BELOW, 0)
    assert "no data" in SIGNALS["HARM1"].sentence(found)


def test_a_player_without_anything() -> None:
    assert judge("HARM1", History("p")).status is OutcomeStatus.TOO_FEW
    assert judge("HARM1", History("p", deals=make_deals(1))).status is OutcomeStatus.BELOW


def test_activity_is_drawn_by_weekday() -> None:
    history = History("p", deals=make_deals(5, at=np.full(5, 1_760_000_000.0)))  # a Thursday, 8:53
    draw = SIGNALS["HARM1"].draw
    assert draw is not None
    assert draw(history, judge("HARM1", history)).cells[3][8] == 5


# points


def earner(ratio: float, population: Population, loss: float = 100) -> Earner:
    return Earner("p", ratio * loss, loss, population)


def test_points_farming() -> None:
    random = np.random.default_rng(1)
    losses = random.uniform(10, 500, 1000)
    points = losses * np.exp(random.normal(0, 0.3, 1000)) * 20
    population = measure_population(points, losses)
    assert population.spread == pytest.approx(0.3, abs=0.05)
    assert judge("LOY1", earner(20, population)).status is OutcomeStatus.BELOW
    found = judge("LOY1", earner(20 * np.exp(1.4), population))
    assert found.status is OutcomeStatus.FLAGGED
    assert "z = 4" in SIGNALS["LOY1"].sentence(found)


def test_farmers_do_not_hide_each_other() -> None:
    points = np.concatenate([np.full(80, 20.0), np.full(20, 400.0)])
    population = measure_population(points, np.ones(100))
    assert judge("LOY1", earner(400, population)).status is OutcomeStatus.FLAGGED
    assert (
        judge("LOY1", earner(40, population)).status is OutcomeStatus.BELOW
    )  # a tier that doubles points


def test_points_of_few_players_or_little_play() -> None:
    few = measure_population(np.full(29, 20.0), np.ones(29))
    assert judge("LOY1", earner(400, few)).status is OutcomeStatus.TOO_FEW
    many = measure_population(np.full(30, 20.0), np.ones(30))
    assert judge("LOY1", earner(400, many, loss=1)).reason == "little_play"
    assert judge("LOY1", earner(0, many)).status is OutcomeStatus.TOO_FEW
    assert judge("LOY1", Earner("p", 100, -5, many)).reason == "little_play"
    assert judge("LOY1", Earner("p", float("nan"), 5, many)).status is OutcomeStatus.TOO_FEW
    assert measure_population(np.zeros(5), np.zeros(5)).players == 0


# seed access


def reads(*rows: tuple[int, str, bool, bool]) -> SeedReads:
    return SeedReads(
        START + np.arange(len(rows), dtype=float),
        np.array([row[0] for row in rows], np.int64),
        np.array([row[1] for row in rows], np.str_),
        np.array([row[2] for row in rows], np.bool_),
        np.array([row[3] for row in rows], np.bool_),
    )


def test_seeds_of_open_shoes_read_outside_dealing() -> None:
    players = ShoePlayers(np.array([1, 1, 2, 3]), np.array(["a", "b", "b", "c"]))
    access = SeedAccess(
        reads(
            (1, "web", True, True),
            (1, "eve", False, True),
            (2, "eve", False, True),
            (3, "eve", False, False),
        ),
        players,
    )
    found = judge("INT2", access)
    assert found.status is OutcomeStatus.FLAGGED
    assert (found.figures["reads"], found.figures["shoes"], found.figures["players"]) == (2, 2, 2)
    assert SIGNALS["INT2"].severity == 0
    assert SIGNALS["INT2"].opens is Opens.STAFF_INCIDENT
    usual = SeedAccess(reads((1, "web", True, True), (3, "audit", False, False)), players)
    assert judge("INT2", usual).status is OutcomeStatus.BELOW
    assert judge("INT2", SeedAccess()).status is OutcomeStatus.TOO_FEW


# the score that holds withdrawals


def flag(signal: str) -> tuple[str, Family, int]:
    return signal, SIGNALS[signal].family, SIGNALS[signal].severity


INT1 = ("INT1", Family.INTEGRITY, 60)


@pytest.mark.parametrize(
    ("flags", "score"),
    [
        ([flag("AML1"), flag("AML4")], 80),
        ([flag("AML1"), flag("AML2")], 100),
        ([flag("MA1"), flag("MA2"), flag("COL1")], 70),
        ([flag("MA1"), flag("AML4")], 60),
        ([INT1, flag("MA1")], 100),
        ([flag("CC1"), ("EDGE", Family.COUNTING, 30), flag("GEO1"), flag("LOY1")], 0),
        ([flag("AML1"), flag("GEO1"), flag("CC1")], 60),
        ([flag("AML5"), flag("INT2"), flag("HARM1")], 0),
        ([flag("AML1"), flag("AML1")], 60),
        ([], 0),
    ],
)
def test_hold_score(flags: list[tuple[str, Family, int]], score: int) -> None:
    assert compute_hold_score(flags) == score
    assert compute_hold_score(iter(flags)) == score
    assert compute_score(flags) >= score
