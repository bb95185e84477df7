"""How a version goes on: lock it, see that nobody was quicker, take the step. Locks: the family, then the version."""

from datetime import datetime
from typing import Final, TypedDict, Unpack

from accounts.models.users import User
from journal.models import Kind
from journal.refusals import ChangedMeanwhile
from journal.services.recording import record
from tables.models import RuleSet, RuleSetVersion, Table, VersionState, VersionStep
from tables.services.acting import acting

KINDS: Final = {
    VersionState.DRAFT: Kind.TABLE_RULES_DRAFTED,
    VersionState.PROPOSED: Kind.TABLE_RULES_PROPOSED,
    VersionState.APPROVED: Kind.TABLE_RULES_APPROVED,
    VersionState.REFUSED: Kind.TABLE_RULES_REFUSED,
    VersionState.SCHEDULED: Kind.TABLE_RULES_SCHEDULED,
    VersionState.ACTIVE: Kind.TABLE_RULES_IN_FORCE,
    VersionState.RETIRED: Kind.TABLE_RULES_RETIRED,
}


class Approval(TypedDict, total=False):
    """What an approval says besides yes: which unusual returns it accepts, and that it puts a fault right."""

    accepted: tuple[str, ...]
    at_once: bool


def lock_family(rule_set_id: int) -> RuleSet:
    """Lock a family until the transaction ends: its versions are numbered and come into force one by one."""
    return RuleSet.objects.select_for_update(no_key=True).get(pk=rule_set_id)


def lock_version(version_id: int, *states: VersionState) -> RuleSetVersion:
    """Lock a version, and its family before it. Raises ChangedMeanwhile where it is in none of the states."""
    family = lock_family(
        RuleSetVersion.objects.values_list("rule_set", flat=True).get(pk=version_id)
    )
    version = RuleSetVersion.objects.select_for_update(no_key=True).get(pk=version_id)
    version.rule_set = family
    if version.state not in states:
        raise ChangedMeanwhile(detail=f"{version}: {version.state}")
    return version


def take(
    version: RuleSetVersion,
    state: VersionState,
    by: User | None,
    *,
    reason: str = "",
    effective_at: datetime | None = None,
    **approval: Unpack[Approval],
) -> VersionStep:
    """Write the next step and its event; PostgreSQL refuses one that does not follow. `version` shows it."""
    acting(by)
    accepted, at_once = approval.get("accepted", ()), approval.get("at_once", False)
    last = version.steps.order_by("-n").first()
    step = VersionStep.objects.create(
        version=version,
        n=last.n + 1 if last else 1,
        from_state=last.to_state if last else "",
        to_state=state,
        rules_hash=version.rules_hash,
        by=by,
        reason=reason,
        effective_at=effective_at,
        accepted=list(accepted),
        at_once=at_once,
    )
    version.state = state
    record(
        Kind.TABLE_RULES_EDITED if step.from_state == step.to_state else KINDS[state],
        actor=by.pk if by else None,
        subject=f"rules {version}",
        data={
            "version": version.pk,
            "before": step.from_state,
            "after": step.to_state,
            "rules_hash": version.rules_hash,
            "reason": reason,
            **({"effective_at": effective_at.isoformat()} if effective_at else {}),
            **({"accepted": list(accepted)} if accepted else {}),
            **({"at_once": True} if at_once else {}),
        },
    )
    return step


def switch(version: RuleSetVersion, by: User | None) -> None:
    """Bring a scheduled version into force: its family's tables play it from their next shoe on. The family is locked."""
    before = version.rule_set.versions.filter(state=VersionState.ACTIVE).first()
    if before is not None:
        take(before, VersionState.RETIRED, by)
    take(version, VersionState.ACTIVE, by)
    Table.objects.filter(version__rule_set=version.rule_set).update(version=version)
