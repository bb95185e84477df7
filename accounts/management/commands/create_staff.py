"""`manage.py create_staff EMAIL "FULL NAME" ROLE REASON`: the first administrator, and whoever comes when none is left."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.errors import AccountError
from accounts.roles import Role
from accounts.selectors import player_by_email
from accounts.staffing.mail import address_of
from accounts.staffing.services import Newcomer, create, renew_invitation


class Command(BaseCommand):
    """Everybody else is made by an administrator, on the pages."""

    help = "Make an account of staff, or its invitation anew, and print the address where its owner sets the password"

    def add_arguments(self, parser: CommandParser) -> None:
        """Who, for what, and why."""
        parser.add_argument("email")
        parser.add_argument("full_name")
        parser.add_argument("role", choices=Role.values)
        parser.add_argument("reason")

    def handle(
        self, *_args: Any, email: str, full_name: str, role: str, reason: str, **_options: Any
    ) -> None:
        """Make it, or say why not."""
        known = player_by_email(email)
        try:
            if known is not None and known.is_staff and not known.has_usable_password():
                user = renew_invitation(known.pk, acting_user=None)
            else:
                newcomer = Newcomer(email, full_name, frozenset({Role(role)}))
                user = create(newcomer, reason=reason, acting_user=None)
        except AccountError as error:
            raise CommandError(str(error.message)) from error
        self.stdout.write(
            f"Give {user.full_name} this address, on this site, and nobody else: {address_of(user)}"
        )
