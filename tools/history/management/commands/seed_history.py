"""`manage.py seed_history`: plausible finished history, written fast, for a house to be looked at or measured."""

import shutil
from datetime import date
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.db import connections
from django.utils import timezone

from journal.management.english_commands import EnglishCommand
from reports.models import ClosedDay, ClosedPart
from reports.services import closing, judging, summing
from reports.values.period import Period, day_of
from tables.models import MoneyKind, Table
from tools.history import bare_tables, writing
from tools.history.history_plan import BYTES, Plan
from wallet.ledger.services.seals import seal_ledger

_MANY = 1_000_000
_EACH = 0.02
PATIENCE = 60.0
"""Seconds that the last days are tried again for: requests and tasks that hold them up are over by then."""

_AGAIN = 0.5
_WAITING = (
    "{count} days of this history are not closed, from {first} to {last}: a transaction from before their end is still"
    " open on the server, or another process closes days. A worker closes them once that is over; until then reports"
    " read every round of them."
)


class Command(EnglishCommand):
    """Writes as the database's owner (DATABASE_URL): players who cannot sign in, and all that they did."""

    help = "Write plausible finished history in bulk, and close its days."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take how much, over how long, and from which dice."""
        parser.add_argument("--rounds", type=int, default=0)
        parser.add_argument("--days", type=int, default=90)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument(
            "--copied",
            action="store_true",
            help="many times the same shoes: faster, but their cards do not follow from their seeds",
        )
        parser.add_argument(
            "--put-back",
            action="store_true",
            help="only bring back the indexes, keys and triggers that an interrupted run left out",
        )
        parser.add_argument(
            "--unsealed", action="store_true", help="leave the ledger to the worker"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Say what it takes, write, seal, and close the days."""
        if options["put_back"]:
            bare_tables.put_back(_owners_url())
            return
        if options["rounds"] < 1 or not 1 <= options["days"] <= 3660:  # noqa: PLR2004 - ten years
            raise CommandError("--rounds is 1 or more, --days 1 to 3660.")
        if "owner" not in settings.DATABASES:
            raise CommandError("DATABASE_URL (the owner's role) is not set.")
        plan = Plan(
            options["rounds"], options["days"], options["seed"], timezone.now(), options["copied"]
        )
        self._see_room(plan)
        began = monotonic()
        try:
            there = writing.write(_owners_url(), _tables(), plan, self._tell)
        except writing.NotEmpty as error:
            raise CommandError(
                "A day of this house is closed: history before it would be in no report."
            ) from error
        took = monotonic() - began
        self.stdout.write(f"{there:,} rounds, {plan.rounds / took:,.0f} a second")
        if not options["unsealed"]:
            self._tell(1.0, "sealing the ledger")
            seal_ledger()
        self._close(plan)
        self.stdout.write(
            f"{ClosedDay.objects.filter(part=ClosedPart.FIGURES).count()} days are closed"
        )
        if left := _not_closed(plan):
            raise CommandError(_WAITING.format(count=len(left), first=left[0], last=left[-1]))

    def _see_room(self, plan: Plan) -> None:
        """Large ones say beforehand what they take; where there is plainly no room, nothing is begun."""
        if plan.rounds >= _MANY:
            self.stdout.write(f"{plan.rounds:,} rounds take {plan.size}.")
        free = shutil.disk_usage(Path(settings.BASE_DIR)).free
        if plan.rounds * BYTES > free:
            raise CommandError(f"They take {plan.size}; {free / 2**30:,.1f} GB are free here.")

    def _tell(self, part: float, what: str) -> None:
        said = (what, int(part / _EACH))
        if said != getattr(self, "_said", None):
            self._said = said
            self.stderr.write(f"{part:4.0%}  {what}")

    def _close(self, plan: Plan) -> None:
        """Close what is over; where another transaction is open meanwhile, try for a while again."""
        until = monotonic() + PATIENCE
        self._close_due()
        while _not_closed(plan) and monotonic() < until:
            sleep(_AGAIN)
            self._close_due()
        while closing.close_hours():
            pass
        for day in ClosedDay.objects.filter(part=ClosedPart.FIGURES).order_by("day"):
            judging.close_judged_day(day.day)
        while summing.sum_hands():
            pass

    def _close_due(self) -> None:
        while closing.close_days(1, lambda day: self._tell(1.0, f"closed {day}")):
            pass


def _not_closed(plan: Plan) -> list[date]:
    """The days of the plan that can be closed and are not. Before anything happened there is none to close."""
    begun = closing.first_day()
    if begun is None:
        return []
    days = Period.of_days(max(begun, day_of(plan.since)), day_of(plan.until)).days
    closed = set(ClosedDay.objects.filter(part=ClosedPart.FIGURES).values_list("day", flat=True))
    first_open = day_of(plan.until - closing.SETTLES)
    return [day for day in days if day < first_open and day not in closed]


def _owners_url() -> str:
    parameters = connections["owner"].get_connection_params()
    words = {key: parameters.get(key) for key in ("host", "port", "dbname", "user", "password")}
    return " ".join(f"{key}='{value}'" for key, value in words.items() if value)


def _tables() -> list[Table]:
    """The tables of real money that there are."""
    real = Table.objects.filter(version__rule_set__money=MoneyKind.REAL)
    found = list(real.select_related("version__rule_set"))
    if not found:
        raise CommandError("There is no table of real money: make the demo first (manage.py demo).")
    return found
