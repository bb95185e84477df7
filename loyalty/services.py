"""Points are earned with a round's settlement, taken back with its void, given back when that is undone; tiers follow.

The first three are parts of the caller's transaction, one call of a function of the database each.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Final
from uuid import UUID

from django.db import IntegrityError, connection, transaction

from accounts.models.users import User
from accounts.roles.services import require, requires
from accounts.roles.values import Right
from accounts.values.reasons import given
from approvals.services import Flow, Reason
from internals.prepared_statements import Call
from journal.models import Kind
from journal.services.recording import record
from journal.services.waking import wake
from loyalty import errors
from loyalty.cost import Cost, costs
from loyalty.models import HUNDREDTHS, LEAST_REDEEMED, Tier, TierSet, TierSetDecision
from loyalty.selectors import is_refresh_due, last_player, set_in_force
from wallet.money.values import BASE_CURRENCY, Money

_FLOW: Final = Flow(TierSetDecision, requires(Right.APPROVE_TIERS), Reason.OF_REFUSAL)
SLICE: Final = 500
TASK: Final = "loyalty.tasks.bring_tiers_into_force"


@dataclass(frozen=True, slots=True)
class Change:
    """What a void took of points or its undoing gave back, and by how much what the player owes has changed, in hundredths."""

    points: int
    debt: int


@dataclass(frozen=True, slots=True)
class NewTier:
    """A tier to be: its name, from how many hundredths of points on, its multiplier, and what a point is worth in USD units.

    The house's limits on withdrawals are multiplied by `withdrawal` hundredths.
    """

    name: str
    threshold: int
    multiplier: int
    redemption: int
    withdrawal: int = HUNDREDTHS


def earning(player_id: int, round_id: UUID, staked: Money) -> Call:
    """What credits a round's points, once, for what was staked on its hands, in USD: the caller's next statement calls it."""
    if staked.currency != BASE_CURRENCY:
        raise TypeError(f"{staked} earns no points")
    return Call("loyalty_earn", (player_id, round_id, staked.units))


def reverse(player_id: int, round_id: UUID, case: UUID) -> Change:
    """Take back all points that a round has brought; what is spent of them is owed."""
    points, owed = _called("loyalty_reverse", player_id, round_id, case)
    return Change(-points, owed)


def restore(player_id: int, round_id: UUID, case: UUID) -> Change:
    """Give back what was taken of a round; what is owed is repaid of it first."""
    points, repaid = _called("loyalty_restore", player_id, round_id, case)
    return Change(points, -repaid)


def _called(function: str, player_id: int, round_id: UUID, case: UUID) -> tuple[int, int]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM public.{function}(%s, %s, %s)", [player_id, round_id, case])  # noqa: S608  one of the two above
        first, second = cursor.fetchall()[0]
    return int(first), int(second)


def refresh_tier(player_id: int) -> None:
    """Put one player on the tier that their points lead to, from now on."""
    _refreshed(player_id, player_id)


def refresh_tiers() -> int:
    """Put every player on their tier, slice by slice, each in a transaction of its own. Returns how many changed."""
    last, changed = last_player(), 0
    for first in range(1, last + 1, SLICE):
        changed += _refreshed(first, first + SLICE - 1)
    return changed


def refresh_if_changed() -> int:
    """The same where somebody is on a tier of another set than the one in force, or on none: once it has come into force."""
    if not is_refresh_due():
        return 0
    return refresh_tiers()


def _refreshed(first: int, last: int) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT public.loyalty_refresh(%s, %s)", [first, last])
        return int(cursor.fetchall()[0][0])


@transaction.atomic
def propose_tiers(
    tiers: Sequence[NewTier],
    *,
    window_days: int,
    effective_at: datetime,
    by: User,
    reason: str,
    redeem_from: int = LEAST_REDEEMED,
) -> TierSet:
    """Propose a set of tiers. Raises NotPermitted, TiersRefused."""
    require(by, Right.EDIT_TIERS)
    reason = given(reason)
    see_ladder(tiers)
    _see_time(effective_at)
    try:
        with transaction.atomic():
            made = TierSet.objects.create(
                window_days=window_days,
                redeem_from=redeem_from,
                effective_at=effective_at,
                reason=reason,
                proposed_by=by,
            )
            Tier.objects.bulk_create(
                Tier(
                    tier_set=made,
                    name=tier.name,
                    threshold=tier.threshold,
                    multiplier=tier.multiplier,
                    redemption=tier.redemption,
                    withdrawal=tier.withdrawal,
                )
                for tier in tiers
            )
    except IntegrityError as error:
        raise errors.TiersRefused(detail=str(error)) from error
    _tell(Kind.TIERS_PROPOSED, made, by, reason)
    return made


def see_ladder(tiers: Sequence[NewTier]) -> None:
    """Raise the refusal of tiers that make no sense beside each other."""
    rungs = sorted(tiers, key=lambda tier: tier.threshold)
    if not rungs or rungs[0].threshold != 0:
        raise errors.FirstTierMissing
    if len({tier.name for tier in rungs}) < len(rungs) or len(
        {tier.threshold for tier in rungs}
    ) < len(rungs):
        raise errors.TiersAlike
    for lower, higher in pairwise(rungs):
        pairs = zip(_gives(lower), _gives(higher), strict=True)
        if any(more < less for less, more in pairs):
            raise errors.WorseTier


def _gives(tier: NewTier) -> tuple[int, int, int]:
    return tier.multiplier, tier.redemption, tier.withdrawal


def _see_time(effective_at: datetime) -> None:
    if effective_at < set_in_force().effective_at:
        raise errors.TiersOvertaken


def _see_place(asked: TierSet) -> None:
    """Of sets that begin at one time the last one counts, whichever is approved first."""
    same = TierSet.objects.filter(decision__approved=True, effective_at=asked.effective_at)
    if same.filter(pk__gt=asked.pk).exists():
        raise errors.TiersOvertaken


@transaction.atomic
def decide_tiers(
    tier_set_id: int, *, approved: bool, acting_user: User, reason: str, accepted: bool = False
) -> TierSetDecision:
    """Approve a set of tiers, or refuse it with a reason. Raises as `Flow.decide`, TiersRefused.

    Tiers with which a table gives back more than all are approved by who says that this is `accepted`.
    """
    verdict = _FLOW.verdict(approved=approved, acting_user=acting_user, reason=reason)
    asked = TierSet.objects.get(pk=tier_set_id)
    over = [one for one in costs(asked.tiers.all()) if one.is_over] if approved else []

    def carry_out() -> dict[str, object]:
        if approved:
            _see_time(asked.effective_at)
            _see_place(asked)
        if over and not accepted:
            raise errors.CostNotAccepted
        return {"accepted": bool(over)}

    decision, is_new = _FLOW.decide(asked, verdict, carry_out)
    if is_new:
        kind = Kind.TIERS_APPROVED if approved else Kind.TIERS_REFUSED
        _tell(kind, asked, acting_user, decision.reason, over)
        wake(TASK)
    return decision


def _tell(kind: Kind, tiers: TierSet, actor: User, note: str, over: Sequence[Cost] = ()) -> None:
    data: dict[str, object] = {
        "before": _told(set_in_force()),
        "after": _told(tiers),
        "effective_at": tiers.effective_at.isoformat(),
        "proposed_by": tiers.proposed_by_id,
        "note": note,
    }
    if over:
        data["over"] = [[one.tier, one.table, round(one.back, 6)] for one in over]
    record(kind, actor=actor.pk, subject=f"tiers {tiers.pk}", data=data)


def _told(tiers: TierSet) -> dict[str, object]:
    """What an event keeps of a set of tiers."""
    return {
        "tiers": [
            [tier.name, tier.threshold, tier.multiplier, tier.redemption, tier.withdrawal]
            for tier in tiers.tiers.all()
        ],
        "window_days": tiers.window_days,
        "redeem_from": tiers.redeem_from,
    }
