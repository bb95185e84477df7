"""Life cycle of a version: drafted, edited, proposed, approved by another person, scheduled, in force, retired.

Each function is one transaction, and raises a `Refusal` or NotPermitted with nothing changed.
"""

import logging
from collections.abc import Sequence
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import OuterRef, QuerySet, Subquery
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models.users import User
from accounts.roles.refusals import NotPermitted
from accounts.roles.selectors import has_right
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.values.reasons import require_reason
from blackjack.rules import Rules
from journal.models import EventKind
from journal.refusals import AnotherPersonNeeded, ChangedMeanwhile
from journal.services.recording import record_once
from tables.models import MoneyKind, RuleSet, RuleSetVersion, VersionState, VersionStep
from tables.refusals import (
    MathematicsMissing,
    Misconfigured,
    Problem,
    ProfileContradicted,
    ReturnsNotAccepted,
    TimeInPast,
)
from tables.selectors.conformity import require_version_conformity
from tables.selectors.returns import require_accepted, require_still_accepted
from tables.selectors.tables import find_mathematics
from tables.services.mathematics import request_mathematics
from tables.services.notice import require_notice
from tables.services.steps import bring_into_force, lock_family, lock_version, take_step
from tables.services.validity import verify_rules

BATCH = 20
_LOG = logging.getLogger(__name__)


@transaction.atomic
def create_family(
    name: str, money: MoneyKind, rules: Rules, *, acting_user: User, name_es: str = ""
) -> RuleSetVersion:
    """Create a rule set with its first draft. Raises Misconfigured if another rule set has the name, ignoring case."""
    require(acting_user, Right.EDIT_TABLES)
    return _draft(_create_family(name.strip(), name_es.strip(), money), rules, acting_user)


def _create_family(name: str, name_es: str, money: MoneyKind) -> RuleSet:
    try:
        with transaction.atomic():
            return RuleSet.objects.create(name=name, name_es=name_es, money=money)
    except IntegrityError as error:
        if not RuleSet.objects.filter(name__iexact=name).exists():
            raise
        told = _("There is a rule set of this name already.")
        raise Misconfigured([Problem("name", told)]) from error


@transaction.atomic
def create_draft(rule_set_id: int, rules: Rules, *, acting_user: User) -> RuleSetVersion:
    """Create the next version of a rule set, to be edited until it is proposed."""
    require(acting_user, Right.EDIT_TABLES)
    return _draft(lock_family(rule_set_id), rules, acting_user)


def _draft(family: RuleSet, rules: Rules, author: User) -> RuleSetVersion:
    verify_rules(rules, family)
    newest = family.versions.order_by("-number").first()
    version = RuleSetVersion.objects.create(
        rule_set=family,
        number=newest.number + 1 if newest else 1,
        rules_json=rules.to_dict(),
        rules_hash=rules.digest,
        created_by=author,
    )
    take_step(version, VersionState.DRAFT, author)
    return version


@transaction.atomic
def edit_draft(version_id: int, rules: Rules, *, seen: str, acting_user: User) -> RuleSetVersion:
    """Change the rules of a draft and request their mathematics. Does nothing if they are unchanged.

    `seen` is the hash of the rules the page showed; raises ChangedMeanwhile if the draft has others now.
    """
    require(acting_user, Right.EDIT_TABLES)
    version = lock_version(version_id, VersionState.DRAFT)
    if version.rules_hash == rules.digest:
        return version
    if version.rules_hash != seen:
        raise ChangedMeanwhile(detail=str(version))
    verify_rules(rules, version.rule_set)
    version.rules_json, version.rules_hash = rules.to_dict(), rules.digest
    take_step(version, VersionState.DRAFT, acting_user)
    version.save(update_fields=["rules_json", "rules_hash"])
    request_mathematics(rules)
    return version


@transaction.atomic
def propose_version(version_id: int, *, reason: str, acting_user: User) -> RuleSetVersion:
    """Submit a draft: its rules become final, and their mathematics are requested. Raises ProfileContradicted.

    Returns are judged by the profile as far as they are computed, and again at the approval.
    """
    require(acting_user, Right.EDIT_TABLES)
    version = lock_version(version_id, VersionState.DRAFT)
    verify_rules(version.rules, version.rule_set)
    require_version_conformity(version)
    take_step(version, VersionState.PROPOSED, acting_user, reason=require_reason(reason))
    request_mathematics(version.rules)
    return version


@transaction.atomic
def approve_version(
    version_id: int,
    *,
    reason: str,
    acting_user: User,
    accepted: Sequence[str] = (),
    at_once: bool = False,
) -> RuleSetVersion:
    """Approve as another person. `accepted` names the unusual returns, as in `Return.bet`.

    `at_once`: the version is a fix, which needs no notice (`notice`). Raises AnotherPersonNeeded, MathematicsMissing,
    ProfileContradicted, ReturnsNotAccepted, Misconfigured.
    """
    require(acting_user, Right.APPROVE_TABLES)
    version = lock_version(version_id, VersionState.PROPOSED)
    if has_worked_on(version, acting_user):
        raise AnotherPersonNeeded
    mathematics = find_mathematics(version)
    if mathematics is None or not mathematics.is_current:
        raise MathematicsMissing
    require_version_conformity(version)
    taken = require_accepted(version.rule_set, mathematics, accepted)
    verify_rules(version.rules, version.rule_set)
    said = require_reason(reason)
    take_step(
        version, VersionState.APPROVED, acting_user, reason=said, accepted=taken, at_once=at_once
    )
    return version


