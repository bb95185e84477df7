"""Holds that the site places by itself, late ones, and those that the reversal of a deposit ends."""

from collections.abc import Mapping
from datetime import datetime
from functools import partial

from django.db import transaction
from django.utils import timezone

from accounts.models.users import User
from accounts.values.reasons import OwnReason
from cases.models import CaseHold, CaseOrigin, CaseTopic
from cases.selectors.holds import active_holds, find_released, find_reversed_hold
from cases.selectors.scores import (
    PlayerFlags,
    load_current_flags,
    load_holding_flags,
    may_hold,
    score_flags,
)
from cases.services.opening import CaseOpening, open_or_join
from cases.services.steps import bring_back, record_case_event
from cases.values import HOLD_DUE
from casino.services.isolation import run_isolated
from journal.models import EventKind
from signals.catalogue import SIGNALS
from signals.definition import Family
from signals.scores import HELD_FROM
from wallet.cash.models import Withdrawal
from wallet.cash.selectors import payments
from wallet.cash.services.holding import hold_for_case


def hold_withdrawals(now: datetime, flags: Mapping[int, PlayerFlags] | None = None) -> int:
    """Hold the withdrawals of players whose score from AML, MA, COL and INT1 alone reaches 80. Return of how many players.

    This is the only act on a player that no person decides. `flags` are those of all players if they are loaded already.
    """
    current = load_current_flags() if flags is None else flags
    due = [one.player for one in current.values() if one.hold_score >= HELD_FROM]
    return sum(
        run_isolated(f"withdrawals of player {player} not held", partial(_hold_due, player, now))
        for player in due
    )


@transaction.atomic
def _hold_due(player: int, now: datetime) -> bool:
    """Hold a player's withdrawals by the score of now, which may have changed since the scan began."""
    if not payments.holdable_withdrawals(player).exists():
        return False
    User.objects.select_for_update(no_key=True).get(pk=player)
    found = load_holding_flags(player)
    return found is not None and _hold(found, now)


def hold_player(player: int) -> bool:
    """Hold the withdrawals of one locked player at once if the score, or a hold that a reversal ended, requires it.

    Three queries without flags.
    """
    now, found = timezone.now(), load_holding_flags(player)
    held = found is not None and _hold(found, now)
    return _hold_again(player, now) or held


@transaction.atomic
def _hold(found: PlayerFlags, now: datetime) -> bool:
    reasons = [one for one in found.flags if may_hold(one.signal)]
    held = hold_for_case(found.player, but=find_released(found))
    if not held:
        return False
    money = any(SIGNALS[one.signal].family is Family.MONEY for one in reasons)
    kind = CaseTopic.LAUNDERING if money else CaseTopic.FRAUD
    opening = CaseOpening(kind, found.players, CaseOrigin.SCORE, score_flags(found.of_kind(kind)))
    case, _made = open_or_join(opening, found.of_kind(kind), now=now)
    bring_back(case, OwnReason.HELD_ANEW, now)
    for withdrawal in held:
        hold = CaseHold.objects.create(
            case=case,
            withdrawal=withdrawal,
            signals=sorted({one.signal for one in reasons}),
            score=found.hold_score,
            due_at=now + HOLD_DUE,
        )
        _record(EventKind.CASE_HOLD_PLACED, hold)
    return True


def _hold_again(player: int, now: datetime) -> bool:
    """Hold what a person had held before a deposit's reversal took it: the case is open, and nobody released the money."""
    last = find_reversed_hold(player)
    if last is None:
        return False
    held = hold_for_case(player)
    for withdrawal in held:
        hold = CaseHold.objects.create(
            case=last.case,
            withdrawal=withdrawal,
            score=last.case.score,
            acting_user=last.acting_user,
            reason=last.reason,
            due_at=now + HOLD_DUE,
        )
        _record(EventKind.CASE_HOLD_PLACED, hold)
    return bool(held)


def note_reversal(withdrawal: Withdrawal, acting_user: User) -> None:
    """Record in its case that the money of a held withdrawal pays for a reversed deposit, which ends the hold."""
    hold = active_holds().filter(withdrawal=withdrawal).select_related("case").first()
    if hold is not None:
        _record(EventKind.CASE_HOLD_REVERSED, hold, acting_user)


def escalate_holds(now: datetime) -> int:
    """Bring holds that nobody decided in 24 hours to the manager, once. Nothing is released. Return how many."""
    due = active_holds().filter(due_at__lte=now, escalated_at=None)
    return sum(_escalate(pk, now) for pk in list(due.values_list("pk", flat=True)))


@transaction.atomic
def _escalate(pk: int, now: datetime) -> bool:
    rows = CaseHold.objects.select_for_update(of=("self",), skip_locked=True, no_key=True)
    hold = rows.select_related("case", "withdrawal").filter(pk=pk, escalated_at=None).first()
    if hold is None:
        return False
    hold.escalated_at = now
    hold.save(update_fields=["escalated_at"])
    _record(EventKind.CASE_HOLD_LATE, hold)
    return True


def _record(kind: EventKind, hold: CaseHold, acting_user: User | None = None) -> None:
    record_case_event(kind, hold.case, acting_user, {"withdrawal": hold.withdrawal.number})
