"""`manage.py demo`: the demo's table, its funded players and its staff. Safe to run at every start."""

from datetime import timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID, uuid5

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from accounts.models import User
from accounts.roles import Role
from accounts.selectors import player_by_email
from accounts.services import register_demo_player, register_demo_staff
from blackjack.presets import PRESETS
from tables.mathematics import ask
from tables.selectors import open_tables
from tables.services import open_ligalo_table
from wallet.money import Money
from wallet.rate_services import DIGITS, Offered, decide, enter
from wallet.rates import in_effect
from wallet.services import deposit

SPACE = UUID("0b7c1d8e-6f0e-4f3a-9c57-2f0a3f9f0d11")
PASSWORD = "ligalo-demo-2026"  # noqa: S105 - printed at every start; the command refuses to run outside the demo
FUNDS = Money.parse("1000", "USD")
PLAYERS = {
    "ana@demo.ligalo": "Ana Rosario",
    "luis@demo.ligalo": "Luis Peña",
    "eva@demo.ligalo": "Eva Marte",
}
STAFF = {
    "operator@demo.ligalo": ("Olga Castillo", Role.OPERATOR),
    "analyst@demo.ligalo": ("Nelson Abreu", Role.COMPLIANCE_ANALYST),
    "manager@demo.ligalo": ("Marta Quiroz", Role.COMPLIANCE_MANAGER),
    "cajero@demo.ligalo": ("Camilo Duarte", Role.CASHIER),
    "auditor@demo.ligalo": ("Aura Medina", Role.AUDITOR),
    "admin@demo.ligalo": ("Adrián Soto", Role.ADMINISTRATOR),
}
# What one US dollar buys in the demo; real rates are the operator's to enter.
PER_DOLLAR = {"EUR": "0.86", "COP": "4000", "DOP": "62.5", "VES": "250"}
MORE_FUNDS = {"ana@demo.ligalo": [Money.parse("400000", "COP"), Money.parse("100", "EUR")]}


class Command(BaseCommand):
    """Make what the demo shows, once."""

    help = "Make the demo's table, players and staff (only where the demo provider is enabled)"

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
        for email, money in MORE_FUNDS.items():
            self._fund_more(email, money)
        for email, (name, role) in STAFF.items():
            register_demo_staff(email, PASSWORD, name, role)
            self.stdout.write(f"{email}  {PASSWORD}  /staff/, code: make manage ARGS=staff_codes")
        for currency, units in PER_DOLLAR.items():
            self._rate(currency, (1 / Decimal(units)).quantize(DIGITS))

    def _fund(self, player: User) -> None:
        """The first deposit; its key is the player's, so it is made once."""
        deposit(player.pk, FUNDS, key=uuid5(SPACE, f"first:{player.pk}"), provider="demo")

    def _fund_more(self, email: str, money: list[Money]) -> None:
        """The first deposit in each other currency."""
        player = User.objects.get(email=email)
        for amount in money:
            key = uuid5(SPACE, f"first:{player.pk}:{amount.currency}")
            deposit(player.pk, amount, key=key, provider="demo")

    def _rate(self, currency: str, value: Decimal) -> None:
        """The day's rate, entered by one of the staff and, where it has to be, approved by another."""
        present = in_effect(currency).first()
        if present is not None and timezone.now() - present.as_of < timedelta(days=1):
            return
        offered = Offered(currency, present.rate if present else value, "demo", timezone.now())
        entered = enter(offered, User.objects.get(email="operator@demo.ligalo"))
        if entered.waits:
            manager = User.objects.get(email="manager@demo.ligalo")
            decide(entered.row.pk, manager, approve=True, reason="rate of the demonstration")
