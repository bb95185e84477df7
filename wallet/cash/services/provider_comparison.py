"""Comparison with a provider's statement, recorded as an event; an alarm if something differs."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

from django.utils import timezone

from accounts.models.users import User
from accounts.roles.services import require
from accounts.roles.values import Right
from journal.models import EventKind
from journal.services.recording import record
from wallet.cash.selectors.provider_comparison import PaymentDifference, compare_statement
from wallet.providers.services import registry
from wallet.providers.services.statements import format_csv
from wallet.providers.values import ReportedPayment

_SETTLING: Final = timedelta(hours=1)
_NAMED: Final = 20
"""Differences that the event names."""


@dataclass(frozen=True, slots=True)
class Comparison:
    provider: str
    payments: int
    differences: Sequence[PaymentDifference]


def compare_file(provider: str, file: bytes, *, acting_user: User) -> Comparison:
    """Compare a statement file. Raises NotPermitted, ProviderUnavailable, StatementUnreadable."""
    require(acting_user, Right.DO_CASH)
    lines = registry.require_provider(provider).read_statement(file)
    return _compare(provider, lines, sha256(file).hexdigest(), acting_user)


def compare_since(provider: str, since: datetime, *, acting_user: User) -> Comparison:
    """Fetch the statement since then and compare it.

    Raises NotPermitted, ProviderUnavailable, ProviderUnreachable, StatementUnreadable.
    """
    require(acting_user, Right.DO_CASH)
    lines = registry.require_provider(provider).load_statement(since)
    digest = sha256(format_csv(lines)).hexdigest()
    until = timezone.now() - _SETTLING  # the newest may not be in it yet
    return _compare(provider, lines, digest, acting_user, (since, until))


def _compare(
    provider: str,
    lines: Sequence[ReportedPayment],
    digest: str,
    acting_user: User,
    period: tuple[datetime | None, datetime | None] = (None, None),
) -> Comparison:
    found = compare_statement(provider, lines, *period)
    record(
        EventKind.PROVIDER_DIFFERS if found else EventKind.PROVIDER_COMPARED,
        actor=acting_user.pk,
        subject=f"provider {provider}",
        data={
            "provider": provider,
            "payments": len(lines),
            "differences": len(found),
            "sha256": digest,
            "first": [f"{one.number} {one.kind}" for one in found[:_NAMED]],
        },
    )
    return Comparison(provider, len(lines), found)
