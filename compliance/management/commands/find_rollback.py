"""`manage.py find_rollback`: looks for a database that was set back together with its markers."""

from argparse import ArgumentTypeError
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from compliance.restores.selectors.rollback import (
    LOG_FILE,
    find_newer_log_file,
    find_newer_log_line,
    find_newer_markers,
    find_newer_payments,
)
from compliance.restores.services.preparing import MARGIN, begin_comparison
from compliance.restores.values import MirrorUnreadable, read_log_head
from journal.management.english_commands import EnglishCommand
from restores.services.watching import close_by_hand
from restores.values.marker import MarkerUnreadable


class Command(EnglishCommand):
    """Compare the database with what is known outside; with `--close`, close the installation if that is newer."""

    help = (
        "After a machine was set back as a whole, such as to a snapshot: compare the database with a mirror of the"
        " public log, the archive, copied markers, and the payments that providers report."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--public-log", type=Path, metavar="FILE", help="a mirror as JSON lines"
        )
        parser.add_argument(
            "--archived", type=_read_name, metavar="NAME", help="newest archived file of the log"
        )
        parser.add_argument(
            "--markers", type=Path, metavar="FOLDER", help="a newer copy of LEDGER_SEALS"
        )
        parser.add_argument(
            "--close", action="store_true", help="close the installation if something is newer"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            found = [*self._compare(options)]
        except (MirrorUnreadable, MarkerUnreadable) as error:
            raise CommandError(str(error)) from error
        for line in found:
            self.stdout.write(line)
        if not found:
            self.stdout.write("Nothing that was compared is newer than the database.")
            return
        if options["close"]:
            close_by_hand({"reason": "find_rollback", "found": found[:20]})
        told = "It is closed: run after_restore." if options["close"] else "Close it with --close."
        raise CommandError(f"The database was set back. {told}")

    def _compare(self, options: dict[str, Any]) -> Iterator[str]:
        if options["public_log"]:
            yield from filter(None, [find_newer_log_line(read_log_head(options["public_log"]))])
        if options["archived"]:
            yield from filter(None, [find_newer_log_file(options["archived"])])
        if options["markers"]:
            yield from find_newer_markers(options["markers"])
        unknown, compared = find_newer_payments(begin_comparison() or timezone.now() - MARGIN)
        yield from unknown
        for one in compared.unanswered:
            self.stderr.write(f"{one['provider']} gave no list of payments ({one['code']}).")


def _read_name(text: str) -> str:
    if not LOG_FILE.fullmatch(text):
        raise ArgumentTypeError("such as 00000001000000000000000A")
    return text
