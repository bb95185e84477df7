"""`manage.py archive_months`: write old months to the archive, or list those that can be written."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from journal.management.english_commands import EnglishCommand
from wallet.archive.refusals import NotArchivable
from wallet.archive.selectors.months import find_parts
from wallet.archive.services.writing import write_month


class Command(EnglishCommand):
    """Print the months and their rows."""

    help = "Write months to the archive, by the name of their partition; without a name, list those old enough."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("parts", nargs="*", help="such as wallet_entry_2026_01")

    def handle(self, *_args: Any, **options: Any) -> None:
        if not options["parts"]:
            for part in find_parts():
                self.stdout.write(f"{part.name}: until {part.until:%Y-%m-%d %H:%M} UTC")
        for name in options["parts"]:
            try:
                month = write_month(name)
            except NotArchivable as error:
                raise CommandError(f"{name}: {error.message}") from error
            self.stdout.write(f"{month}: {month.rows} rows")
