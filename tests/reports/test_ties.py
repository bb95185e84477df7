"""Every report, recomputed independently from ledger entries and rounds, on random days.

Data: four currencies and play money, rates that change daily, deposits, withdrawals, exchanges,
corrections, rounds that the house played or that were cancelled, closed shoes, voids of earlier
days (some undone), test accounts, reversed movements; some days closed, today open. Periods: whole
days, and from the end of one round to the end of another.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from decimal import ROUND_HALF_UP, Decimal
from math import inf
from typing import Any

import pytest
from django.test import override_settings

from casino.models import Round, Void, VoidStep
from journal.models import Alteration, Event
from journal.selectors import gaming_days
from journal.selectors.gaming_days import FIRST_DAY, GamingDayRule
from loyalty.models.points import PointsAccount, PointsEntry
from loyalty.models.redemption import Redemption
from loyalty.selectors.tiers import first_tier
from reports.figures import cash, events, exchange, liabilities, loyalty, voids
from reports.figures.loyalty import PointsOwed
from reports.models import HourOfGames
from reports.services.checking import check_reports
from reports.services.summing import sum_hands
from reports.values.filters import Filters
from reports.values.period import Period, day_of, start_of
from tests.exhaustive import slow_but, slow_but_every
from tests.fixtures.prepared import Prepared
from tests.reports import ties_of_play as play
from tests.reports.days import all_earlier, close_all, close_all_hours
from tests.reports.houses import (
    COUNTRIES,
    DAY,
    STAKES,
    House,
    Leg,
    legs,
    periods,
    player_conditions,
    rounds_of,
)
from wallet.cash.models import DepositStep, WithdrawalStep
from wallet.ledger.models import Receivable
from wallet.money.values import Money
from wallet.rates.models import Rate

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
        with override_settings(HIGH_STAKES_USD=play.HIGH):
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


def rate_at(currency: str, end: datetime) -> Decimal:
    """Return the rate in effect just before `end`; all rates of these days were approved by then."""
    if currency == "USD":
        return Decimal(1)
    known = Rate.objects.filter(currency=currency, as_of__lt=end, decision__decided_at__lt=end)
    found = known.order_by("as_of", "id").last()
    assert found is not None
    return found.rate


def rounded(worth: Decimal) -> int:
    return int(worth.to_integral_value(ROUND_HALF_UP))


def check_liabilities(period: Period, chosen: Filters, every: list[Leg]) -> None:
    """Report 3."""
    found = liabilities.load_figures(period, chosen)
    owed = {line.currency: line for line in found.lines}
    held: defaultdict[tuple[str, str], int] = defaultdict(int)
    for leg in every:
        if leg.at < period.until:
            held[leg.currency, leg.place] += leg.amount
    worth = 0
    for currency in STAKES:
        line = owed.get(currency)
        told = (
            (line.balances, line.open_stakes, line.withdrawals, line.suspense, -line.receivable)
            if line
            else [Money.zero(currency)] * 5
        )
        places = ("player", "in_play", "withdrawal_pending", "suspense", "receivable")
        assert [money.units for money in told] == [held[currency, place] for place in places]
        owing = sum(held[currency, place] for place in places[:-1])
        if owing:
            worth += rounded(owing * rate_at(currency, min(period.until, datetime.now(UTC))))
    assert abs(found.usd.units - worth) <= len(STAKES)  # each currency is rounded once


def check_cash(period: Period, chosen: Filters, inside: list[Leg]) -> None:
    """Report 4: units, dollars, by day, and counts."""
    paid: Counter[tuple[object, ...]] = Counter()
    worth: Counter[tuple[object, ...]] = Counter()
    times: Counter[tuple[object, ...]] = Counter()
    rated: Counter[tuple[object, ...]] = Counter()
    stored = stored_worths()
    for leg in inside:
        undone = ""
        if leg.kind in _OF_PLAYERS and leg.place == "player":
            sign = 1
        elif leg.kind == "pay_out" and leg.place == "bank":
            sign = -1
        elif leg.kind == "reverse" and leg.place in cash.UNDONE:
            sign, undone = -1, leg.place
        else:
            continue
        end = min(period.until, start_of(day_of(leg.at) + DAY))
        usd = stored.get(leg.told.pk)
        for day in (None, day_of(leg.at)):
            key = day, leg.kind, undone, leg.currency
            paid[key] += sign * leg.amount
            times[key] += 1
            rated[key] += usd is None
            worth[key] += (
                sign * rounded(leg.amount * rate_at(leg.currency, end))
                if usd is None
                else sign * (usd if leg.amount > 0 else -usd)
            )
    found = cash.load_figures(period, chosen)
    lines = {
        (one.day, one.kind, one.undone, one.currency): one for one in (*found.lines, *found.days)
    }
    assert {key: one.amount.units for key, one in lines.items()} == dict(paid)
    assert {key: one.transfers for key, one in lines.items()} == dict(times)
    for key, one in lines.items():
        assert abs(one.usd.units - worth[key]) <= rated[key], (key, period)


_OF_PLAYERS = {"deposit", "withdraw", "cancel_withdrawal", "bonus", "adjust", "redeem"}


def stored_worths() -> dict[int, int]:
    """Return the dollar values stored with desk deposits, withdrawals and redemptions, by transfer."""
    of_deposits = DepositStep.objects.filter(transfer__isnull=False)
    of_withdrawals = WithdrawalStep.objects.filter(transfer__isnull=False)
    found = dict(of_deposits.values_list("transfer", "deposit__amount_usd"))
    for one in Redemption.objects.all():
        found[one.transfer_id] = rounded(one.amount * one.rate)
    return found | dict(of_withdrawals.values_list("transfer", "withdrawal__amount_usd"))


def check_exchange(period: Period, chosen: Filters, inside: list[Leg]) -> None:
    """Report 5."""
    given: Counter[str] = Counter()
    received: Counter[str] = Counter()
    worth, spread, counted, acts = Decimal(0), Decimal(0), 0, 0
    for leg in inside:
        if leg.told.kind == "exchange" and leg.place == "player":
            is_given = leg.currency == leg.told.currency_id
            units = -leg.amount if is_given else leg.amount  # negative for a reversed exchange
            (given if is_given else received)[leg.currency] += units
            usd = units * Decimal(leg.told.details["given_rate" if is_given else "received_rate"])
            worth += usd if is_given else 0
            spread += usd if is_given else -usd
            counted += is_given and (-1 if leg.kind == "reverse" else 1)
            acts += is_given
    found = exchange.load_figures(period, chosen)
    told_given: Counter[str] = Counter()
    told_received: Counter[str] = Counter()
    for pair in found.pairs:
        told_given[pair.given.currency] += pair.given.units
        told_received[pair.received.currency] += pair.received.units
    assert (told_given, told_received) == (given, received)
    assert sum(pair.exchanges for pair in found.pairs) == counted
    assert abs(found.spread.units - spread) <= acts
    assert abs(found.given_usd.units - worth) <= acts
    assert sum(day.spread.units for day in found.days) == found.spread.units


def check_rates(period: Period, chosen: Filters, inside: list[Leg], completed: list[Round]) -> None:
    """Report 5: the rate rows used by exchanges, and those with the rates of rounds."""
    used: defaultdict[int, list[int]] = defaultdict(lambda: [0, 0])
    for leg in inside:
        if leg.told.kind == "exchange" and leg.place == "player" and leg.currency != "USD":
            side = "given" if leg.currency == leg.told.currency_id else "received"
            counted = -1 if leg.kind == "reverse" else 1
            used[leg.told.details[f"{side}_rate_id"]][0] += counted
    for one in completed:
        if one.currency != "USD":
            used[Rate.objects.get(currency=one.currency, rate=one.tasa_cambio).pk][1] += 1
    rows = Rate.objects.in_bulk(used)
    found = exchange.load_figures(period, chosen).used
    assert {
        (one.currency, one.rate, one.source, one.as_of): [one.exchanges, one.rounds]
        for one in found
    } == {(row.currency_id, row.rate, row.source, row.as_of): used[pk] for pk, row in rows.items()}
    assert len(found) == len(used)


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
