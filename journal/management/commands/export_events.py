"""`manage.py export_events FILE`: the chain of events as a file that an outsider checks with `python -m journal FILE`."""

from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandParser
from django.db import connection, transaction

from journal.exported import line_of

_LINKS: Final = """
    SELECT n, source, public.journal_content(source, row_id)::text, previous, hash
    FROM journal_link WHERE n > %s ORDER BY n LIMIT 5000
"""


class Command(BaseCommand):
    """Every link with the record that it chains; what is gone has no content, and the check names it."""

    help = "Write the chain of events to a file that is checked without the database: python -m journal FILE."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file and where to begin."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--after", type=int, default=0, help="begin after this link")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Write it; in one snapshot."""
        after, written = int(options["after"]), 0
        with (
            options["file"].open("w", encoding="utf-8") as file,
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            cursor.execute("SET LOCAL statement_timeout = 0")
            while True:
                cursor.execute(_LINKS, [after])
                rows = cursor.fetchall()
                if not rows:
                    break
                for n, source, content, previous, own in rows:
                    file.write(line_of(n, source, content or "", bytes(previous), bytes(own)))
                after, written = rows[-1][0], written + len(rows)
        self.stdout.write(f"{written} links are written.")
