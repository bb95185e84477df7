"""What the site does by itself, in scans that may run twice: open cases, hold withdrawals, return what is due."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import partial
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.identity.selectors.duplicate_accounts import undecided_pairs
from accounts.models.users import User
from cases.models import (
    Case,
    CaseHold,
    CaseOrigin,
    CaseSeverity,
    CaseStatus,
    CaseTopic,
    DiaryAction,
)
from cases.selectors.holds import active_holds, find_released
from cases.selectors.openings import (
    find_group,
    find_kinds_to_open,
    find_unopened_incidents,
    find_unopened_samples,
    find_unseen_flags,
)
from cases.selectors.scores import (
    PlayerFlags,
    load_current_flags,
    load_holding_flags,
    may_hold,
    score_flags,
)
from cases.services.opening import CaseOpening, open_or_join
from cases.services.steps import record_case_event, record_step, take_step
from cases.values import HOLD_DUE
from casino.services.isolation import run_isolated
from compliance.models import Dispute, DisputeState, DisputeSubject
from journal.models import EventKind
from signals.catalogue import SIGNALS
from signals.definition import Family
from signals.scores import FLAGGED_FROM, HELD_FROM
from wallet.cash.selectors import payments
from wallet.cash.services.holding import hold_for_case

_DISPUTED: Final = (DisputeSubject.ROUND, DisputeSubject.MONEY)


def open_cases(now: datetime) -> int:
    """Open cases for scores, samples, disputes of flagged players and possible duplicates. Return how many are new."""
    flags = load_current_flags()
    made = sum(
        run_isolated(f"no case for player {one.player}", partial(_open_for_flags, one, flags, now))
        for one in flags.values()
    )
    return made + sum(
        run_isolated(f"no case for {about.about}", partial(_open_about, about, now))
        for about in _openings_about(flags)
    )


@transaction.atomic
def _open_for_flags(found: PlayerFlags, flags: Mapping[int, PlayerFlags], now: datetime) -> bool:
    opened = False
    for kind in find_kinds_to_open(found):
        own = found.of_kind(kind)
        if not find_unseen_flags(kind, own):
            continue
        linked = find_group(found, flags) if kind != CaseTopic.PROTECTION else ()
        players = (found.player, *linked)
        opening = CaseOpening(kind, players, CaseOrigin.SCORE, score_flags(own))
        opened |= open_or_join(opening, own, now=now)[1]
    return opened


def _openings_about(flags: Mapping[int, PlayerFlags]) -> Iterator[CaseOpening]:
    """Yield the openings for seeds read outside dealing, samples, disputes and duplicates that have no case yet."""
    for number in find_unopened_incidents():
        yield CaseOpening(
            CaseTopic.STAFF,
            (),
            CaseOrigin.SCORE,
            severity=CaseSeverity.HIGH,
            about=f"event {number}",
        )
    for sample in find_unopened_samples():
        yield CaseOpening(
            CaseTopic.FRAUD,
            (sample.player_id,),
            CaseOrigin.SAMPLE,
            severity=CaseSeverity.MEDIUM,  # as a score of 60 has
            about=f"sample {sample.pk}",
        )
    flagged = [player for player, one in flags.items() if one.score >= FLAGGED_FROM]
    waiting = Dispute.objects.filter(
        state=DisputeState.OPEN, subject__in=_DISPUTED, player__in=flagged
    )
    for dispute in waiting.order_by("pk"):
        yield CaseOpening(
            CaseTopic.FRAUD,
            (dispute.player_id,),
            CaseOrigin.DISPUTE,
            flags[dispute.player_id].score,
            about=f"dispute {dispute.pk}",
        )
    for pair in undecided_pairs():
        yield CaseOpening(
            CaseTopic.FRAUD,
            (pair.newer_id, pair.other_id),
            CaseOrigin.DUPLICATE,
            about=f"double {pair.pk}",
        )


@transaction.atomic
def _open_about(opening: CaseOpening, now: datetime) -> bool:
    if Case.objects.filter(origin=opening.origin, about=opening.about).exists():
        return False
    own = load_current_flags(opening.players)
    flags = {flag.pk: flag for one in own.values() for flag in one.of_kind(opening.kind)}
    return open_or_join(opening, flags.values(), now=now)[1]


def hold_withdrawals(now: datetime) -> int:
    """Hold the withdrawals of players whose score from AML, MA, COL and INT1 alone reaches 80. Return of how many players.

    This is the only act on a player that no person decides.
    """
    due = [one for one in load_current_flags().values() if one.hold_score >= HELD_FROM]
    return sum(
        run_isolated(f"withdrawals of player {one.player} not held", partial(_hold, one, now))
        for one in due
    )


def hold_player(player: int) -> bool:
    """Hold the withdrawals of one locked player at once if the score requires it. One query without flags."""
    found = load_holding_flags(player)
    return found is not None and _hold(found, timezone.now())


@transaction.atomic
def _hold(found: PlayerFlags, now: datetime) -> bool:
    if not payments.holdable_withdrawals(found.player).exists():
        return False
    User.objects.select_for_update(no_key=True).get(pk=found.player)
    reasons = [one for one in found.flags if may_hold(one.signal)]
    held = hold_for_case(found.player, acting_user=None, but=find_released(found))
    if not held:
        return False
    money = any(SIGNALS[one.signal].family is Family.MONEY for one in reasons)
    kind = CaseTopic.LAUNDERING if money else CaseTopic.FRAUD
    opening = CaseOpening(kind, (found.player,), CaseOrigin.SCORE, score_flags(found.of_kind(kind)))
    case, _made = open_or_join(opening, found.of_kind(kind), now=now)
    for withdrawal in held:
        CaseHold.objects.create(
            case=case,
            withdrawal=withdrawal,
            signals=sorted({one.signal for one in reasons}),
            score=found.hold_score,
            due_at=now + HOLD_DUE,
        )
        record_case_event(EventKind.CASE_HOLD_PLACED, case, None, {"withdrawal": withdrawal.number})
    return True


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
    record_case_event(
        EventKind.CASE_HOLD_LATE, hold.case, None, {"withdrawal": hold.withdrawal.number}
    )
    return True


def return_due_cases(now: datetime) -> int:
    """Return cases whose lock ran out to the queue, and those whose diary date came to their assignee. Return how many."""
    locked = Case.objects.filter(status=CaseStatus.ASSIGNED, locked_until__lte=now)
    waiting = Case.objects.filter(status=CaseStatus.WAITING, diary_at__lte=now)
    due = [*locked.values_list("pk", flat=True), *waiting.values_list("pk", flat=True)]
    return sum(_return(pk, now) for pk in due)


@transaction.atomic
def _return(pk: int, now: datetime) -> bool:
    rows = Case.objects.select_for_update(skip_locked=True, no_key=True)
    case = rows.filter(pk=pk).first()
    if case is None:
        return False
    locked = case.status == CaseStatus.ASSIGNED and case.locked_until is not None
    if locked and case.locked_until is not None and case.locked_until <= now:
        step = take_step(case, CaseStatus.NEW, None)
        case.locked_until = None
        case.save(update_fields=["locked_until"])
    elif case.diary_at is not None and case.diary_at <= now:
        back = case.diary_action != DiaryAction.ESCALATE
        to = CaseStatus.ASSIGNED if back else CaseStatus.NEW
        step = take_step(case, to, None, assignee=case.assignee if back else None)
    else:
        return False
    record_step(case, step)
    return True
