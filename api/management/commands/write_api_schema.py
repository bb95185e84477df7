"""`manage.py write_api_schema`: write the reviewed copy of the OpenAPI document, or compare it (`--check`)."""

from io import StringIO
from typing import Any

from django.core.management import call_command
from django.core.management.base import CommandError, CommandParser

from api.schema import FILE, format_schema
from journal.management.english_commands import EnglishCommand


class Command(EnglishCommand):
    help = "Write api/openapi.json from the views, after validating it. --check only compares."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check",
            action="store_true",
            help="fail if the file is out of date, and write nothing",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        call_command("spectacular", validate=True, fail_on_warn=True, lang="en", stdout=StringIO())
        if not options["check"]:
            FILE.write_text(format_schema(), encoding="utf-8")
        elif FILE.read_text(encoding="utf-8") != format_schema():
            raise CommandError("api/openapi.json is out of date: run `make schema` and review it.")
