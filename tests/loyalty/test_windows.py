"""The window of a tier: whole UTC days, over month ends and leap days, equal in PostgreSQL and on the player's page."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from psycopg import Connection

from loyalty.models.points import PointsEntry
from loyalty.selectors.points import COUNTED, sum_earned_by_player
from loyalty.selectors.tiers import day_before_window, find_tier_set_in_force
from loyalty.words.status import load_status
from tests.loyalty.test_points import earned
from tests.loyalty.test_tiers import in_force
from tests.wallet.ledger import player

pytestmark = pytest.mark.committed
Earned = Callable[[date, str], None]


@pytest.fixture
def ana(committed_db: None) -> int:
    in_force()
    return player()


@pytest.fixture
def on(ana: int, owner_connection: Connection[Any]) -> Earned:
    """Return a function that credits points dated to another day."""

    def moved(day: date, points: str) -> None:
        earned(ana, points)
        last = PointsEntry.objects.filter(player=ana).latest("seq")
        owner_connection.execute("ALTER TABLE loyalty_entry DISABLE TRIGGER USER")
        owner_connection.execute(
            "UPDATE loyalty_entry SET earned_on = %s WHERE id = %s", [day, last.pk]
        )
        owner_connection.execute("ALTER TABLE loyalty_entry ENABLE TRIGGER USER")

    return moved


def due(since: date, person: int) -> int:
    """Return the points that PostgreSQL counts since this day."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT points FROM public.loyalty_points_of_window(%s, '{0}', %s, %s)",
            [since, person, person],
        )
        return int(cursor.fetchall()[0][0])


@pytest.mark.parametrize(
    ("today", "last_out"),
    [
        (date(2026, 3, 1), date(2026, 1, 30)),  # over a February of 28 days
        (date(2028, 3, 1), date(2028, 1, 31)),  # and one of 29
        (date(2026, 3, 31), date(2026, 3, 1)),
        (date(2026, 12, 31), date(2026, 12, 1)),
        (date(2027, 1, 1), date(2026, 12, 2)),
        (date(2028, 2, 29), date(2028, 1, 30)),
    ],
)
def test_the_last_thirty_days_count_today_among_them_and_the_day_before_them_not(
    ana: int, on: Earned, today: date, last_out: date
) -> None:
    on(last_out, "1")
    on(last_out + timedelta(days=1), "20")
    on(today, "300")
    since = day_before_window(find_tier_set_in_force(), today)
    assert since == last_out
    assert sum_earned_by_player([ana], since) == {ana: 32_000}
    assert due(since, ana) == 32_000
    assert load_status(ana, today).gathered == 32_000


def test_the_page_says_the_day_on_which_points_stop_counting(ana: int, on: Earned) -> None:
    today = date(2028, 2, 29)
    on(date(2028, 2, 1), "5")
    on(date(2028, 2, 28), "7")
    found = load_status(ana, today)
    assert [(one.day, one.hundredths) for one in found.leaving] == [
        (date(2028, 3, 2), 500),
        (date(2028, 3, 29), 700),
    ]
    for one in found.leaving:
        before = sum_earned_by_player(
            [ana], day_before_window(found.force, one.day - timedelta(days=1))
        )
        then = sum_earned_by_player([ana], day_before_window(found.force, one.day))
        assert before[ana] - then.get(ana, 0) == one.hundredths


@pytest.mark.parametrize("zone", ["America/Caracas", "Asia/Tokyo", "UTC"])
def test_a_day_is_one_of_utc_whatever_the_zone_of_the_session(ana: int, zone: str) -> None:
    before = datetime.now(UTC).date()
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('timezone', %s, false)", [zone])
        earned(ana, "1")
        cursor.execute("SELECT public.loyalty_assign_tiers(%s, %s)", [ana, ana])
        cursor.execute("RESET timezone")
    assert before <= PointsEntry.objects.get(player=ana).earned_on <= datetime.now(UTC).date()


def test_the_same_entries_count_for_the_database_and_for_the_page(
    ana: int, owner_connection: Connection[Any]
) -> None:
    """Otherwise the page would show progress that the nightly refresh does not apply, or the reverse."""
    changed = {
        "earned": (100_000, uuid4(), 100_000_000, 10),
        "reversed": (-1_000, uuid4(), None, None),
        "restored": (300, uuid4(), None, None),
        "debt": (70, uuid4(), None, None),
        "repaid": (-50, uuid4(), None, None),
        "redeemed": (-10_000, None, None, None),
    }
    earned(ana, "1")
    since = day_before_window(find_tier_set_in_force())
    for kind in PointsEntry.Kind:
        before = due(since, ana)
        owner_connection.execute(
            "INSERT INTO loyalty_entry (player_id, kind, hundredths, round_id, staked, multiplier)"
            " VALUES (%s, %s, %s, %s, %s, %s)",
            [ana, kind.value, *changed[kind]],
        )
        moved = changed[kind][0] if kind in COUNTED else 0
        assert due(since, ana) == before + moved, kind
        assert sum_earned_by_player([ana], since) == {ana: due(since, ana)}, kind
