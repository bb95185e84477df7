"""`manage.py demo_history`: sixty days of plausible history for a new demo, which fill its back office."""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

import psycopg
from django.conf import settings
from django.core.management.base import CommandError
from django.utils import timezone

from accounts.models.users import User
from casino.live.services.tables import open_live_place
from casino.models import Round
from casino.reconciliation.services import check_ledger
from journal.management.english_commands import EnglishCommand
from journal.services.chaining import chain_records
from tables.models import Table
from tools.history import bare_tables, finishing, present, suspicions, writing
from tools.history.cast import DEMO, Cast
from tools.history.history_plan import Plan
from tools.history.tasks import judge_history
from wallet.ledger.services.seals import seal_ledger

DAYS = 60
ROUNDS_A_DAY = 345
ENDS = timedelta(minutes=5)
"""The history ends this long before now."""

_MARK = ""
_FIRST, _SECOND = "cajero@demo.ligalo", "manager@demo.ligalo"


class Command(EnglishCommand):
    """Write as the database owner (DATABASE_URL), into a demo where nobody has played; elsewhere it refuses."""

    help = "Write the demo's history: players of several kinds, rounds, money, voids, disputes; and close its days."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--days", type=int, default=DAYS)
        parser.add_argument("--rounds", type=int, help=f"{ROUNDS_A_DAY} a day where it is not said")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument(
            "--judge-later",
            action="store_true",
            help="leave judging players and opening cases to a worker, half a minute's work",
        )
        parser.add_argument(
            "--if-empty",
            action="store_true",
            help="do nothing, instead of refusing, where rounds were played",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Write the history, close its days, add pending work, and check the ledger."""
        if options["if_empty"] and Round.objects.exists():
            _see_whole()
            self.stdout.write("kept as it is: rounds were played here")
            return
        first, second = _demo_staff()
        until, days = timezone.now() - ENDS, options["days"]
        rounds = options["rounds"] or ROUNDS_A_DAY * days
        plan = Plan(rounds, days, options["seed"], until, mark=_MARK)
        tables = list(Table.objects.select_related("version__rule_set"))
        cast = Cast(DEMO, (first.pk, second.pk), noted=True)
        written = writing.write_history(finishing.owner_url(), tables, plan, cast, self._tell)
        for table in tables:
            if table.is_live:
                open_live_place(table)
        self._tell(1.0, "sealing and checking the ledger")
        seal_ledger()
        check_ledger()  # withdrawals are closed without a recent check
        self._tell(1.0, "what waits for somebody")
        present.PendingWork(written.players).create_all()
        finishing.close_days(plan, self._tell)
        cases = self._judge(later=options["judge_later"])
        self._tell(1.0, "chaining events")
        chain_records()
        self.stdout.write(
            f"{written.rounds:,} rounds, {finishing.count_closed()} closed days, {cases}"
        )

    def _judge(self, *, later: bool) -> str:
        """Judge the players, or leave it to a worker; return what there is of cases."""
        if later:
            judge_history.apply_async(queue="long")
            return "cases follow within a minute"
        self._tell(1.0, "judging players")
        return f"{suspicions.find_suspicions()} cases"

    def _tell(self, part: float, what: str) -> None:
        self.stdout.write(f"{part:4.0%}  {what}")


def _see_whole() -> None:
    """Refuse a database whose history was interrupted: it lacks indexes and triggers."""
    with psycopg.connect(finishing.owner_url(), autocommit=True) as owner:
        if bare_tables.is_bare(owner):
            raise CommandError(
                "The demo's history was interrupted while it was written. Delete the database (the"
                " folder var/) and start again."
            )


def _demo_staff() -> tuple[User, User]:
    """Return the people who record and approve. Raises CommandError unless the database is a new demo's."""
    if not settings.DEMO_PROVIDER_ENABLED:
        raise CommandError("Demo history belongs to the demo: DEMO_PROVIDER_ENABLED is off.")
    if "owner" not in settings.DATABASES:
        raise CommandError("Demo history is written by the database's owner: set DATABASE_URL.")
    staff = User.objects.in_bulk([_FIRST, _SECOND], field_name="email")
    if len(staff) < len((_FIRST, _SECOND)):
        raise CommandError("There is no demo here yet: run `manage.py demo` first.")
    if User.objects.filter(is_test_account=False).exists():
        raise CommandError(
            "Others than the demo's people have accounts here: history is not mixed with theirs."
        )
    if Round.objects.exists():
        raise CommandError(
            "Rounds were played in this demo: history is written into a new one only."
        )
    return staff[_FIRST], staff[_SECOND]
