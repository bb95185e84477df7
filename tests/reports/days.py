"""Days in tests of reports: moving past actions back in time, and closing days."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import psycopg

from accounts.models.users import User
from casino.play.services.betting import place_bet
from config.testing import current_run
from reports.models import ClosedDay, ClosedHour, Passed
from reports.services import closing
from reports.values.filters import Filters
from reports.values.period import Period, day_of, start_of
from tests.casino import scenes
from tests.waiting import wait_for_horizon
from tests.wallet.seals import seal_all
from wallet.money.values import Money

_TIMES = {
    "casino_round": ("started_at", "finished_at", "asked_at"),
    "casino_shoe": ("announced_at", "opened_at", "closed_at", "salt_at"),
    "wallet_transfer": ("created_at",),
    "wallet_entry": ("created_at",),
    "wallet_rate": ("as_of", "proposed_at"),
    "wallet_rate_decision": ("decided_at",),
    "wallet_deposit_step": ("at",),
    "wallet_withdrawal_step": ("at",),
    "journal_event": ("at",),
    "loyalty_entry": ("at",),
    "loyalty_redemption": ("at",),
    "casino_void": ("at", "undone_at"),
    "casino_voidstep": ("at",),
}


def all_earlier(by: timedelta, *, sealed: bool = True) -> None:
    """Move everything done so far into the past, as the database's owner; later actions come after it.

    Seals the ledger afterwards unless `sealed` is false, for data that is moved again.
    """
    with psycopg.connect(current_run().owner_url, autocommit=True) as owner, owner.transaction():
        for table, columns in _TIMES.items():
            _move(owner, table, columns, by)
    if sealed:
        seal_all()


def days_over() -> list[date]:
    """Return the days that are over, closed or not, oldest first."""
    ends = Passed.objects.order_by("until").values_list("until", flat=True)
    return [day_of(until) - DAY for until in ends if until == start_of(day_of(until))]


def close_all() -> None:
    """Close every day that is over, waiting for other transactions open on the server."""
    closing.record_passed_hours()

    def all_are_closed() -> bool:
        return {*days_over()} <= {*ClosedDay.objects.values_list("day", flat=True)}

    wait_for_horizon(all_are_closed, meanwhile=lambda: closing.close_days(1))


def close_all_hours() -> None:
    """Close every hour that is over, waiting for other transactions open on the server."""
    closing.record_passed_hours()

    def all_are_closed() -> bool:
        return ClosedHour.objects.count() >= Passed.objects.count()

    wait_for_horizon(all_are_closed, meanwhile=closing.close_hours)


def _move(
    owner: psycopg.Connection[Any], table: str, columns: tuple[str, ...], by: timedelta
) -> None:
    moved = ", ".join(f"{column} = {column} - %(by)s" for column in columns)
    owner.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
    owner.execute(f"UPDATE {table} SET {moved}", {"by": by})  # noqa: S608 - written above
    owner.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")


DAY = timedelta(days=1)
REAL = Filters()


def today() -> date:
    """Return the current UTC day; a function, because a constant would keep the day of its import."""
    return datetime.now(UTC).date()


def week() -> Period:
    """Return the last eight days, today included."""
    return Period.last_days(8, today())


def usd(text: str) -> Money:
    return Money.parse(text, "USD")


def played(email: str, stake: str = "10") -> None:
    player, table = scenes.new_player(email), scenes.ligalo()
    scenes.sit(player, table)
    participant = player.participations.get()
    round_ = place_bet(player, table, scenes.bet_request(participant, stake))
    scenes.play_out(round_)
    User.objects.filter(pk=player.pk).update(is_test_account=False)
