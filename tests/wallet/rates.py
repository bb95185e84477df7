"""Rates for tests, entered by one person and approved by another as in production."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone
from psycopg import Connection

from accounts.models.users import User
from accounts.roles.values import Role
from journal.refusals import Refusal
from tests.accounts.staff import staff
from tests.wallet.ledger import rows
from wallet.rates.models import Rate
from wallet.rates.services import rate_entry, rules
from wallet.rates.services.rate_entry import EnteredRate
from wallet.rates.values import OfferedRate


def operator() -> User:
    return staff(Role.OPERATOR)


def manager() -> User:
    return staff(Role.COMPLIANCE_MANAGER)


def hours_ago(hours: float) -> datetime:
    return timezone.now() - timedelta(hours=hours)


def offered(currency: str, rate: str, hours: float = 1) -> OfferedRate:
    return OfferedRate(currency, Decimal(rate), "test", hours_ago(hours))


def enter(currency: str, rate: str, hours: float = 1) -> EnteredRate:
    return rate_entry.enter_rate(offered(currency, rate, hours), operator())


def approved(currency: str, rate: str, hours: float = 1) -> Rate:
    """Return a rate in effect, approved by a second person if it needs that."""
    entered = enter(currency, rate, hours)
    if entered.waits:
        rate_entry.decide_rate(
            entered.row.pk, approved=True, reason="seen at the bank", acting_user=manager()
        )
    return entered.row


def limit_set(currency: str, hours: int, reason: str = "quick markets") -> None:
    """Set the maximum age of a rate, with two people."""
    rules.decide_max_age(
        rules.propose_max_age(currency, hours, operator(), reason=reason).pk,
        approved=True,
        acting_user=manager(),
    )


def spread_set(pair: tuple[str, str] | None, share: str, reason: str = "costs") -> None:
    """Set the spread of an exchange, with two people."""
    rules.decide_spread(
        rules.propose_spread(pair, Decimal(share), operator(), reason=reason).pk,
        approved=True,
        acting_user=manager(),
    )


@contextmanager
def nothing_entered(error: type[Refusal]) -> Iterator[None]:
    """Assert that the block raises `error` and leaves no row, no decision and no event."""
    operator(), manager()
    before = rows()
    with pytest.raises(error):
        yield
    assert rows() == before


def decided_at(owner: Connection[Any], row: Rate, hours: float) -> None:
    """Backdate a decision as the database owner; nobody else can."""
    with owner.transaction():
        owner.execute("ALTER TABLE wallet_rate_decision DISABLE TRIGGER append_only")
        owner.execute(
            "UPDATE wallet_rate_decision SET decided_at = %s WHERE proposal_id = %s",
            [hours_ago(hours), row.pk],
        )
        owner.execute("ALTER TABLE wallet_rate_decision ENABLE TRIGGER append_only")
