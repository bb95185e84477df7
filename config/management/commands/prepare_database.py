from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import OperationalError

from config.casts import parse_database_url
from config.database import DatabaseRefusal, prepare_database
from config.environment import Environment
from journal.management.english_commands import EnglishCommand


class Command(EnglishCommand):
    """Create the application's role, migrate as the owner, grant the rights. Idempotent."""

    help = (
        "Create the application's database role, migrate as the owner, grant the declared rights."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012  # Django's own shape of this attribute

    def handle(self, *_args: Any, **options: Any) -> None:
        if "owner" not in settings.DATABASES:
            raise CommandError("DATABASE_URL (the owner's role) is not set.")
        try:
            app = Environment()("DATABASE_APP_URL", parse_database_url)
            prepare_database(app, verbosity=options["verbosity"])
        except (DatabaseRefusal, OperationalError) as error:
            raise CommandError(" ".join(str(error).split())) from error
