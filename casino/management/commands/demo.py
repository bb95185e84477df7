"""`manage.py demo`: the demo's table and its funded players. Safe to run at every start."""

from typing import Any
from uuid import UUID, uuid5

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from accounts.models import User
from accounts.selectors import player_by_email
from accounts.services import register_demo_player
from blackjack.presets import PRESETS
from tables.mathematics import ask
from tables.selectors import open_tables
from tables.services import open_ligalo_table
from wallet.money import Money
from wallet.services import deposit

SPACE = UUID("0b7c1d8e-6f0e-4f3a-9c57-2f0a3f9f0d11")
PASSWORD = "ligalo-demo-2026"  # noqa: S105 - printed at every start; the command refuses to run outside the demo
FUNDS = Money.parse("1000", "USD")
PLAYERS = {
    "ana@demo.ligalo": "Ana Rosario",
    "luis@demo.ligalo": "Luis Peña",
    "eva@demo.ligalo": "Eva Marte",
}


class Command(BaseCommand):
    """Make what the demo shows, once."""

    help = "Make the demo's table and players (only where the demo provider is enabled)"

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Print one line per login."""
        if not settings.DEMO_PROVIDER_ENABLED:
            raise CommandError("demo data belongs to the demo: DEMO_PROVIDER_ENABLED is off")
        open_ligalo_table("ligalo", "Lígalo", PRESETS["ligalo"])
        for table in open_tables():
            ask(table.version.rules)
        for email, name in PLAYERS.items():
            self._fund(player_by_email(email) or register_demo_player(email, PASSWORD, name))
            self.stdout.write(f"{email}  {PASSWORD}")

    def _fund(self, player: User) -> None:
        """The first deposit; its key is the player's, so it is made once."""
        deposit(player.pk, FUNDS, key=uuid5(SPACE, f"first:{player.pk}"), provider="demo")
