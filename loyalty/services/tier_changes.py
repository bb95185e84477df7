"""Proposals of sets of tiers and decisions on them."""

from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from typing import Final

from django.db import IntegrityError, transaction

from accounts.models.users import User
from accounts.roles.services import build_right_check, require
from accounts.roles.values import Right
from accounts.values.reasons import require_reason
from approvals.services import DecisionFlow, ReasonPolicy
from journal.models import EventKind
from journal.services.recording import record
from journal.services.waking import wake_worker
from loyalty import refusals
from loyalty.models.tiers import Tier, TierSet, TierSetDecision
from loyalty.selectors.tier_cost import TierCost, tier_costs
from loyalty.selectors.tiers import find_tier_set_in_force
from loyalty.values.new_tier import NewTier
from loyalty.values.points import LEAST_REDEEMED

_FLOW: Final = DecisionFlow(
    TierSetDecision, build_right_check(Right.APPROVE_TIERS), ReasonPolicy.OF_REFUSAL
)
TASK: Final = "loyalty.tasks.bring_tiers_into_force"


@transaction.atomic
def propose_tiers(
    tiers: Sequence[NewTier],
    *,
    window_days: int,
    effective_at: datetime,
    acting_user: User,
    reason: str,
    redeem_from: int = LEAST_REDEEMED,
) -> TierSet:
    """Propose a set of tiers. Raises NotPermitted, TiersRefused."""
    require(acting_user, Right.EDIT_TIERS)
    reason = require_reason(reason)
    check_ladder(tiers)
    _see_time(effective_at)
    try:
        with transaction.atomic():
            made = TierSet.objects.create(
                window_days=window_days,
                redeem_from=redeem_from,
                effective_at=effective_at,
                reason=reason,
                proposed_by=acting_user,
            )
            Tier.objects.bulk_create(
                Tier(
                    tier_set=made,
                    name=tier.name,
                    name_es=tier.name_es,
                    threshold=tier.threshold,
                    multiplier=tier.multiplier,
                    redemption=tier.redemption,
                    withdrawal=tier.withdrawal,
                )
                for tier in tiers
            )
    except IntegrityError as error:
        raise refusals.TiersRefused(detail=str(error)) from error
    _tell(EventKind.TIERS_PROPOSED, made, acting_user, reason)
    return made


def check_ladder(tiers: Sequence[NewTier]) -> None:
    """Raise the refusal if tiers contradict each other."""
    rungs = sorted(tiers, key=lambda tier: tier.threshold)
    if not rungs or rungs[0].threshold != 0:
        raise refusals.FirstTierMissing
    if len({tier.name for tier in rungs}) < len(rungs) or len(
        {tier.threshold for tier in rungs}
    ) < len(rungs):
        raise refusals.DuplicateTiers
    for lower, higher in pairwise(rungs):
        pairs = zip(_gives(lower), _gives(higher), strict=True)
        if any(more < less for less, more in pairs):
            raise refusals.WorseTier


def _gives(tier: NewTier) -> tuple[int, int, int]:
    return tier.multiplier, tier.redemption, tier.withdrawal


def _see_time(effective_at: datetime) -> None:
    if effective_at < find_tier_set_in_force().effective_at:
        raise refusals.TiersOvertaken


def _see_place(asked: TierSet) -> None:
    """Refuse a set that would never apply: of sets with the same start time the last one applies, whichever is approved first."""
    same = TierSet.objects.filter(decision__approved=True, effective_at=asked.effective_at)
    if same.filter(pk__gt=asked.pk).exists():
        raise refusals.TiersOvertaken


@transaction.atomic
def decide_tiers(
    tier_set_id: int, *, approved: bool, acting_user: User, reason: str, accepted: bool = False
) -> TierSetDecision:
    """Approve a set of tiers, or refuse it with a reason. Raises as `DecisionFlow.decide`, TiersRefused.

    A set with which a table returns more than 100% needs `accepted`.
    """
    verdict = _FLOW.make_verdict(approved=approved, acting_user=acting_user, reason=reason)
    asked = TierSet.objects.get(pk=tier_set_id)
    over = [one for one in tier_costs(asked.tiers.all()) if one.is_over] if approved else []

    def carry_out() -> dict[str, object]:
        if approved:
            _see_time(asked.effective_at)
            _see_place(asked)
        if over and not accepted:
            raise refusals.CostNotAccepted
        return {"accepted": bool(over)}

    decision, is_new = _FLOW.decide(asked, verdict, carry_out)
    if is_new:
        kind = EventKind.TIERS_APPROVED if approved else EventKind.TIERS_REFUSED
        _tell(kind, asked, acting_user, decision.reason, over)
        wake_worker(TASK)
    return decision


def _tell(
    kind: EventKind, tiers: TierSet, acting_user: User, note: str, over: Sequence[TierCost] = ()
) -> None:
    data: dict[str, object] = {
        "before": _told(find_tier_set_in_force()),
        "after": _told(tiers),
        "effective_at": tiers.effective_at.isoformat(),
        "proposed_by": tiers.proposed_by_id,
        "note": note,
    }
    if over:
        data["over"] = [[one.tier, one.table, round(one.total_return, 6)] for one in over]
    record(kind, actor=acting_user.pk, subject=f"tiers {tiers.pk}", data=data)


def _told(tiers: TierSet) -> dict[str, object]:
    """Return the data of an event about a set of tiers."""
    return {
        "tiers": [
            [
                tier.name,
                tier.threshold,
                tier.multiplier,
                tier.redemption,
                tier.withdrawal,
                tier.name_es,
            ]
            for tier in tiers.tiers.all()
        ],
        "window_days": tiers.window_days,
        "redeem_from": tiers.redeem_from,
    }
