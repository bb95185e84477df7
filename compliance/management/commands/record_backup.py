"""`manage.py record_backup`: records that a backup or a restore drill succeeded."""

from typing import Any

from django.core.management.base import CommandParser

from journal.management.english_commands import EnglishCommand
from journal.models import EventKind
from journal.services.recording import record
from restores.selectors import BACKUP, DRILL

_KINDS = {"backup": EventKind(BACKUP), "drill": EventKind(DRILL)}


class Command(EnglishCommand):
    """Run it after the backup program or the drill has succeeded; the age is shown to staff and exported."""

    help = "Record that a backup, or a restore drill, has just succeeded."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("what", choices=sorted(_KINDS))

    def handle(self, *_args: Any, **options: Any) -> None:
        record(_KINDS[options["what"]], subject="platform")
        self.stdout.write(f"{options['what']} recorded")
