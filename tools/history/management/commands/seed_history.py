"""`manage.py seed_history`: plausible finished history, written fast, for demonstrations and measurements."""

import shutil
from pathlib import Path
from time import monotonic
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from journal.management.english_commands import EnglishCommand
from reports.models import ClosedDay, ClosedPart
from tables.models import MoneyKind, Table
from tools.history import bare_tables, finishing, writing
from tools.history.cast import BENCH, Cast
from tools.history.history_plan import BYTES, Plan
from wallet.ledger.services.seals import seal_ledger

_MANY = 1_000_000
_EACH = 0.02
_WAITING = (
    "{count} days of this history are not closed, from {first} to {last}: a transaction from before their end is still"
    " open on the server, or another process closes days. A worker closes them once that is over; until then reports"
    " read every round of them."
)


class Command(EnglishCommand):
    """Write as the database owner (DATABASE_URL): players who cannot sign in, and all their activity."""

    help = "Write plausible finished history in bulk, and close its days."

    def add_arguments(self, parser: CommandParser) -> None:
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
        """Estimate, write, seal, and close the days."""
        if options["put_back"]:
            bare_tables.restore(finishing.owner_url())
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
            written = writing.write_history(
                finishing.owner_url(), _tables(), plan, Cast(BENCH), self._tell
            )
        except writing.HistoryNotEmpty as error:
            raise CommandError(
                "A day of this house is closed: history before it would be in no report."
            ) from error
        took = monotonic() - began
        self.stdout.write(f"{written.rounds:,} rounds, {plan.rounds / took:,.0f} a second")
        if not options["unsealed"]:
            self._tell(1.0, "sealing the ledger")
            seal_ledger()
        finishing.close_days(plan, self._tell)
        self.stdout.write(
            f"{ClosedDay.objects.filter(part=ClosedPart.FIGURES).count()} days are closed"
        )
        if left := finishing.list_unclosed_days(plan):
            raise CommandError(_WAITING.format(count=len(left), first=left[0], last=left[-1]))

    def _see_room(self, plan: Plan) -> None:
        """Print the estimate of a large history; raise CommandError if the disk is too small."""
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


def _tables() -> list[Table]:
    """Return the tables for real money. Raises CommandError if there are none."""
    real = Table.objects.filter(version__rule_set__money=MoneyKind.REAL)
    found = list(real.select_related("version__rule_set"))
    if not found:
        raise CommandError("There is no table of real money: make the demo first (manage.py demo).")
    return found