@transaction.atomic
def refuse_version(version_id: int, *, reason: str, acting_user: User) -> RuleSetVersion:
    """Refuse a version that is neither in force nor scheduled: as an approver, or as an author who withdraws it."""
    if not (approves := has_right(acting_user, Right.APPROVE_TABLES)):
        require(acting_user, Right.EDIT_TABLES)
    version = lock_version(
        version_id, VersionState.DRAFT, VersionState.PROPOSED, VersionState.APPROVED
    )
    if not approves and not has_worked_on(version, acting_user):
        raise NotPermitted(Right.APPROVE_TABLES)
    take_step(version, VersionState.REFUSED, acting_user, reason=require_reason(reason))
    return version


@transaction.atomic
def schedule_version(
    version_id: int, effective_at: datetime | None, *, acting_user: User, reason: str = ""
) -> RuleSetVersion:
    """Schedule an approved version for a future time or, with None, put it into force at once.

    Raises TimeInPast, and NoticeTooShort or ReasonMissing if players get less notice than required (`notice`).
    """
    require(acting_user, Right.EDIT_TABLES)
    version = lock_version(version_id, VersionState.APPROVED)
    now = timezone.now()
    if effective_at is not None and effective_at <= now:
        raise TimeInPast
    said = require_notice(version, effective_at, now, reason)
    at = effective_at or now
    take_step(version, VersionState.SCHEDULED, acting_user, reason=said, effective_at=at)
    if effective_at is None:
        _bring_into_force(version, acting_user)
    return version


@transaction.atomic
def unschedule_version(version_id: int, *, reason: str, acting_user: User) -> RuleSetVersion:
    """Take a version off the schedule; it stays approved."""
    require(acting_user, Right.EDIT_TABLES)
    version = lock_version(version_id, VersionState.SCHEDULED)
    take_step(version, VersionState.APPROVED, acting_user, reason=require_reason(reason))
    return version


def has_worked_on(version: RuleSetVersion, person: User) -> bool:
    """Return whether this person drafted, edited or proposed it, and so cannot approve it."""
    mine = version.steps.filter(
        acting_user=person, to_state__in=[VersionState.DRAFT, VersionState.PROPOSED]
    )
    return mine.exists()


def due_versions(now: datetime) -> QuerySet[RuleSetVersion]:
    """Return scheduled versions that are due, earliest first."""
    last = VersionStep.objects.filter(version=OuterRef("pk")).order_by("-n")
    scheduled = RuleSetVersion.objects.filter(state=VersionState.SCHEDULED)
    at = scheduled.annotate(effective_at=Subquery(last.values("effective_at")[:1]))
    return at.filter(effective_at__lte=now).order_by("effective_at", "pk")


def activate_due(now: datetime) -> int:
    """Bring up to `BATCH` due versions into force, each in its own transaction; return how many. Idempotent."""
    found = list(due_versions(now).values_list("pk", flat=True)[:BATCH])
    return sum(_activate(pk, now) for pk in found)


@transaction.atomic
def _activate(version_id: int, now: datetime) -> bool:
    """Bring a version into force if still due under its lock; if impossible it stays scheduled, with an alarm or a log entry."""
    try:
        version = lock_version(version_id, VersionState.SCHEDULED)
        if not due_versions(now).filter(pk=version_id).exists():
            return False
        _bring_into_force(version, None)
    except ChangedMeanwhile:
        return False
    except ReturnsNotAccepted as error:
        data = {"version": version.pk, "returns": list(error.names)}
        record_once(EventKind.TABLE_RULES_WAIT, subject=f"rules {version}", data=data)
        return False
    except ProfileContradicted as error:
        told = {"version": version.pk, "profile_fields": list(error.names)}
        record_once(EventKind.TABLE_RULES_WAIT, subject=f"rules {version}", data=told)
        return False
    except (MathematicsMissing, Misconfigured) as error:
        request_mathematics(version.rules)
        _LOG.warning("%s does not come into force yet: %s", version, error)
        return False
    return True


def _bring_into_force(version: RuleSetVersion, acting_user: User | None) -> None:
    """Retire the previous version and activate this one; tables use it from their next shoe on.

    Raises ReturnsNotAccepted if mathematics recomputed since the approval have returns that nobody accepted,
    ProfileContradicted if the profile in force does not allow them.
    """
    mathematics = find_mathematics(version)
    if mathematics is None or not mathematics.is_current:
        raise MathematicsMissing
    require_still_accepted(version, mathematics)
    require_version_conformity(version)
    verify_rules(version.rules, version.rule_set)
    bring_into_force(version, acting_user)
