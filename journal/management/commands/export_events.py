"""`manage.py export_events FILE`: write the chain of events to a file that `journal/exported.py` can check on its own."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.db import connection

from journal.management.english_commands import EnglishCommand
from journal.services.exporting import lines_after


class Command(EnglishCommand):
    """Export every link with its record; a record that is missing has no content, and the check names it."""

    help = "Write the chain of events to a file that is checked without the database: python journal/exported.py FILE."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file and where to begin."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--after", type=int, default=0, help="begin after this link")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Write it."""
        written = 0
        with options["file"].open("w", encoding="utf-8") as file:
            with connection.cursor() as cursor:
                cursor.execute("SET statement_timeout = 0")
            for written, line in enumerate(lines_after(int(options["after"])), 1):  # noqa: B007  # how many there were
                file.write(line)
        self.stdout.write(f"{written} links are written.")
