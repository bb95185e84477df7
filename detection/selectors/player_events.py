"""What players did beside playing: visits, payments and acts of protection, for many players at once."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, TypeVar

import numpy as np
from django.db.models import Max

from accounts.models.users import State, StateChange, User
from accounts.models.visits import Visit
from detection.selectors.protection import NO_PROTECTION, PlayerProtection, load_protection
from signals.columns import History, Payments, Visits
from wallet.cash.models import Deposit, Withdrawal
from wallet.cash.models.states import DepositState, WithdrawalState

_PAID: Final = {DepositState.CREDITED, DepositState.REVERSED, WithdrawalState.PAID}
_FAILED: Final = {DepositState.FAILED, DepositState.REFUSED, WithdrawalState.REFUSED}
_COUNTED: Final = _PAID | _FAILED
_UNKNOWN: Final = float("nan")
_NO_VISITS: Final = Visits.empty()
_NO_PAYMENTS: Final = Payments.empty()
Row = tuple[Any, ...]
Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class PlayerEvents:
    """One player's events from `since` on. Times in seconds since the epoch; NaN: not known, or not closed."""

    since: float
    registered_at: float
    closed_at: float
    visits: Visits
    deposits: Payments
    withdrawals: Payments
    country: str
    protection: PlayerProtection

    def add_to(self, history: History) -> History:
        """Return the history with these events."""
        return replace(
            history,
            since=self.since,
            registered_at=self.registered_at,
            closed_at=self.closed_at,
            visits=self.visits,
            deposits=self.deposits,
            withdrawals=self.withdrawals,
            country=self.country,
            protection=self.protection.build_columns(history.deals),
        )


def add_events(history: History, player_id: int, since: datetime) -> History:
    """Return the history with visits, payments and acts of protection from a time on."""
    return load_events_of([player_id], since)[player_id].add_to(history)


def load_events_of(players: Sequence[int], since: datetime) -> dict[int, PlayerEvents]:
    """Return the events of all these players from a time on. Eight queries."""
    registered = User.objects.filter(pk__in=players).values_list(
        "pk", "created_at", "country", "state"
    )
    accounts = {pk: (at.timestamp(), country) for pk, at, country, _state in registered}
    closed = _find_closings([pk for pk, *_, state in registered if state == State.CLOSED])
    visits, protection = _load_visits(players, since), load_protection(players, since)
    deposits, withdrawals = _load_deposits(players, since), _load_withdrawals(players, since)
    return {
        player: PlayerEvents(
            since.timestamp(),
            at,
            closed.get(player, _UNKNOWN),
            visits.get(player, _NO_VISITS),
            deposits.get(player, _NO_PAYMENTS),
            withdrawals.get(player, _NO_PAYMENTS),
            country,
            protection.get(player, NO_PROTECTION),
        )
        for player, (at, country) in accounts.items()
    }


def _find_closings(players: Sequence[int]) -> dict[int, float]:
    """Return when each of these players was closed last."""
    if not players:
        return {}
    changes = StateChange.objects.filter(user__in=players, to_state=State.CLOSED)
    rows = changes.values("user").annotate(last=Max("at")).values_list("user", "last")
    return {user: at.timestamp() for user, at in rows}


def _gather(rows: Iterable[Row], make: Callable[[list[Row]], Made]) -> Mapping[int, Made]:
    """Return what `make` makes of each player's rows, which are ordered by their first value, the player."""
    return {player: make(list(own)) for player, own in groupby(rows, itemgetter(0))}


def _load_visits(players: Sequence[int], since: datetime) -> Mapping[int, Visits]:
    rows = Visit.objects.filter(player__in=players, begun_at__gte=since)
    named = rows.order_by("player", "begun_at").values_list(
        "player", "begun_at", "seen_at", "address", "country", "device", "agent"
    )
    return _gather(named, _make_visits)


def _make_visits(rows: list[Row]) -> Visits:
    return Visits(
        begun=np.array([row[1].timestamp() for row in rows], np.float64),
        ended=np.array([row[2].timestamp() for row in rows], np.float64),
        network=np.array([row[3] or "" for row in rows], np.str_),
        country=np.array([row[4] for row in rows], np.str_),
        device=np.array([row[5] for row in rows], np.str_),
        agent=np.array([row[6] for row in rows], np.str_),
    )


def _load_deposits(players: Sequence[int], since: datetime) -> Mapping[int, Payments]:
    rows = Deposit.objects.filter(player__in=players, created_at__gte=since)
    named = rows.order_by("player", "created_at").values_list(
        "player", "created_at", "amount_usd", "method__digest", "state"
    )
    return _gather((row for row in named if row[4] in _COUNTED), _make_payments)


def _load_withdrawals(players: Sequence[int], since: datetime) -> Mapping[int, Payments]:
    rows = Withdrawal.objects.filter(player__in=players, created_at__gte=since)
    named = rows.order_by("player", "created_at").values_list(
        "player", "created_at", "amount_usd", "destination_digest", "state"
    )
    return _gather(named, _make_payments)


def _make_payments(rows: list[Row]) -> Payments:
    return Payments(
        at=np.array([row[1].timestamp() for row in rows], np.float64),
        amount=np.array([row[2] for row in rows], np.int64),
        method=np.array([row[3] or "" for row in rows], np.str_),
        paid=np.array([row[4] not in _FAILED for row in rows], bool),
    )
