"""Steps of a version: lock it, check its state, record the step. Lock order: rule set, then version."""

from datetime import datetime
from typing import Final, TypedDict, Unpack

from accounts.models.users import User
from journal.models import EventKind
from journal.refusals import ChangedMeanwhile
from journal.services.recording import record
from tables.models import RuleSet, RuleSetVersion, Table, VersionState, VersionStep
from tables.services.acting import attribute_table_changes

KINDS: Final = {
    VersionState.DRAFT: EventKind.TABLE_RULES_DRAFTED,
    VersionState.PROPOSED: EventKind.TABLE_RULES_PROPOSED,
    VersionState.APPROVED: EventKind.TABLE_RULES_APPROVED,
    VersionState.REFUSED: EventKind.TABLE_RULES_REFUSED,
    VersionState.SCHEDULED: EventKind.TABLE_RULES_SCHEDULED,
    VersionState.ACTIVE: EventKind.TABLE_RULES_IN_FORCE,
    VersionState.RETIRED: EventKind.TABLE_RULES_RETIRED,
}


class Approval(TypedDict, total=False):
    """Conditions of an approval: unusual returns accepted, and whether it is a fix."""

    accepted: tuple[str, ...]
    at_once: bool


def lock_family(rule_set_id: int) -> RuleSet:
    """Lock a rule set until the transaction ends: its versions are numbered and come into force one at a time."""
    return RuleSet.objects.select_for_update(no_key=True).get(pk=rule_set_id)


def lock_version(version_id: int, *states: VersionState) -> RuleSetVersion:
    """Lock a version, after its rule set. Raises ChangedMeanwhile if it is in none of the states."""
    family = lock_family(
        RuleSetVersion.objects.values_list("rule_set", flat=True).get(pk=version_id)
    )
    version = RuleSetVersion.objects.select_for_update(no_key=True).get(pk=version_id)
    version.rule_set = family
    if version.state not in states:
        raise ChangedMeanwhile(detail=f"{version}: {version.state}")
    return version


def take_step(
    version: RuleSetVersion,
    state: VersionState,
    acting_user: User | None,
    *,
    reason: str = "",
    effective_at: datetime | None = None,
    **approval: Unpack[Approval],
) -> VersionStep:
    """Record the next step and its event, and set `version.state`; PostgreSQL refuses an invalid step."""
    attribute_table_changes(acting_user)
    accepted, at_once = approval.get("accepted", ()), approval.get("at_once", False)
    last = version.steps.order_by("-n").first()
    step = VersionStep.objects.create(
        version=version,
        n=last.n + 1 if last else 1,
        from_state=last.to_state if last else "",
        to_state=state,
        rules_hash=version.rules_hash,
        acting_user=acting_user,
        reason=reason,
        effective_at=effective_at,
        accepted=list(accepted),
        at_once=at_once,
    )
    version.state = state
    record(
        EventKind.TABLE_RULES_EDITED if step.from_state == step.to_state else KINDS[state],
        actor=acting_user.pk if acting_user else None,
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


def bring_into_force(version: RuleSetVersion, acting_user: User | None) -> None:
    """Bring a scheduled version into force and retire the previous one. The caller has locked the rule set."""
    before = version.rule_set.versions.filter(state=VersionState.ACTIVE).first()
    if before is not None:
        take_step(before, VersionState.RETIRED, acting_user)
    take_step(version, VersionState.ACTIVE, acting_user)
    Table.objects.filter(version__rule_set=version.rule_set).update(version=version)
