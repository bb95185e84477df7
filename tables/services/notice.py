"""Notice that real-money players get before a change of rules; only fixes may come sooner."""

from datetime import datetime, timedelta

from accounts.values.reasons import require_reason
from profiles.selectors.in_force import profile_in_force
from tables.models import MoneyKind, RuleSetVersion, Table, VersionState
from tables.refusals import NoticeTooShort
from tables.values.rule_changes import changed_for_player


def minimum_notice() -> timedelta:
    return timedelta(hours=profile_in_force().rules_notice_hours)


def needs_notice(version: RuleSetVersion) -> bool:
    """Return whether an open real-money table would change its rules for players. Other tables need no notice."""
    if version.rule_set.money != MoneyKind.REAL:
        return False
    rows = Table.objects.filter(version__rule_set=version.rule_set_id, status=Table.Status.OPEN)
    tables = rows.select_related("version")
    return any(changed_for_player(table.version.rules, version.rules) for table in tables)


def require_notice(
    version: RuleSetVersion, effective_at: datetime | None, now: datetime, reason: str
) -> str:
    """Return the reason to record. Raises NoticeTooShort if the notice is too short and it was not approved as a fix.

    Raises ReasonMissing for such a fix without a reason.
    """
    early = effective_at is None or effective_at < now + minimum_notice()
    if not early or not needs_notice(version):
        return reason.strip()
    approval = version.steps.filter(
        from_state=VersionState.PROPOSED, to_state=VersionState.APPROVED
    )
    if not approval.filter(at_once=True).exists():
        raise NoticeTooShort(profile_in_force().rules_notice_hours)
    return require_reason(reason)
