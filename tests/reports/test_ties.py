"""Every report, recomputed independently from ledger entries and rounds, on random days.

Data: four currencies and play money, rates that change daily, deposits, withdrawals, exchanges,
corrections, rounds that the house played or that were cancelled, closed shoes, voids of earlier
days (some undone), test accounts, reversed movements; some days closed, today open. Periods: whole
days, and from the end of one round to the end of another.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from typing import Any

import pytest

from casino.models import Round, Void, VoidStep
from journal.models import Alteration, Event
from journal.selectors import gaming_days
from journal.selectors.gaming_days import FIRST_DAY, GamingDayRule
from loyalty.models.points import PointsAccount, PointsEntry
from loyalty.models.redemption import Redemption
from loyalty.selectors.tiers import first_tier
from reports.figures import events, loyalty, voids
from reports.figures.loyalty import PointsOwed
from reports.models import HourOfGames
from reports.services.checking import check_reports
from reports.services.summing import sum_hands
from reports.values.filters import Filters
from reports.values.period import Period, day_of, start_of
from tests.exhaustive import slow_but, slow_but_every
from tests.fixtures.prepared import Prepared
from tests.fixtures.profiles import other_profile
from tests.reports import ties_of_play as play
from tests.reports.days import all_earlier, close_all, close_all_hours
from tests.reports.houses import (
    COUNTRIES,
    DAY,
    House,
    Leg,
    legs,
    periods,
    player_conditions,
    rounds_of,
)
from tests.reports.ties_of_money import (
    check_cash,
    check_exchange,
    check_liabilities,
    check_rates,
    rounded,
)
from wallet.ledger.models import Receivable
from wallet.money.values import Money

pytestmark = pytest.mark.committed


DAYS = {
    1: GamingDayRule(FIRST_DAY, "UTC", 0),
    2: GamingDayRule(FIRST_DAY, "UTC", 0),
    3: GamingDayRule(FIRST_DAY, "Asia/Kolkata", 6),
}
"""Gaming day rule of each house."""


@pytest.fixture(params=slow_but(DAYS, lambda seed: seed == max(DAYS)))
def house(prepared: Prepared, request: pytest.FixtureRequest) -> Iterator[House]:
    made = prepared(lived, request.param)
    with house_conditions(request.param):
        yield made


@contextmanager
def house_conditions(seed: int) -> Iterator[None]:
    """Set the gaming day and a low threshold of high stakes, reached in a day; closed days depend on both."""
    before = gaming_days.cached_rules()
    gaming_days.cache_rules((DAYS[seed],), seconds=inf)
    try:
        with other_profile(high_stakes_usd=play.HIGH):
            yield
    finally:
        gaming_days.cache_rules(before, seconds=inf)


def lived(seed: int) -> House:
    """Build a house with two closed days and an open one.

    Other modules build it too, so it sets its own conditions.
    """
    with house_conditions(seed):
        made = House(seed)
        for last in (False, True):
            made.live()
            made.void_some()
            all_earlier(DAY, sealed=last)
        close_all()
        made.live()
        made.void_some()
    return made


@pytest.mark.parametrize("test", slow_but_every(2, [False, True]))
def test_every_report_is_what_the_entries_say(house: House, test: bool) -> None:  # noqa: FBT001 - a parameter of the test
    ended = Round.objects.filter(player__is_test_account=test).exclude(currency="PLY")
    assert ended.filter(status="completed").exists()
    assert ended.filter(interrupted=True).exists() is not test
    assert ended.filter(status="cancelled").exists() is not test
    assert Void.objects.filter(player__is_test_account=test).exists() is not test
    check_every_report(house, Filters(test=test))


@pytest.mark.parametrize("country", slow_but_every(9, sorted(set(COUNTRIES))))
def test_every_report_of_a_country_is_what_its_players_entries_say(
    house: House, country: str
) -> None:
    check_every_report(house, Filters(country=country))


def check_every_report(house: House, chosen: Filters) -> None:
    every = legs(chosen)
    for period in periods(house):
        inside = [leg for leg in every if period.since <= leg.at < period.until]
        rounds = rounds_of(period, chosen)
        completed = [one for one in rounds if one.status == Round.Status.COMPLETED]
        play.check_overview(period, chosen, every, inside, completed)
        play.check_performance(period, chosen, completed)
        play.check_people(period, chosen, completed)
        play.check_noted(period, chosen, rounds)
        play.check_shoes(period, chosen)
        check_liabilities(period, chosen, every)
        check_cash(period, chosen, inside)
        check_exchange(period, chosen, inside)
        check_rates(period, chosen, inside, completed)
        check_voids(period, chosen, inside)
        check_points(period, chosen)
        check_events(period, chosen)
        if chosen.country is None:
            play.check_so_far(period, chosen)


def test_hours_that_are_closed_say_what_open_ones_said(house: House) -> None:
    ends = Round.objects.filter(finished_at__isnull=False).values_list("finished_at", flat=True)
    parts = [Period(start_of(day_of(end)), end) for end in ends if end is not None]
    for closed in (False, True):
        if closed:
            close_all_hours()
            assert HourOfGames.objects.count() > 3
        for period in (*periods(house), *parts[:: len(parts) // 20 + 1]):
            for test in (False, True):
                play.check_so_far(period, Filters(test=test))


def check_voids(period: Period, chosen: Filters, inside: list[Leg]) -> None:
    """Report 8: three voids and one undoing per day."""
    found = voids.load_figures(period, chosen)
    of = {"at__gte": period.since, "at__lt": period.until}
    made = Void.objects.filter(**player_conditions(chosen, "player__"), **of).count()
    done = VoidStep.objects.filter(**player_conditions(chosen, "void__player__"), **of).count()
    assert (found.voided, found.acts) == (made, made + done)
    assert found.house_usd.units == play.won_by_voids(inside)
    rows = Receivable.objects.filter(**player_conditions(chosen, "player__"))
    owed = {(one.cause_id, one.amount.currency): one.amount.units for one in found.owed}
    assert owed == {(row.round_id, row.currency_id): row.amount for row in rows}
    assert list(voids.iterate_acts(period, chosen)) == list(found.lines)


def check_points(period: Period, chosen: Filters) -> None:
    """Report 10: entry by entry."""
    changed: Counter[tuple[object, str]] = Counter()
    entries: Counter[tuple[object, str]] = Counter()
    for entry in PointsEntry.objects.filter(**player_conditions(chosen, "player__")):
        if period.since <= entry.at < period.until:
            for day in (None, day_of(entry.at)):
                changed[day, entry.kind] += entry.hundredths
                entries[day, entry.kind] += 1
    found = loyalty.load_figures(period, chosen)
    lines = {(one.day, one.kind): one for one in (*found.lines, *found.days)}
    assert {key: one.hundredths for key, one in lines.items()} == dict(changed)
    assert {key: one.entries for key, one in lines.items()} == dict(entries)
    redeemed = Redemption.objects.filter(**player_conditions(chosen, "player__"))
    redeemed = redeemed.filter(at__gte=period.since, at__lt=period.until)
    assert found.paid.units == sum(rounded(one.amount * one.rate) for one in redeemed)
    assert found.hundredths("redeemed") == -100 * sum(one.points for one in redeemed)
    accounts = PointsAccount.objects.filter(**player_conditions(chosen, "player__"))
    assert found.outstanding.balance == sum(one.balance for one in accounts)
    assert found.outstanding.debt == sum(one.debt for one in accounts)
    assert sum(found.tiers.values()) == len(accounts)
    held = PointsEntry.objects.filter(**player_conditions(chosen, "player__"), at__lt=period.until)
    assert loyalty.load_points_owed_at(period.until, chosen).hundredths == sum(
        one.hundredths for one in held
    )
    now, worth = loyalty.load_points_owed_now(chosen), 0
    for one in accounts:
        tier = one.tier or first_tier()
        worth += one.balance * tier.redemption
    assert now == PointsOwed(
        found.outstanding.balance, found.outstanding.debt, Money(worth // 100, "USD")
    )


def check_events(period: Period, chosen: Filters) -> None:
    """Report 11: every event, and counts by kind."""
    within = {"at__gte": period.since, "at__lt": period.until}
    kept = Event.objects.filter(**within)
    found = events.load_figures(period, chosen)
    told = {line.kind: line.events for line in found.kinds}
    assert told == dict(Counter(kept.values_list("kind", flat=True)))
    assert found.total == kept.count() == len(events.load_events(period))
    assert sum(day.events for day in found.days) == found.total
    changes = Alteration.objects.filter(**within).values_list("pk", flat=True)
    assert {row.pk for row in events.load_changes(period)} == set(changes)


def test_the_check_finds_that_all_of_it_ties(house: House) -> None:
    while sum_hands(7):
        pass
    assert check_reports() == []


def test_the_check_finds_a_day_that_was_tampered_with(house: House, owner_connection: Any) -> None:
    close_all_hours()
    owner_connection.execute("ALTER TABLE reports_dayofgames DISABLE TRIGGER USER")
    owner_connection.execute("UPDATE reports_dayofgames SET staked = staked + 1")

    broken = check_reports()
    assert [one.line for one in broken] == [
        "days_happened",
        "hours_add_up",
        "days_tie_to_rounds",
    ]
    assert Event.objects.filter(kind="reports_broken").count() == 1
