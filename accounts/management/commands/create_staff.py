"""`manage.py create_staff EMAIL "FULL NAME" ROLE REASON`: create a staff account, or renew its invitation."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from accounts.roles.values import Role
from accounts.staff.services.account_acts import Newcomer
from accounts.staff.services.account_changes import create_staff_by_command, renew_invitation
from accounts.staff.views.invitation_mail import invitation_path
from accounts.users.selectors.emails import find_account_by_email
from journal.management.english_commands import EnglishCommand
from journal.refusals import Refusal


class Command(EnglishCommand):
    """Creation of staff.

    Administrators beyond two, and managers, are created on the pages, where another person approves.
    """

    help = "Make an account of staff, or its invitation anew, and print the address where its owner sets the password"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email")
        parser.add_argument("full_name")
        parser.add_argument("role", choices=Role.values)
        parser.add_argument("reason")

    def handle(
        self, *_args: Any, email: str, full_name: str, role: str, reason: str, **_options: Any
    ) -> None:
        self._make(Newcomer(email, full_name, frozenset({Role(role)})), reason)

    def _make(self, newcomer: Newcomer, reason: str) -> None:
        known = find_account_by_email(newcomer.email)
        try:
            if known is not None and known.is_staff and not known.has_usable_password():
                user = renew_invitation(known.pk, acting_user=None)
            else:
                user = create_staff_by_command(newcomer, reason=reason)
        except Refusal as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"Give {user.full_name} this address, and nobody else: {settings.SITE_ADDRESS}{invitation_path(user)}"
        )
