"""Histories of players for the signals, read from packed days, visits, payments and limits.

Voided rounds are left out here, so that a void and its undoing change what is judged at the next judgement.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any, Final

import numpy as np
from django.db.models import Count, F, Q

from accounts.models.users import State, StateChange, User
from accounts.models.visits import Visit
from casino.models import Round, Shoe, Void
from detection.models import PlayerDay
from detection.selectors.rules import advise_decisions, load_rules, make_worths
from detection.values.packing import Batch, unpack
from journal.selectors.gaming_days import day_of
from limits.models import Limit
from signals.columns import (
    DECK,
    DealMark,
    Deals,
    Decisions,
    EarlyShoeEnds,
    History,
    Payments,
    Protection,
    ProtectionAct,
    Visits,
)
from signals.definition import Unit
from wallet.cash.models import Deposit, Withdrawal
from wallet.cash.models.states import DepositState, WithdrawalState
from wallet.money.values import PLAY_MONEY

COUNTED: Final = (Unit.ROUNDS, Unit.DEALS, Unit.DECISIONS)
_PAID: Final = {DepositState.CREDITED, DepositState.REVERSED, WithdrawalState.PAID}
_FAILED: Final = {DepositState.FAILED, DepositState.REFUSED, WithdrawalState.REFUSED}


@dataclass(frozen=True, slots=True)
class DayUnits:
    """Units of a player's gaming day, voided rounds left out."""

    day: date
    units: Mapping[Unit, int]


@dataclass(frozen=True, slots=True)
class PlayerRows:
    """A player's history from some day on. `skipped` are the units before it, `total` all units."""

    history: History
    skipped: Mapping[Unit, int]
    total: Mapping[Unit, int]


def load_units(player_id: int) -> list[DayUnits]:
    """Return a player's days with their units, oldest first. Two queries, three if rounds were voided."""
    rows = PlayerDay.objects.filter(player=player_id).order_by("day")
    voided = _voided_units(player_id)
    return [
        DayUnits(
            day,
            {
                Unit.ROUNDS: rounds - voided.get((day, Unit.ROUNDS), 0),
                Unit.DEALS: deals - voided.get((day, Unit.DEALS), 0),
                Unit.DECISIONS: decisions - voided.get((day, Unit.DECISIONS), 0),
            },
        )
        for day, rounds, deals, decisions in rows.values_list("day", "rounds", "deals", "decisions")
    ]


def _voided_units(player_id: int) -> dict[tuple[date, Unit], int]:
    voided = find_voided(player_id)
    if not voided:
        return {}
    found: dict[tuple[date, Unit], int] = {}
    rounds = Round.objects.filter(pk__in=voided).exclude(currency=PLAY_MONEY)
    own = Count("decisions", filter=Q(decisions__by_house=False, decisions__early=False))
    for started_at, made in rounds.annotate(made=own).values_list("started_at", "made"):
        day = day_of(started_at)
        for unit, units in ((Unit.ROUNDS, 1), (Unit.DEALS, 1), (Unit.DECISIONS, made)):
            found[day, unit] = found.get((day, unit), 0) + units
    return found


def find_voided(player_id: int) -> list[int]:
    """Return the ids of a player's voided rounds."""
    voids = Void.objects.filter(player=player_id, undone_at__isnull=True)
    return list(voids.values_list("round_id", flat=True))


def total_units(days: Sequence[DayUnits]) -> dict[Unit, int]:
    """Return all units of these days."""
    return {unit: sum(one.units[unit] for one in days) for unit in COUNTED}


def first_day_for(days: Sequence[DayUnits], firsts: Mapping[Unit, int]) -> date | None:
    """Return the day from which on a history has to be loaded to hold these units; None: nothing is needed.

    At least one row before the first unit is loaded, unless it is the very first.
    """
    first: date | None = None
    for unit, needed in firsts.items():
        before = 0
        for one in days:
            if before + one.units[unit] >= max(needed, 1):
                first = one.day if first is None else min(first, one.day)
                break
            before += one.units[unit]
    return first


