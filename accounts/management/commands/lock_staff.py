"""`manage.py lock_staff EMAIL REASON`: lock a staff account when no administrator can sign in to do it."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from accounts.staff.services.account_changes import lock_staff_by_command
from journal.management.english_commands import EnglishCommand
from journal.refusals import Refusal


class Command(EnglishCommand):
    """Lock of a staff account. A locked administrator does not count towards the two that `create_staff` creates."""

    help = "Lock an account of staff and end its sessions"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email")
        parser.add_argument("reason")

    def handle(self, *_args: Any, email: str, reason: str, **_options: Any) -> None:
        try:
            user = lock_staff_by_command(email, reason=reason)
        except Refusal as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{user.full_name} is locked.")
