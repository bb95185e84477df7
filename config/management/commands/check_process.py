"""`manage.py check_process NAME`: whether a process without an address lives, by its heartbeat in the database."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.db import DatabaseError

from journal.management.english_commands import EnglishCommand
from journal.services.heartbeats import DEALER, find_last_heartbeat

QUEUES = {
    "beat": "beat",
    "worker": "celery",
    "long-worker": "long",
    "files-worker": "files",
    "webhooks-worker": "webhooks",
    "dealer": DEALER,
}
"""Name in deploy/processes.toml: name of its heartbeat."""


class Command(EnglishCommand):
    """Ends with 0 if the newest heartbeat is younger than SILENT_SECONDS, else with 1 and a sentence."""

    help = "Say whether a worker, beat or a dealer lives, by its heartbeat."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", choices=sorted(QUEUES), help="as in deploy/processes.toml")
        parser.add_argument("--host", default="", help="of this machine only; default: of any")

    def handle(self, *_args: Any, name: str, host: str, **_options: Any) -> None:
        try:
            seconds = find_last_heartbeat(QUEUES[name], host)
        except DatabaseError as error:
            raise CommandError(
                f"the database does not answer, so nothing is known of {name}"
            ) from error
        if seconds is None:
            raise CommandError(f"{name} has never given a heartbeat")
        if seconds >= settings.SILENT_SECONDS:
            raise CommandError(f"{name} gave its last heartbeat {seconds:.0f} seconds ago")
        self.stdout.write(f"{name} gave a heartbeat {seconds:.0f} seconds ago")
