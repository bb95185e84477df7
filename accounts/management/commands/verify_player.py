"""`manage.py verify_player EMAIL REASON`: verify a player whose document staff have seen."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from accounts.identity.services.verification import SeenDocument, verify_identity
from accounts.users.selectors.emails import find_account_by_email
from journal.management.english_commands import EnglishCommand
from journal.refusals import Refusal


class Command(EnglishCommand):
    """Verification of a player, who can then play for real money."""

    help = "Record that staff have seen a player's identity document; the journal keeps the reason"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email")
        parser.add_argument("reason")

    def handle(self, *_args: Any, email: str, reason: str, **_options: Any) -> None:
        player = find_account_by_email(email)
        if player is None:
            raise CommandError(f"there is no account {email}")
        try:
            verify_identity(player, SeenDocument(reason))
        except Refusal as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{player.email} is verified")
