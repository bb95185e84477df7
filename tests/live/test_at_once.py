"""Many players, dealers and tables at once while others move the same money: no deadlock, and the ledger agrees."""

import random
from collections.abc import Callable, Sequence
from functools import partial
from threading import Barrier
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction

from accounts.models.users import User
from accounts.roles.values import Role
from casino.live.services import exchange
from casino.live.services.dealers import run_dealer
from casino.models import Deal, Place, Round, Void, Wager
from casino.reconciliation.selectors.lines import find_broken_house_lines
from casino.services.locks import lock_players
from tests.accounts.staff import staff
from tests.casino import scenes as casino_scenes
from tests.live.crowd import Crowd, exchange_once, play_once, void_once, withdraw_once
from tests.live.scenes import Guest, a_live_table
from tests.threads import SECONDS, Running
from tests.waiting import wait_until
from tests.wallet.cash import checked
from tests.wallet.rates import approved

pytestmark = pytest.mark.committed
SEATS = 7
TABLES_OF_A_PLAYER = 4
PLAYING = 4
"""Threads that play, each for a share of the seats."""

DEALERS = 2
PAUSE = 0.3
"""Seconds between two exchanges, withdrawals or voids of one thread; the tables need the rest of the time."""

TIMES = 3
"""Minimum number of withdrawn bets, exchanges in each direction, withdrawals and voids."""

_DEADLOCKS = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
_OTHERS = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> ALL (%s)
"""
_PRESENT = """
    SELECT coalesce(array_agg(pid), '{}') FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend'
"""


class Deadlocks:
    """Count of deadlocks in this database since the object was made, on connections opened since then."""

    def __init__(self) -> None:
        self._present = self._asked(_PRESENT)
        self._before = self._asked(_DEADLOCKS)

    def count(self) -> int:
        """Wait until those connections are closed, then return the count.

        A connection reports its statistics when it ends.
        """
        wait_until(lambda: self._asked(_OTHERS, [self._present]) == 0, "connections are still open")
        found: int = self._asked(_DEADLOCKS) - self._before
        return found

    def _asked(self, statement: str, values: Sequence[list[int]] = ()) -> Any:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_stat_clear_snapshot()")
            cursor.execute(statement, list(values))
            return cursor.fetchone()[0]


def test_a_deadlock_is_counted(committed_db: None) -> None:
    ana, luis = (casino_scenes.new_player(f"{name}@example.test") for name in ("ana", "luis"))
    gate, deadlocks = Barrier(2, timeout=SECONDS), Deadlocks()

    @transaction.atomic
    def lock_both(*players: User) -> None:
        for player in players:
            lock_players([player.pk])
            if player == players[0]:
                gate.wait()

    running = [Running(partial(lock_both, *order)) for order in ((ana, luis), (luis, ana))]
    ended = [isinstance(one.future.exception(timeout=SECONDS), OperationalError) for one in running]

    assert sorted(ended) == [False, True]
    assert deadlocks.count() == 1


def some_tables(count: int) -> list[Place]:
    """Return live tables of two presets in turn; the betting time ends when all are ready, or only by the clock."""
    found = []
    for number in range(count):
        preset = ("live", "casino_floor")[number % 2]
        slug = f"table-{number}"
        found.append(a_live_table(preset, slug=slug, betting_seconds=2, intermission_seconds=1))
    return found


def seated(places: list[Place]) -> list[Guest]:
    """Return seven guests at each table.

    Each player sits at up to four tables, with another box number at each, so that locks cross.
    """
    at_each = min(TABLES_OF_A_PLAYER, len(places))
    count = SEATS * len(places) // at_each
    players = [casino_scenes.new_player(f"p{number}@example.test") for number in range(count)]
    found = []
    for seat in range(SEATS * len(places)):
        place, box = places[seat // SEATS], 1 + seat % SEATS
        player = players[seat % count]
        found.append(Guest(place, f"{player.pk}-{place.pk}", known=player).sits(box))
    return found


def await_all(crowd: Crowd, running: list[Running[None]], enough: Callable[[], bool]) -> None:
    """Wait until `enough`, then stop the crowd; raise as soon as a thread fails."""

    def is_over() -> bool:
        return enough() or any(one.future.done() for one in running)

    try:
        wait_until(is_over, "not enough was done", seconds=LIMIT)
    finally:
        crowd.stop.set()
    for one in running:
        one.result()


LIMIT: float = 240
"""Seconds for the whole test on a busy machine."""


@pytest.mark.parametrize(
    "tables",
    [3, pytest.param(20, marks=pytest.mark.slow)],
    ids=["seven at each of 3 tables", "seven at each of 20 tables"],
)
def test_tables_with_the_same_players_and_their_money_moved_elsewhere_do_not_deadlock(
    tables: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exchange, "OPENING_SECONDS", 60)  # no seat fails on a slow machine
    approved("EUR", "1.16", hours=3)
    checked()
    cashier, manager = staff(Role.CASHIER), staff(Role.COMPLIANCE_MANAGER)
    places = some_tables(tables)
    guests = seated(places)
    random.Random(tables).shuffle(guests)  # noqa: S311 - an example, not a secret
    players = sorted({guest.player for guest in guests}, key=lambda player: player.pk)
    crowd, deadlocks = Crowd(), Deadlocks()

    running = [Running(partial(run_dealer, crowd.stop)) for _ in range(DEALERS)]
    work = [
        *(crowd.acting(play_once, guests[n::PLAYING], n) for n in range(PLAYING)),
        *(crowd.acting(exchange_once, players[n::2], n, PAUSE) for n in range(2)),
        crowd.acting(partial(withdraw_once, cashier), players, 1, PAUSE),
        crowd.acting(partial(void_once, manager), players, 1, PAUSE),
    ]
    running += [Running(one) for one in work]

    def enough() -> bool:
        kinds = ("bet taken back", "USD to EUR", "EUR to USD", "withdrawal", "void")
        return all(crowd.done[kind] >= TIMES for kind in kinds) and all(
            place.deals.filter(status=Round.Status.COMPLETED).exists() for place in places
        )

    await_all(crowd, running, enough)

    assert enough(), crowd.done
    assert deadlocks.count() == 0
    assert len(guests) == SEATS * tables
    assert Void.objects.count() == crowd.done["void"]
    assert Wager.objects.filter(end=Wager.End.WITHDRAWN).count() == crowd.done["bet taken back"]
    for deal in Deal.objects.filter(status=Round.Status.COMPLETED):
        assert deal.rounds.exists()
    assert find_broken_house_lines() == []
