"""`manage.py demo`: the demo's tables, funded players and staff. Idempotent; runs at every start."""

from datetime import timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid5

from django.conf import settings
from django.core.management.base import CommandError
from django.utils import timezone

from accounts.models.users import User
from accounts.roles.values import Role
from accounts.sign_up.services.demo import register_demo_player, register_demo_staff
from accounts.users.selectors.emails import find_account_by_email
from casino.reconciliation.services import check_ledger
from config.demonstrating import (
    ANA,
    ANALYST,
    LUIS,
    MANAGER,
    OPERATOR,
    SPACE,
    create_activity,
    play_first_round,
)
from journal.management.english_commands import EnglishCommand
from tables.models import Table
from tables.selectors.house_tables import HOUSE_TABLES, LIVE_TABLES
from tables.services.founding import ensure_table, open_laboratory_tables
from tables.services.mathematics import request_mathematics
from tables.services.opening import open_table
from wallet.cash.selectors.withdrawal_stop import WithdrawalStop, find_stop_reason
from wallet.ledger.services.movements import credit_deposit, grant_play_money
from wallet.ledger.services.seals import seal_ledger
from wallet.money.values import PLAY_MONEY, Money
from wallet.rates.selectors.rates import rates_in_effect
from wallet.rates.services.rate_entry import decide_rate, enter_rate
from wallet.rates.values import RATE_STEP, OfferedRate

PASSWORD = "ligalo-demo-2026"  # noqa: S105 - printed at every start; the command refuses to run outside the demo
FUNDS = Money.parse("1000", "USD")
PLAY_FUNDS = Money.parse("1000", PLAY_MONEY)
PLAYERS = {
    ANA: "Ana Rosario",
    LUIS: "Luis Peña",
    "eva@demo.ligalo": "Eva Marte",
}
STAFF = {
    OPERATOR: ("Olga Castillo", Role.OPERATOR),
    ANALYST: ("Nelson Abreu", Role.COMPLIANCE_ANALYST),
    MANAGER: ("Marta Quiroz", Role.COMPLIANCE_MANAGER),
    "cajero@demo.ligalo": ("Camilo Duarte", Role.CASHIER),
    "auditor@demo.ligalo": ("Aura Medina", Role.AUDITOR),
    "lavado@demo.ligalo": ("Lucía Peralta", Role.LAUNDERING_OFFICER),
    "proteccion@demo.ligalo": ("Pablo Rey", Role.PROTECTION_OFFICER),
    "admin@demo.ligalo": ("Adrián Soto", Role.ADMINISTRATOR),
}
# Units per US dollar in the demo; real rates are entered by the operator.
PER_DOLLAR = {"EUR": "0.86", "COP": "4000", "DOP": "62.5", "VES": "250"}
MORE_FUNDS = {ANA: [Money.parse("400000", "COP"), Money.parse("100", "EUR")]}


class Command(EnglishCommand):
    """Create the demo's data; existing data is kept."""

    help = "Make the demo's tables, players and staff (only where the demo provider is enabled)"

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Create what is missing and print one line per login."""
        if not settings.DEMO_PROVIDER_ENABLED:
            raise CommandError("demo data belongs to the demo: DEMO_PROVIDER_ENABLED is off")
        new = find_account_by_email(ANA) is None
        for email, name in PLAYERS.items():
            player = find_account_by_email(email) or register_demo_player(email, PASSWORD, name)
            self._fund_more(player, MORE_FUNDS.get(email, []))
            self._fund(player)  # last: the page header shows the currency that moved last
            self.stdout.write(f"{email}  {PASSWORD}")
        for email, (name, role) in STAFF.items():
            register_demo_staff(email, PASSWORD, name, role)
            self.stdout.write(f"{email}  {PASSWORD}  /staff/, code: make manage ARGS=staff_codes")
        self._open_tables()
        for currency, units in PER_DOLLAR.items():
            self._rate(currency, (1 / Decimal(units)).quantize(RATE_STEP))
        if new:
            create_activity()
        if kept_back := play_first_round():
            self.stdout.write(kept_back)
        # The scheduled check runs hourly; the demo opens withdrawals at once.
        if find_stop_reason() is WithdrawalStop.UNCHECKED:
            seal_ledger()  # transfers from before the last stop
            check_ledger()

    def _open_tables(self) -> None:
        """Create and open the tables, their rules proposed by one member of staff and approved by another.

        A new table opens once the worker has computed the mathematics of its rules; later changes
        by staff are kept.
        """
        operator = User.objects.get(email=OPERATOR)
        manager = User.objects.get(email=MANAGER)
        known = set(Table.objects.values_list("slug", flat=True))
        for house in (*HOUSE_TABLES.values(), *LIVE_TABLES.values()):
            table = ensure_table(house, operator, manager)
            request_mathematics(table.version.rules)  # recomputed if the library is newer
            if house.slug not in known:
                open_table(table.pk, reason="demo", acting_user=operator)
        open_laboratory_tables(operator, manager)
        waiting = Table.objects.filter(status=Table.Status.OPENING, is_laboratory=False).order_by(
            "pk"
        )
        if names := ", ".join(table.name for table in waiting):
            self.stdout.write(
                f"Tables that open in a moment, once their returns are computed: {names}"
            )

    def _fund(self, player: User) -> None:
        """Credit the first play money and the first deposit; the idempotency keys derive from the player."""
        grant_play_money(
            player.pk, PLAY_FUNDS, key=uuid5(SPACE, f"play:{player.pk}"), reason="demo"
        )
        credit_deposit(player.pk, FUNDS, key=uuid5(SPACE, f"first:{player.pk}"), provider="demo")

    def _fund_more(self, player: User, money: list[Money]) -> None:
        """Credit the first deposit in each further currency."""
        for amount in money:
            key = uuid5(SPACE, f"first:{player.pk}:{amount.currency}")
            credit_deposit(player.pk, amount, key=key, provider="demo")

    def _rate(self, currency: str, value: Decimal) -> None:
        """Enter today's rate, approved by another member of staff if needed."""
        present = rates_in_effect(currency).first()
        if present is not None and timezone.now() - present.as_of < timedelta(days=1):
            return
        offered = OfferedRate(currency, present.rate if present else value, "demo", timezone.now())
        entered = enter_rate(offered, User.objects.get(email=OPERATOR))
        if entered.waits:
            manager = User.objects.get(email=MANAGER)
            decide_rate(entered.row.pk, approved=True, reason="demo", acting_user=manager)
