"""`manage.py export_events FILE`: write the event chain to a file that `journal/exported.py` verifies."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db import connection

from internals.postgresql.direct import direct_session
from journal.management.english_commands import EnglishCommand
from journal.services.exporting import export_lines
from restores.refusals import ClosedAfterRestore
from restores.services.gate import require_open


class Command(EnglishCommand):
    """Export every link with its record. A missing record has no content, which the verifier reports."""

    help = "Write the chain of events to a file that is checked without the database: python journal/exported.py FILE."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--after", type=int, default=0, help="begin after this link")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            require_open()
        except ClosedAfterRestore as error:
            raise CommandError(
                "Closed after a restore: no records leave until it is released."
            ) from error
        written = 0
        with direct_session(), options["file"].open("w", encoding="utf-8") as file:
            with connection.cursor() as cursor:
                cursor.execute("SET statement_timeout = 0")
            for written, line in enumerate(export_lines(int(options["after"])), 1):  # noqa: B007  # counted after the loop
                file.write(line)
        self.stdout.write(f"{written} links are written.")
