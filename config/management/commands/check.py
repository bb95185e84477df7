"""Django's `check`, which says in one sentence that the database does not answer; the other checks are made all the same."""

from typing import Any

import psycopg
from django.core.management.base import CommandError, CommandParser
from django.core.management.commands.check import Command as Check
from django.db import DatabaseError

from config.checks.servers import wait_for_servers
from config.releases import connect_once


class Command(Check):
    """Check the project, or with `--deploy --database default` the installation."""

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--wait",
            type=int,
            default=0,
            metavar="SECONDS",
            help="wait at most so long until the servers answer, as after a reboot or in a failover",
        )

    def handle(self, *app_labels: Any, wait: int = 0, **options: Any) -> None:
        wait_for_servers(wait)
        try:
            super().handle(*app_labels, **options)
        except DatabaseError as error:
            super().handle(*app_labels, **{**options, "databases": None})
            raise CommandError(
                f"(ligalo.E014) The database of DATABASE_APP_URL does not answer: {_reason(error)}."
                " Start PostgreSQL, then run manage.py prepare_database (ligalo-prepare)."
            ) from error


def _reason(error: DatabaseError) -> str:
    """Return the server's own words; a pool only says that it waited."""
    try:
        connect_once().close()
    except psycopg.OperationalError as refused:
        return " ".join(str(refused).split())
    return " ".join(str(error).split())
