"""Thresholds of signals by two people: proposed, tried silently, decided or withdrawn."""

from collections.abc import Mapping
from typing import Any, Final

from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from accounts.models.users import User
from accounts.roles.services import build_right_check, require
from accounts.roles.values import Right
from accounts.values.reasons import require_reason
from approvals.refusals import NotProposer, ProposalSuperseded
from approvals.services import DecisionFlow
from detection.models import Recomputation, ThresholdChange, ThresholdDecision
from detection.models.thresholds import BESIDE
from detection.refusals import ThresholdRefused, ThresholdsUnchanged, TrialImpossible, TrialRunning
from detection.selectors.thresholds import find_thresholds
from detection.services.recomputing import TASK, request_recomputation, stop_trial
from detection.services.slices import can_recompute
from journal.models import EventKind
from journal.refusals import ChangedMeanwhile, NotFound
from journal.services.recording import record
from journal.services.waking import wake_worker
from signals.catalogue import SIGNALS
from signals.definition import Signal, ThresholdError

_FLOW: Final = DecisionFlow(ThresholdDecision, build_right_check(Right.APPROVE_THRESHOLDS))


@transaction.atomic
def propose_thresholds(
    signal_id: str, values: Mapping[str, float], *, reason: str, acting_user: User
) -> ThresholdChange:
    """Propose thresholds, the others as in force, and begin their trial. Raises NotPermitted and the refusals of this app."""
    require(acting_user, Right.EDIT_THRESHOLDS)
    reason = require_reason(reason)
    signal = _find_triable(signal_id)
    present = dict(find_thresholds(signal).values)
    asked = _checked(signal, {**present, **values})
    if asked == present:
        raise ThresholdsUnchanged
    change = ThresholdChange.objects.create(
        signal=signal.id,
        version=signal.version,
        values=asked,
        reason=reason,
        proposed_by=acting_user,
    )
    request_recomputation(signal, change)
    data = {"signal": signal.id, "before": present, "after": asked, "reason": reason}
    record(
        EventKind.THRESHOLDS_PROPOSED,
        actor=acting_user.pk,
        subject=f"thresholds {change.pk}",
        data=data,
    )
    transaction.on_commit(lambda: wake_worker(TASK))
    return change


def _find_signal(signal_id: str) -> Signal[Any]:
    if signal_id not in SIGNALS:
        raise NotFound
    return SIGNALS[signal_id]


def _find_triable(signal_id: str) -> Signal[Any]:
    signal = _find_signal(signal_id)
    if not can_recompute(signal):
        raise TrialImpossible
    return signal


def _checked(signal: Signal[Any], values: Mapping[str, float]) -> dict[str, float]:
    try:
        return signal.check_thresholds({name: float(value) for name, value in values.items()})
    except ThresholdError as error:
        raise ThresholdRefused(field=error.name, detail=str(error)) from error
    except (TypeError, ValueError) as error:
        raise ThresholdRefused(detail=str(error)) from error


def decide_thresholds(
    pk: int, *, approved: bool, reason: str, acting_user: User
) -> ThresholdDecision:
    """Approve or refuse proposed thresholds; approved ones are in force at once. Raises a `Refusal`.

    Only a proposal whose trial is complete can be approved: otherwise TrialRunning, or TrialImpossible. If other thresholds
    of the signal were approved since it was proposed, it was tried against old ones: ProposalSuperseded.
    """
    verdict = _FLOW.make_verdict(approved=approved, acting_user=acting_user, reason=reason)
    with transaction.atomic():
        change = ThresholdChange.objects.filter(pk=pk).first()
        if change is None:
            raise NotFound
        decision, is_new = _FLOW.decide(
            change, verdict, lambda: _check_trial(change, approved=approved)
        )
        if is_new:
            _carry_on(change, decision, acting_user)
    return decision


def _check_trial(change: ThresholdChange, *, approved: bool) -> dict[str, object]:
    if approved:
        _find_triable(change.signal)
        _check_newest(change)
        done = change.trials.filter(state=Recomputation.State.DONE).exists()
        if not done or timezone.now() < change.proposed_at + BESIDE:
            raise TrialRunning
    return {}


def _check_newest(change: ThresholdChange) -> None:
    """Raise ProposalSuperseded if another was approved since. Locks the signal's approvals until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_advisory_xact_lock(hashtextextended('thresholds in force ' || %s, 0))",
            [change.signal],
        )
    approved = ThresholdChange.objects.filter(signal=change.signal, decision__approved=True)
    if approved.filter(decision__decided_at__gt=change.proposed_at).exists():
        raise ProposalSuperseded


def _carry_on(change: ThresholdChange, decision: ThresholdDecision, acting_user: User) -> None:
    data = {"signal": change.signal, "approved": decision.approved, "reason": decision.reason}
    record(
        EventKind.THRESHOLDS_DECIDED,
        actor=acting_user.pk,
        subject=f"thresholds {change.pk}",
        data=data,
    )
    stop_trial(change)
    if decision.approved:
        request_recomputation(SIGNALS[change.signal])
        transaction.on_commit(lambda: wake_worker(TASK))


@transaction.atomic
def withdraw_thresholds(pk: int, *, reason: str, acting_user: User) -> ThresholdDecision:
    """Withdraw one's own proposal and stop its trial. Idempotent.

    Raises NotPermitted, ReasonMissing, NotFound, NotProposer, ChangedMeanwhile.
    """
    require(acting_user, Right.EDIT_THRESHOLDS)
    reason = require_reason(reason)
    change = ThresholdChange.objects.filter(pk=pk).first()
    if change is None:
        raise NotFound
    if change.proposed_by_id != acting_user.pk:
        raise NotProposer
    decision, is_new = _withdraw(change, reason, acting_user)
    if is_new:
        data = {"signal": change.signal, "reason": reason}
        subject = f"thresholds {change.pk}"
        record(EventKind.THRESHOLDS_WITHDRAWN, actor=acting_user.pk, subject=subject, data=data)
        stop_trial(change)
    return decision


def _withdraw(
    change: ThresholdChange, reason: str, acting_user: User
) -> tuple[ThresholdDecision, bool]:
    """Return the withdrawal and whether it is new. Raises ChangedMeanwhile if another person decided before."""
    try:
        with transaction.atomic():
            row = ThresholdDecision.objects.create(
                proposal=change,
                approved=False,
                withdrawn=True,
                decided_by=acting_user,
                reason=reason,
            )
    except IntegrityError:
        row = ThresholdDecision.objects.get(proposal=change)
        if not row.withdrawn:
            raise ChangedMeanwhile(detail=str(row)) from None
        return row, False
    return row, True
