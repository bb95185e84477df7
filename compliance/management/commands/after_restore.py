"""`manage.py after_restore`: prepares a restored installation for its release."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from compliance.restores.services.preparing import (
    compare_outside,
    newest_record_time,
    prepare_release,
)
from compliance.restores.values import LogHead, MirrorUnreadable, read_log_head
from journal.management.english_commands import EnglishCommand
from journal.values.destroyed_keys import ListDamaged
from restores.models import OutsideComparison, Preparation
from restores.refusals import NothingToPrepare
from restores.services.watching import close_by_hand, close_if_restored


class Command(EnglishCommand):
    """End all play, retire open shoes and list payments to compare; two people then release the installation."""

    help = (
        "After a restore: erase people of the list of destroyed keys, cancel open rounds, retire open shoes, list payments to compare with the"
        " providers. Play stays closed until two people release it at /staff/restores/."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--public-log",
            type=Path,
            metavar="FILE",
            help="a mirror of the public log, as JSON lines: the log goes on after its last line",
        )
        parser.add_argument(
            "--close",
            metavar="REASON",
            help="close the installation first, for a restore that it has not detected",
        )
        parser.add_argument(
            "--since",
            type=_read_time,
            metavar="TIME",
            help="compare payments from this time on, such as 2026-12-01T02:59+00:00: the restore point,"
            " if the site has run since",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        head = _read_head(options["public_log"])
        close_if_restored()
        if options["close"]:
            close_by_hand({"reason": options["close"]})
        known = newest_record_time()
        try:
            self._report(prepare_release())
            self._report_comparison(compare_outside(head, options["since"]))
        except ListDamaged as error:
            raise CommandError(f"Bring a good copy of LEDGER_SEALS: {error}.") from error
        except NothingToPrepare as error:
            raise CommandError(
                "The installation is open. If it was restored, run: after_restore --close REASON --since TIME"
            ) from error
        self.stdout.write(f"The records end at {known:%Y-%m-%d %H:%M:%S} UTC." if known else "")
        self.stdout.write("Two people release the installation at /staff/restores/.")

    def _report(self, done: Preparation) -> None:
        self.stdout.write(f"{done.rounds} rounds cancelled, their stakes returned")
        self.stdout.write(f"{done.wagers} bets for the next deal returned")
        self.stdout.write(f"{done.shoes} shoes retired, new ones announced")

    def _report_comparison(self, found: OutsideComparison) -> None:
        since = f"{found.since.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"
        self.stdout.write(
            f"{len(found.payments)} payments since {since} to compare with their providers"
        )
        for line in found.payments:
            self.stdout.write("  " + ", ".join(f"{key} {value}" for key, value in line.items()))
        for one in found.unanswered:
            self.stderr.write(
                f"{one['provider']} gave no list of payments ({one['code']}): run after_restore again, or"
                f" compare every payment since {since} by hand."
            )


def _read_head(path: Path | None) -> LogHead | None:
    try:
        return read_log_head(path) if path else None
    except MirrorUnreadable as error:
        raise CommandError(str(error)) from error


def _read_time(text: str) -> datetime:
    at = datetime.fromisoformat(text)
    if at.tzinfo is None:
        raise ValueError(text)
    return at
