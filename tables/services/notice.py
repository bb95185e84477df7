"""A change of rules is announced for a while before players of real money meet it; sooner comes only what puts a fault right."""

from datetime import datetime, timedelta

from django.conf import settings

from accounts.values.reasons import require_reason
from tables.models import MoneyKind, RuleSetVersion, Table, VersionState
from tables.refusals import TooSoon
from tables.values.rule_changes import changed_for_player


def notice() -> timedelta:
    """For how long, at least."""
    return timedelta(hours=settings.RULES_NOTICE_HOURS)


def needs_notice(version: RuleSetVersion) -> bool:
    """Whether an open table of real money would play by other rules. Play money, and tables that nobody plays at, wait for nothing."""
    if version.rule_set.money != MoneyKind.REAL:
        return False
    rows = Table.objects.filter(version__rule_set=version.rule_set_id, status=Table.Status.OPEN)
    tables = rows.select_related("version")
    return any(changed_for_player(table.version.rules, version.rules) for table in tables)


def see_notice(
    version: RuleSetVersion, effective_at: datetime | None, now: datetime, reason: str
) -> str:
    """The reason to write down. Raises TooSoon where the notice is too short and its approver did not say that it puts a fault right.

    ReasonMissing where that was said: the one who hurries says why.
    """
    early = effective_at is None or effective_at < now + notice()
    if not early or not needs_notice(version):
        return reason.strip()
    approval = version.steps.filter(
        from_state=VersionState.PROPOSED, to_state=VersionState.APPROVED
    )
    if not approval.filter(at_once=True).exists():
        raise TooSoon(settings.RULES_NOTICE_HOURS)
    return require_reason(reason)