def load_rows(player_id: int, days: Sequence[DayUnits], since: date | None) -> PlayerRows:
    """Return a player's deals and decisions from a day on; none without a day."""
    total = total_units(days)
    if since is None:
        return PlayerRows(History(str(player_id), worth_of=make_worths()), total, total)
    packed = PlayerDay.objects.filter(player=player_id, day__gte=since).order_by("day")
    columns = [bytes(one) for one in packed.values_list("columns", flat=True)]
    skipped = total_units([one for one in days if one.day < since])
    return PlayerRows(build_history(player_id, columns, find_voided(player_id)), skipped, total)


def build_history(player_id: int, columns: Sequence[bytes], voided: Sequence[int]) -> History:
    """Return deals and decisions of packed days as a history in time order, without the voided rounds."""
    deals, decisions = unpack(list(columns))
    deals, decisions = _in_order(deals, decisions, voided)
    versions, places = np.unique(deals["version"], return_inverse=True)
    advised = advise_decisions(decisions, deals["version"][decisions["row"]])
    made = {name: decisions[name] for name in ("row", "spot", "action", "running", "left", "marks")}
    dealt = {name: column for name, column in deals.items() if name != "version"}
    floats = {"at": dealt.pop("at"), "ended": dealt.pop("ended")}
    history = History(
        str(player_id),
        rules=tuple(load_rules(version) for version in versions.tolist()),
        deals=Deals(**floats, **_wide(dealt), rules=places.astype(np.int64)),
        decisions=Decisions(
            at=decisions["at"],
            think=decisions["think"].astype(np.float64),
            advised=advised,
            **_wide(made),
        ),
        worth_of=make_worths(),
    )
    return replace(history, shoe_ends=_load_shoe_ends(history.deals))


def _wide(columns: Batch) -> dict[str, Any]:
    return {name: column.astype(np.int64) for name, column in columns.items()}


def _in_order(deals: Batch, decisions: Batch, voided: Sequence[int]) -> tuple[Batch, Batch]:
    order = np.lexsort((deals["nonce"], deals["shoe"], deals["at"]))
    if voided:
        order = order[~np.isin(deals["round"][order], list(voided))]
    place = np.full(len(deals["at"]), -1, np.int64)
    place[order] = np.arange(len(order))
    rows = place[decisions["row"]]
    by_time = np.lexsort((decisions["decision"], rows))
    by_time = by_time[rows[by_time] >= 0]
    made = {name: column[by_time] for name, column in decisions.items()}
    return {name: column[order] for name, column in deals.items()}, {**made, "row": rows[by_time]}


def _load_shoe_ends(deals: Deals) -> EarlyShoeEnds:
    """Return the chances to change a private shoe: after each own deal once the table allows it."""
    live = deals.marks & int(DealMark.LIVE) > 0
    private = deals.take(~live & (deals.round > 0))
    if not len(private):
        return EarlyShoeEnds.empty()
    private = private.take(np.lexsort((private.nonce, private.shoe)))
    names, of_shoe = np.unique(private.shoe, return_inverse=True)
    shoes = _describe_shoes(names.tolist())[of_shoe]
    last = np.append(private.shoe[1:] != private.shoe[:-1], True)
    wait, rounds, changed = shoes[:, 0], shoes[:, 1], shoes[:, 2] > 0
    is_chance = (wait > 0) & (private.nonce >= wait) & ~last
    is_change = last & changed & (private.nonce == rounds)
    running = np.where(last, shoes[:, 3], np.roll(private.running, -1))
    left = np.where(last, shoes[:, 4], np.roll(private.left, -1))
    rows = np.flatnonzero(is_chance | is_change)
    rows = rows[np.argsort(private.ended[rows], kind="stable")]
    return EarlyShoeEnds(private.ended[rows], running[rows], left[rows], is_change[rows])


