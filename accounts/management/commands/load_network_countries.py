"""`manage.py load_network_countries [FILE]`: load the table of networks and countries."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from accounts.values.network_countries import NetworkTableError, read_network_table
from accounts.visits.services.network_countries import replace_network_countries
from journal.management.english_commands import EnglishCommand


class Command(EnglishCommand):
    """Replacement of the table from which visits get the country of their network."""

    help = "Replace the table of networks and countries by a CSV file; without FILE by NETWORK_COUNTRIES_FILE"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", type=Path)
        parser.add_argument("--remove", action="store_true", help="remove the table instead")

    def handle(self, *_args: Any, file: Path | None, remove: bool, **_options: Any) -> None:
        countries = {} if remove else _read_file(file or settings.NETWORK_COUNTRIES_FILE)
        replace_network_countries(countries)
        self.stdout.write(f"{len(countries)} networks are loaded")


def _read_file(file: Path | None) -> dict[str, str]:
    if file is None:
        raise CommandError("name a file, or set NETWORK_COUNTRIES_FILE")
    try:
        with file.open(encoding="utf-8-sig", newline="") as lines:
            return read_network_table(lines)
    except (OSError, UnicodeDecodeError, NetworkTableError) as error:
        raise CommandError(f"{file}: {error}; nothing was changed") from error
