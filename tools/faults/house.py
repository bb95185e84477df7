"""Tables, rules and rates for the faults, with the staff who approve them."""

from decimal import Decimal

from django.db import transaction
from django.utils import timezone

import blackjack
from accounts.models.users import User
from accounts.roles.values import Role
from accounts.sign_up.services.demo import register_demo_staff
from blackjack.rules import Rules
from blackjack.strategy import ROWS, UPCARDS, Chart
from tables.models import Mathematics, RuleSetVersion, Table, VersionState
from tables.selectors.house_tables import LIGALO, HouseTable
from tables.services.founding import ensure_table
from tables.services.steps import bring_into_force, lock_family, take_step
from tools.faults.stage import PASSWORD
from wallet.rates.services.rate_entry import decide_rate, enter_rate
from wallet.rates.values import OfferedRate

REASON = "faults"


def create_table(house: HouseTable = LIGALO) -> Table:
    """Return a demo table, open and without hand limits: the players here are programs."""
    table = ensure_table(house, _operator(), _manager())
    Table.objects.filter(pk=table.pk).update(
        status=Table.Status.OPEN, hands_per_minute=10_000, hands_per_day=1_000_000
    )
    table.refresh_from_db()
    return table


@transaction.atomic
def put_rules_in_force(table: Table, rules: Rules) -> None:
    """Bring rules into force from the next shoe on, without mathematics."""
    family = lock_family(table.version.rule_set_id)
    version = RuleSetVersion.objects.create(
        rule_set=family,
        number=family.versions.count() + 1,
        rules_json=rules.to_dict(),
        rules_hash=rules.digest,
        created_by=_operator(),
    )
    take_step(version, VersionState.DRAFT, _operator())
    take_step(version, VersionState.PROPOSED, _operator(), reason=REASON)
    take_step(version, VersionState.APPROVED, _manager(), reason=REASON)
    take_step(version, VersionState.SCHEDULED, _manager(), effective_at=version.created_at)
    bring_into_force(version, _manager())


def store_chart(rules: Rules, code: str) -> None:
    """Store a chart for the house's play with the same code for every hand."""
    now = timezone.now()
    Mathematics.objects.create(
        digest=rules.digest,
        rules_json=rules.to_dict(),
        library_version=blackjack.VERSION,
        state=Mathematics.State.DONE,
        progress=100,
        result={"rtp": 0.99, "insurance": {"rtp": 0.93}, "side_bets": {}},
        chart=Chart(((code,) * len(UPCARDS),) * len(ROWS)).to_dict(),
        asked_at=now,
        started_at=now,
        finished_at=now,
    )


def set_euro_rate() -> None:
    """Set a rate of the euro, effective now."""
    entered = enter_rate(OfferedRate("EUR", Decimal("1.16"), REASON, timezone.now()), _operator())
    decide_rate(entered.row.pk, approved=True, reason=REASON, acting_user=_manager())


def _operator() -> User:
    return register_demo_staff("operator@faults.test", PASSWORD, "Olga", Role.OPERATOR)


def _manager() -> User:
    return register_demo_staff("manager@faults.test", PASSWORD, "Marta", Role.COMPLIANCE_MANAGER)
