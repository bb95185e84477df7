"""Reports 1, 2, 6, 7, 9 and 12, compared with play recomputed round by round and entry by entry."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from datetime import timedelta
from decimal import ROUND_HALF_UP, Decimal
from math import ceil
from uuid import UUID

import pytest

from casino.models import Bet, Round, Shoe
from journal.models import Event
from reports.figures import exceptions, fairness, overview, performance, play_today, players
from reports.models import NotedRound
from reports.values.filters import Filters
from reports.values.period import Period, day_of
from reports.values.played_sums import PlayedSums
from tests.reports.houses import STAKES, Leg, player_conditions

HIGH = 20
"""Dollars staked in thirty days that make a player high-stakes."""

_VOIDS = frozenset({"void", "owe", "suspend", "reverse"})


def of_voids(inside: list[Leg]) -> list[Leg]:
    """Return the entries by which voids changed the house's result."""
    return [
        leg
        for leg in inside
        if leg.kind in _VOIDS and leg.place == "game_result" and leg.transfer.round_id
    ]


def won_by_voids(inside: list[Leg]) -> int:
    """Return the house's result of voids in dollars, at each round's rate; undone voids sum to zero."""
    won: Counter[UUID] = Counter()
    for leg in of_voids(inside):
        if leg.transfer.round_id is not None:
            won[leg.transfer.round_id] += leg.amount
    rates = dict(Round.objects.filter(public_id__in=won).values_list("public_id", "tasa_cambio"))
    return sum(_rounded(amount * rates[key]) for key, amount in won.items())


def check_overview(
    period: Period, chosen: Filters, every: list[Leg], inside: list[Leg], rounds: list[Round]
) -> None:
    """Report 1: by currency from the entries; by day, table, version, segment and country from the rounds."""
    found = overview.load_figures(period, chosen)
    named = {one.public_id for one in rounds}
    of_rounds = [leg for leg in every if leg.transfer.round_id in named]
    for currency in STAKES:
        mine = [leg for leg in of_rounds if leg.currency == currency]
        staked = -sum(leg.amount for leg in mine if leg.kind == "bet" and leg.place == "player")
        returned = sum(leg.amount for leg in mine if leg.kind == "settle" and leg.place == "player")
        won = sum(leg.amount for leg in mine if leg.kind == "settle" and leg.place == "game_result")
        voided = sum(leg.amount for leg in of_voids(inside) if leg.currency == currency)
        line = next((one.played for one in found.currencies if one.key == currency), None)
        told = (line.staked, line.returned, line.won) if line else (0, 0, 0)
        assert told == (staked, returned, won + voided), (currency, period)
    total = found.total
    assert _sums(total) == _added(rounds)
    assert total.voided_house_usd == won_by_voids(inside)
    assert total.won_usd.units == total.staked_usd - total.returned_usd + total.voided_house_usd
    ways: tuple[tuple[str, Iterable[tuple[str, PlayedSums]], Callable[[Round], object]], ...] = (
        ("day", ((str(one.day), one.played) for one in found.days), _day),
        (
            "table",
            ((one.key, one.played) for one in found.tables),
            lambda one: one.place.table_id,
        ),
        ("version", ((one.key, one.played) for one in found.versions), lambda one: one.version_id),
        ("currency", ((one.key, one.played) for one in found.currencies), lambda one: one.currency),
        ("segment", ((one.key, one.played) for one in found.segments), _segment),
        (
            "country",
            ((one.key, one.played) for one in found.countries),
            lambda one: one.player.country,
        ),
    )
    for name, lines, way in ways:
        groups: defaultdict[str, list[Round]] = defaultdict(list)
        for one in rounds:
            groups[str(way(one))].append(one)
        told_by = {key: _sums(played) for key, played in lines if played.rounds}
        assert told_by == {key: _added(group) for key, group in groups.items()}, (name, period)
    assert found.players == len({one.player_id for one in rounds})
    assert (
        found.alarms
        == Event.objects.filter(severity="alarm", at__gte=period.since, at__lt=period.until).count()
    )


def check_so_far(period: Period, chosen: Filters) -> None:
    """Today's overview of part of a day agrees with report 1."""
    said, read = (
        overview.load_figures(period, chosen),
        play_today.load_figures(period, test=chosen.test),
    )
    assert (read.total, read.players) == (said.total, said.players)
    assert read.tables == {int(line.key): line.played for line in said.tables}


def check_performance(period: Period, chosen: Filters, rounds: list[Round]) -> None:
    """Report 2: side bets staked and returned, the boxes' actual return, and play by country."""
    found = performance.load_figures(period, chosen)
    told = {line.key: _sums(line.played) for line in found.countries if line.played.rounds}
    assert told == {
        country: _added([one for one in rounds if one.player.country == country])
        for country in {one.player.country for one in rounds}
    }
    for one in found.versions:
        mine = [round_ for round_ in rounds if round_.version_id == one.version_id]
        assert _sums(one.played) == _added(mine)
        beside, net = _beside(mine)
        assert {
            side.name: (side.bets, side.staked.units, side.returned.units) for side in one.beside
        } == beside
        if not mine:
            continue
        bets = sum(
            _rounded(bet.stake * round_.tasa_cambio)
            for round_ in mine
            for bet in Bet.objects.filter(round=round_)
        )
        assert one.actual == pytest.approx(1 + net / bets)


