"""Holds of cases: active ones, late ones, and until when the money must be paid."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Exists, Max, OuterRef, QuerySet, Subquery

from cases.models import Case, CaseHold, CaseOutcome, CaseStatus, CaseTopic, HoldEnd, HoldRelease
from cases.selectors.scores import PlayerFlags, load_holding_flags, may_hold
from compliance.models import CaseState
from profiles.selectors.in_force import profile_in_force
from wallet.cash.models import Withdrawal, WithdrawalRefusal, WithdrawalState, WithdrawalStep
from wallet.money.values import Money

REVERSAL: Final = "reversal"


@dataclass(frozen=True, slots=True)
class HoldLine:
    """A hold as pages, files and the API show it. `waiting` is its undecided release."""

    hold: CaseHold
    money: Money
    is_active: bool
    waiting: HoldRelease | None
    pay_by: datetime
    """Time by which withdrawals are paid or refused, counted from the request."""

    ended_by: str
    """`HoldEnd`, "reversal" if the money went to a reversed deposit; empty while it holds."""

    @property
    def is_refusable(self) -> bool:
        return self.is_active and self.hold.case.outcome == CaseOutcome.CONFIRMED

    @property
    def is_late(self) -> bool:
        return self.is_active and self.hold.escalated_at is not None


def active_holds() -> QuerySet[CaseHold]:
    """Return the holds that still hold their withdrawal: its latest one while it is held."""
    latest = (
        CaseHold.objects.filter(withdrawal=OuterRef("withdrawal"))
        .order_by()
        .values("withdrawal")
        .annotate(last=Max("pk"))
        .values("last")
    )
    held = CaseHold.objects.filter(withdrawal__state=WithdrawalState.HELD)
    return held.filter(pk=Subquery(latest)).exclude(releases__decision__approved=True)


def find_released(found: PlayerFlags) -> set[int]:
    """Return the player's withdrawals that two people released after the newest flag that may hold, whoever held them."""
    newest = max(one.raised_at for one in found.flags if may_hold(one.signal))
    rows = HoldRelease.objects.filter(
        hold__withdrawal__player=found.player,
        ends_by=HoldEnd.RELEASE,
        decision__approved=True,
        decision__decided_at__gt=newest,
    )
    return set(rows.values_list("hold__withdrawal_id", flat=True))


def find_reversed_hold(player: int) -> CaseHold | None:
    """Return the latest hold by a person, in an open case, whose money went to a reversed deposit; None without one.

    A hold of the case that two people ended later ends it too. One query.
    """
    ended = HoldRelease.objects.filter(
        hold__case=OuterRef("case"),
        decision__approved=True,
        decision__decided_at__gt=OuterRef("at"),
    )
    reversed_ = WithdrawalStep.objects.filter(
        withdrawal=OuterRef("withdrawal"), told_player=WithdrawalRefusal.REVERSED
    )
    rows = CaseHold.objects.filter(Exists(reversed_), ~Exists(ended), withdrawal__player=player)
    rows = rows.filter(acting_user__isnull=False).exclude(case__status=CaseStatus.CLOSED)
    return rows.select_related("case", "acting_user").order_by("-pk").first()


def must_hold(withdrawal: Withdrawal) -> bool:
    """Return whether a withdrawal must be held, since its player's score requires it. One query without flags."""
    found = load_holding_flags(withdrawal.player_id)
    return found is not None and withdrawal.pk not in find_released(found)


def list_holds(case: Case) -> Sequence[HoldLine]:
    """Return the holds of a case, newest first. Five queries."""
    rows = CaseHold.objects.filter(case=case)
    active = set(active_holds().filter(case=case).values_list("pk", flat=True))
    return _lines(rows.order_by("-pk"), active)


def list_open_holds(kinds: Iterable[CaseTopic]) -> Sequence[HoldLine]:
    """Return the active holds in cases of these kinds, oldest first. Four queries."""
    rows = active_holds().filter(case__kind__in=tuple(kinds)).order_by("due_at", "pk")
    return _lines(rows, None)


def _lines(rows: QuerySet[CaseHold], active: set[int] | None) -> list[HoldLine]:
    found = list(rows.select_related("case", "withdrawal__player", "acting_user"))
    undecided = HoldRelease.objects.filter(hold__in=found, decision=None)
    waiting = {one.hold_id: one for one in undecided.select_related("proposed_by")}
    ends = _find_ends(found)
    return [
        HoldLine(
            one,
            Money(one.withdrawal.units, one.withdrawal.currency_id),
            active is None or one.pk in active,
            waiting.get(one.pk),
            one.withdrawal.created_at + timedelta(hours=profile_in_force().pay_withdrawals_hours),
            ends.get(one.pk, ""),
        )
        for one in found
    ]


def _find_ends(found: Sequence[CaseHold]) -> dict[int, str]:
    """Return how holds ended: by two people in the case, or by the reversal of a deposit. Two queries."""
    decided = HoldRelease.objects.filter(hold__in=found, decision__approved=True)
    ends = dict(decided.values_list("hold_id", "ends_by"))
    taken = WithdrawalStep.objects.filter(
        withdrawal__in=[one.withdrawal_id for one in found if one.pk not in ends],
        told_player=WithdrawalRefusal.REVERSED,
    )
    gone = set(taken.values_list("withdrawal_id", flat=True))
    return {
        one.pk: ends.get(one.pk, REVERSAL)
        for one in found
        if one.pk in ends or one.withdrawal_id in gone
    }


def late_holds() -> QuerySet[CaseHold]:
    """Return the active holds that went to the manager."""
    return active_holds().filter(escalated_at__isnull=False)


def undecided_releases() -> QuerySet[HoldRelease]:
    """Return the undecided ends of active holds; a reversed deposit may have ended the hold meanwhile."""
    return HoldRelease.objects.filter(decision=None, hold__in=active_holds())


def has_open_business(case: Case) -> bool:
    """Return whether a withdrawal is still held in the case, or a release or a void from it is undecided."""
    return (
        active_holds().filter(case=case).exists()
        or case.voids.filter(void__state__in=(CaseState.PROPOSED, CaseState.APPROVED)).exists()
    )
