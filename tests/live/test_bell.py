"""At the bell each bet is judged again: what was stopped since it was placed returns it."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models.users import User
from accounts.restrictions.selectors.eligibility import BARRED
from casino.models import Clock, Deal, Wager
from casino.reconciliation.selectors.lines import find_broken_play_lines
from journal.selectors.gaming_days import local_time
from limits.values import LimitKind
from tables.models import Table
from tests.limits.own_limits import limited
from tests.live.scenes import Guest, a_live_table, clock_of, time_passes
from tests.live.test_between_deals import boxes, house, rules, status
from wallet.ledger.selectors.funds import balance
from wallet.money.values import Money

pytestmark = pytest.mark.database
ALL = Money.parse("1000", "USD")


def hours(table: Table, *, stopped: bool) -> None:
    assert stopped
    opens, closes = (local_time(timezone.now() + timedelta(hours=n)).time() for n in (2, 4))
    Table.objects.filter(pk=table.pk).update(opens=opens, closes=closes)


def two_bets() -> tuple[Guest, Guest]:
    """Return two players, of whom the first has bet."""
    place = a_live_table()
    ana, luis = Guest(place, "ana").sits(1), Guest(place, "luis").sits(2)
    ana.bets({1: "10"})
    assert clock_of(place).phase == Clock.Phase.BETTING
    return ana, luis


def bell_rings(guest: Guest) -> None:
    while clock_of(guest.place).phase == Clock.Phase.BETTING:
        assert time_passes(guest.place)


@pytest.mark.parametrize("stop", [house, rules, status, boxes, hours])
def test_stopping_the_table_returns_the_bets(stop: Callable[..., None]) -> None:
    ana, _luis = two_bets()

    stop(ana.place.table, stopped=True)
    assert balance(ana.player.pk, "USD") == ALL - Money.parse("10", "USD")
    bell_rings(ana)

    assert Wager.objects.get().end == Wager.End.RETURNED
    assert balance(ana.player.pk, "USD") == ALL
    assert clock_of(ana.place).phase == Clock.Phase.WAITING
    assert not Deal.objects.exists()
    assert find_broken_play_lines() == []


@pytest.mark.parametrize(
    "changes", [{"play_stopped": True}, *({"state": state} for state in BARRED)], ids=str
)
def test_barring_a_player_returns_that_bet_only(changes: dict[str, object]) -> None:
    place = a_live_table()
    ana, luis, _eva = (
        Guest(place, name).sits(box) for box, name in enumerate(("ana", "luis", "eva"), 1)
    )
    ana.bets({1: "10"})
    luis.bets({2: "10"})

    User.objects.filter(pk=ana.player.pk).update(**changes)
    bell_rings(ana)

    assert balance(ana.player.pk, "USD") == ALL
    ends = {wager.participant.player_id: wager.end for wager in Wager.objects.all()}
    assert ends == {ana.player.pk: Wager.End.RETURNED, luis.player.pk: Wager.End.OPEN}
    luis.opens()
    assert Deal.objects.get().boxes == [2]
    assert find_broken_play_lines() == []


@pytest.mark.parametrize("kind", [LimitKind.WAGER, LimitKind.LOSS])
def test_a_limit_lowered_since_leaves_the_bet_that_was_accepted(kind: LimitKind) -> None:
    """It counts towards the limit, and its player may withdraw it: the limit is for the next bet."""
    ana, luis = two_bets()
    limited(ana.player, kind, 5)

    luis.bets({2: "10"})
    for guest in (ana, luis):
        guest.opens()

    assert Deal.objects.get().boxes == [1, 2]
    assert (ana.round.amount, ana.round.boxes) == (100_000, [1])


def test_limits_are_not_checked_again_after_the_bell() -> None:
    """A switch counts from the next deal."""
    ana, luis = two_bets()
    luis.bets({2: "10"})
    assert clock_of(ana.place).phase == Clock.Phase.SEALING

    house(ana.place.table, stopped=True)
    for guest in (ana, luis):
        guest.opens()

    assert Deal.objects.get().boxes == [1, 2]