def check_people(period: Period, chosen: Filters, rounds: list[Round]) -> None:
    """Report 6: stakes, returns and currencies of each player, and time played."""
    found = players.load_figures(period, chosen)
    mine: defaultdict[int, list[Round]] = defaultdict(list)
    for one in rounds:
        mine[one.player_id].append(one)
    assert {line.player_id for line in found.lines} == set(mine)
    for line in found.lines:
        own = mine[line.player_id]
        sums = line.sums
        assert (sums.rounds, sums.hands, sums.staked.units, sums.returned.units) == _added(own)
        assert sums.seconds == _seconds(own)
        staked: Counter[str] = Counter()
        won: Counter[str] = Counter()
        for one in own:
            staked[one.currency] += one.staked
            won[one.currency] += (one.returned or 0) - one.staked
        assert {money.currency: money.units for money in line.staked} == dict(staked)
        assert {money.currency: money.units for money in line.won} == dict(won)
    assert found.total.seconds == sum(line.sums.seconds for line in found.lines)
    assert set(players.iterate_players(period, chosen)) == set(found.lines)


def check_noted(period: Period, chosen: Filters, rounds: list[Round]) -> None:
    """Reports 7 and 9."""
    completed = [one for one in rounds if one.status == Round.Status.COMPLETED]
    large = exceptions.load_large_rounds(period, chosen)
    staked = sorted((one.staked_usd for one in completed), reverse=True)
    won = sorted(((one.returned_usd or 0) - one.staked_usd for one in completed), reverse=True)
    assert [one.staked_usd.units for one in large.bets] == staked
    assert [one.won_usd.units for one in large.wins] == [one for one in won if one > 0]
    found = exceptions.load_interrupted_rounds(period, chosen)
    left = {one.public_id: one.staked_usd for one in completed if one.interrupted}
    cancelled = {one.public_id: one.staked_usd for one in rounds if one not in completed}
    assert (found.interrupted, found.cancelled) == (len(left), len(cancelled))
    assert found.interrupted_usd.units == sum(left.values())
    assert found.cancelled_usd.units == sum(cancelled.values())
    for why, expected in (
        (NotedRound.Why.INTERRUPTED, left),
        (NotedRound.Why.CANCELLED, cancelled),
    ):
        told = {
            one.public_id: one.staked_usd.units
            for one in exceptions.iterate_rounds(period, chosen, why)
        }
        assert told == expected


def check_shoes(period: Period, chosen: Filters) -> None:
    """Report 12, with each seed hashed again."""
    shoes = Shoe.objects.filter(**player_conditions(chosen, "place__player__"))
    opened, closed, verified, lost = 0, 0, 0, 0
    for shoe in shoes:
        opened += shoe.opened_at is not None and period.since <= shoe.opened_at < period.until
        if shoe.closed_at is None or not period.since <= shoe.closed_at < period.until:
            continue
        lost += shoe.status == Shoe.Status.LOST
        if shoe.status == Shoe.Status.CLOSED:
            closed += 1
            digest = hashlib.sha256((shoe.server_seed or "").encode()).hexdigest()
            verified += digest == shoe.commitment
    total = fairness.load_figures(period, chosen).total
    assert (total.opened, total.closed, total.verified, total.lost) == (
        opened,
        closed,
        verified,
        lost,
    )


def _sums(played: PlayedSums) -> tuple[int, int, int, int]:
    return played.rounds, played.hands, played.staked_usd, played.returned_usd


def _added(rounds: list[Round]) -> tuple[int, int, int, int]:
    return (
        len(rounds),
        sum(len(one.boxes) for one in rounds),
        sum(one.staked_usd for one in rounds),
        sum(one.returned_usd or 0 for one in rounds),
    )


def _day(one: Round) -> object:
    assert one.finished_at is not None
    return day_of(one.finished_at)


def _segment(one: Round) -> str:
    """Return "high" by the stakes of the thirty days before, else "new": all players registered just now."""
    assert one.finished_at is not None
    today = day_of(one.finished_at)
    before = Round.objects.filter(player=one.player_id, status="completed").exclude(currency="PLY")
    staked = sum(
        earlier.staked_usd
        for earlier in before
        if earlier.finished_at is not None
        and timedelta(0) < today - day_of(earlier.finished_at) <= timedelta(days=30)
    )
    return "high" if staked >= HIGH * 10_000 else "new"


def _beside(rounds: list[Round]) -> tuple[dict[str, tuple[int, int, int]], int]:
    """Return side bets and insurance by name, in dollars, and the players' net result of the boxes alone."""
    found: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    net = 0
    for one in rounds:
        net += (one.returned_usd or 0) - one.staked_usd
        for seat in (one.result or {})["seats"]:
            sides = dict(seat["side_bets"])
            if seat["insurance"]:
                sides["insurance"] = seat["insurance"]
            for name, bet in sides.items():
                staked, paid = (
                    _rounded(int(bet[key]) * one.tasa_cambio) for key in ("stake", "payout")
                )
                for n, units in enumerate((1, staked, paid)):
                    found[name][n] += units
                net -= paid - staked
    return {name: (bets, staked, paid) for name, (bets, staked, paid) in found.items()}, net


def _seconds(rounds: list[Round]) -> int:
    """Return seconds played: from one round's end to the next if within ten minutes, else its own, at most ten."""
    most, last = timedelta(minutes=10), dict[object, Round]()
    sums: defaultdict[tuple[object, str], float] = defaultdict(float)
    for one in sorted(rounds, key=lambda one: (one.finished_at, one.pk)):
        assert one.finished_at is not None
        before = last.get(_day(one))
        between = one.finished_at - before.finished_at if before and before.finished_at else None
        if between is None or between > most:
            between = min(one.finished_at - one.started_at, most)
        sums[_day(one), one.currency] += between.total_seconds()
        last[_day(one)] = one
    return sum(ceil(round(seconds, 6)) for seconds in sums.values())


def _rounded(worth: Decimal) -> int:
    return int(worth.to_integral_value(ROUND_HALF_UP))
