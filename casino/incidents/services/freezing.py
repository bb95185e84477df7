"""Cancellation of a running round by two people: one freezes it, another decides.

Otherwise one member of staff could save an accomplice from a bad hand. Rounds that the program finds broken
are cancelled automatically (`malfunction.cancel_faulty_round`). Uses the same place lock as every decision.
"""

from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.models.users import User
from accounts.roles.services import build_right_check, require
from accounts.roles.values import Right
from accounts.values.reasons import require_reason
from approvals.services import DecisionFlow
from casino.incidents.selectors.freezes import open_freezes
from casino.incidents.services.malfunction import cancel_round, lock_running_round
from casino.models import Freeze, FreezeDecision, Round
from casino.refusals import RoundOver
from casino.services.clocks import restart_clock
from journal.models import EventKind
from journal.refusals import NotFound
from journal.services.recording import record

_FLOW: Final = DecisionFlow(FreezeDecision, build_right_check(Right.APPROVE_CANCELS))


@transaction.atomic
def freeze_round(round_id: int, acting_user: User, reason: str) -> Freeze:
    """Freeze a running round until another person decides; return the open freeze if there is one.

    Raises `NotPermitted`, `ReasonMissing`, `NotFound`, or `RoundOver` if the round has ended.
    """
    require(acting_user, Right.CANCEL_ROUNDS)
    reason = require_reason(reason)
    round_ = _running(round_id)
    if (present := open_freezes().filter(round=round_).first()) is not None:
        return present
    made = Freeze.objects.create(round=round_, proposed_by=acting_user, reason=reason)
    round_.frozen = True
    round_.save(update_fields=["frozen"])
    data = {"player": round_.player_id, "table": round_.place.table.slug, "reason": reason}
    record(
        EventKind.ROUND_FROZEN_BY_STAFF, actor=acting_user.pk, subject=_subject(round_), data=data
    )
    return made


@transaction.atomic
def decide_freeze(
    freeze_id: int, *, approved: bool, acting_user: User, reason: str
) -> FreezeDecision:
    """Decide a freeze: cancel the round and return its stakes if approved, else resume it with a new wait.

    Raises as `DecisionFlow.decide`, `NotFound`, or `RoundOver` if the program cancelled the round meanwhile.
    """
    verdict = _FLOW.make_verdict(approved=approved, acting_user=acting_user, reason=reason)
    found = Freeze.objects.filter(pk=freeze_id).first()
    if found is None:
        raise NotFound
    round_ = lock_running_round(found.round_id)

    def carry_out() -> dict[str, object]:
        if round_.status != Round.Status.IN_PROGRESS:
            raise RoundOver
        return {}

    made, is_new = _FLOW.decide(found, verdict, carry_out)
    if is_new and approved:
        cancel_round(round_, found, acting_user)
    elif is_new:
        _release(round_, made)
    return made


def _release(round_: Round, made: FreezeDecision) -> None:
    now = timezone.now()
    round_.frozen = False
    round_.record_request(now)
    round_.save(update_fields=["frozen", "asked_at", "house_plays_at"])
    restart_clock(round_.deal, now)
    data = {
        "player": round_.player_id,
        "table": round_.place.table.slug,
        "asked_by": made.proposal.proposed_by_id,
        "reason": made.reason,
    }
    record(EventKind.ROUND_RELEASED, actor=made.decided_by_id, subject=_subject(round_), data=data)


def _running(round_id: int) -> Round:
    round_ = lock_running_round(round_id)
    if round_.status != Round.Status.IN_PROGRESS:
        raise RoundOver
    return round_


def _subject(round_: Round) -> str:
    return f"round {round_.public_id}"