def _describe_shoes(shoes: Sequence[int]) -> Any:
    """Return for each shoe: deals before it may be changed, its deals, whether it was changed, count and cards left at its end.

    A shoe without a stored count counts as not changed.
    """
    rows = Shoe.objects.filter(pk__in=shoes).select_related("version", "place__table")
    named = {row.pk: row for row in rows}
    return np.array([_describe_shoe(named[shoe]) for shoe in shoes], np.int64)


def _describe_shoe(shoe: Shoe) -> tuple[int, int, int, int, int]:
    decks = shoe.version.rules.finite_decks
    by_player = shoe.close_reason == Shoe.CloseReason.PLAYER
    known = decks is not None and shoe.running_count is not None
    return (
        shoe.place.table.rounds_before_shoe_change,
        shoe.rounds_dealt,
        int(by_player and known),
        shoe.running_count or 0,
        DECK * (decks or 1) - shoe.cards_out,
    )


def add_events(history: History, player_id: int, since: datetime) -> History:
    """Return the history with visits, payments and acts of protection from a time on."""
    player = User.objects.get(pk=player_id)
    closings = StateChange.objects.filter(user=player, to_state=State.CLOSED).order_by("-id")
    closed = closings.values_list("at", flat=True).first() if player.state == State.CLOSED else None
    return replace(
        history,
        since=since.timestamp(),
        registered_at=player.created_at.timestamp(),
        closed_at=closed.timestamp() if closed else float("nan"),
        visits=_load_visits(player_id, since),
        deposits=_load_deposits(player_id, since),
        withdrawals=_load_withdrawals(player_id, since),
        protection=_load_protection(player_id, since),
    )


def _load_visits(player_id: int, since: datetime) -> Visits:
    rows = Visit.objects.filter(player=player_id, begun_at__gte=since).order_by("begun_at")
    found = list(rows.values_list("begun_at", "seen_at", "address", "country", "device", "agent"))
    return Visits(
        begun=np.array([row[0].timestamp() for row in found], np.float64),
        ended=np.array([row[1].timestamp() for row in found], np.float64),
        network=np.array([row[2] or "" for row in found], np.str_),
        country=np.array([row[3] for row in found], np.str_),
        device=np.array([row[4] for row in found], np.str_),
        agent=np.array([row[5] for row in found], np.str_),
    )


def _load_deposits(player_id: int, since: datetime) -> Payments:
    rows = Deposit.objects.filter(player=player_id, created_at__gte=since).order_by("created_at")
    named = rows.values_list("created_at", "amount_usd", "method__digest", "state")
    return _payments([row for row in named if row[3] in _PAID | _FAILED])


def _load_withdrawals(player_id: int, since: datetime) -> Payments:
    rows = Withdrawal.objects.filter(player=player_id, created_at__gte=since)
    named = rows.order_by("created_at").values_list(
        "created_at", "amount_usd", "destination_digest", "state"
    )
    return _payments(list(named))


def _payments(rows: Sequence[tuple[datetime, int, str, str]]) -> Payments:
    return Payments(
        at=np.array([row[0].timestamp() for row in rows], np.float64),
        amount=np.array([row[1] for row in rows], np.int64),
        method=np.array([row[2] or "" for row in rows], np.str_),
        paid=np.array([row[3] not in _FAILED for row in rows], bool),
    )


def _load_protection(player_id: int, since: datetime) -> Protection:
    """Return the player's requests to loosen own limits: those that count only after a waiting time."""
    own = Limit.objects.filter(player=player_id, scope="own", proposed_at__gte=since)
    loosened = own.filter(in_force_from__gt=F("proposed_at")).order_by("proposed_at")
    at = [one.timestamp() for one in loosened.values_list("proposed_at", flat=True)]
    kind = int(ProtectionAct.LOOSENING_REQUESTED)
    return Protection(np.array(at, np.float64), np.full(len(at), kind, np.int64))
