"""`manage.py open_laboratory_tables`: a table for each preset, with play money and without limits of pace."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from accounts.models.users import User
from journal.management.english_commands import EnglishCommand
from journal.refusals import Refusal
from tables.services.founding import open_laboratory_tables


class Command(EnglishCommand):
    """Both people need their rights; PostgreSQL refuses one person for both."""

    help = "Create and open the tables at which laboratories play through the API."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--author", required=True, help="email address of who edits tables")
        parser.add_argument("--approver", required=True, help="and of who approves them")

    def handle(self, *_args: Any, **options: Any) -> None:
        author, approver = (_find_staff(options[name]) for name in ("author", "approver"))
        try:
            tables = open_laboratory_tables(author, approver)
        except Refusal as refusal:
            raise CommandError(str(refusal)) from refusal
        for table in tables:
            self.stdout.write(f"{table.slug}  {table.get_status_display()}")


def _find_staff(email: str) -> User:
    found = User.objects.filter(email=email.strip().lower(), is_staff=True).first()
    if found is None:
        raise CommandError(f"{email!r} is nobody of staff.")
    return found
