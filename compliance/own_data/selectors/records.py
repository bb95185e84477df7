"""Further sections of a player's own data: visits, limits, document numbers, disputes, redemptions."""

from collections.abc import Callable, Iterator
from typing import Final

from accounts.identity.selectors.document_numbers import decrypt_number
from accounts.models.identity import IdentityNumber
from accounts.models.recovery import FactorReset
from accounts.models.users import User
from accounts.models.visits import Visit
from compliance.models import Dispute, DisputeReply
from compliance.own_data.selectors.json_stream import DataSection, JsonRow, build_batch_reader
from journal.models import Event, EventKind
from limits.models import DepositAnswer, Limit, SessionPlan
from limits.values import LimitKind, LimitScope
from loyalty.models.redemption import Redemption
from tables.models import Switching
from wallet.money.values import Money

ListSections = Callable[[User], Iterator[DataSection]]
_LIMITS_IN: Final = "USD"
_REALITY: Final = (EventKind.REALITY_CHECK_CHOSEN, EventKind.REALITY_CHECK_ANSWERED)
_OF_OTHERS: Final[list[ListSections]] = []


def register_sections(sections: ListSections) -> None:
    """Register the sections of an app of a higher level."""
    _OF_OTHERS.append(sections)


def list_other_sections(player: User) -> Iterator[DataSection]:
    """Yield the registered sections."""
    for sections in _OF_OTHERS:
        yield from sections(player)


def list_personal_sections(player: User) -> Iterator[DataSection]:
    """Yield visits, second-factor resets, document numbers, limits, reality checks and stops of play."""
    visits = Visit.objects.filter(player=player)
    yield DataSection("visits", build_batch_reader(visits, "begun_at", _visit))
    resets = FactorReset.objects.filter(player=player).select_related("decision", "end")
    yield DataSection("second_step_resets", build_batch_reader(resets, "proposed_at", _reset))
    numbers = IdentityNumber.objects.filter(player=player)
    yield DataSection("document_numbers", build_batch_reader(numbers, "at", _number))
    limits = Limit.objects.filter(player=player)
    own = limits.filter(scope=LimitScope.OWN).select_related("confirmation")
    yield DataSection("own_limits", build_batch_reader(own, "proposed_at", _own_limit))
    held = limits.filter(scope=LimitScope.PLAYER)
    yield DataSection("limits_of_the_house", build_batch_reader(held, "proposed_at", _limit))
    answers = DepositAnswer.objects.filter(player=player)
    yield DataSection("deposit_answers", build_batch_reader(answers, "at", _deposit_answer))
    plans = SessionPlan.objects.filter(player=player)
    yield DataSection("session_plans", build_batch_reader(plans, "made_at", _plan))
    checks = Event.objects.filter(subject=f"user {player.pk}", kind__in=_REALITY)
    yield DataSection("reality_checks", build_batch_reader(checks, "at", _check))
    stops = Switching.objects.filter(player=player)
    yield DataSection("play_stopped", build_batch_reader(stops, "at", _stop))


def list_dispute_sections(player: User) -> Iterator[DataSection]:
    """Yield the player's disputes and replies, without notes for staff."""
    disputes = Dispute.objects.filter(player=player).select_related("round")
    yield DataSection("disputes", build_batch_reader(disputes, "at", _dispute))
    replies = DisputeReply.objects.filter(dispute__player=player).select_related("dispute")
    yield DataSection("dispute_replies", build_batch_reader(replies, "at", _reply))


def build_redemption_section(player: User) -> DataSection:
    """Return the redemptions of points for money."""
    rows = Redemption.objects.filter(player=player)
    return DataSection("redemptions", build_batch_reader(rows, "at", _redemption))


def _visit(row: Visit) -> JsonRow:
    return {
        "begun_at": row.begun_at,
        "seen_at": row.seen_at,
        "ended_at": row.ended_at,
        "ended": row.ended,
        "ip": row.address,
        "browser": row.agent,
        "country": row.country,
    }


def _reset(row: FactorReset) -> JsonRow:
    decision, end = getattr(row, "decision", None), getattr(row, "end", None)
    return {
        "at": row.proposed_at,
        "approved": decision and decision.approved,
        "decided_at": decision and decision.decided_at,
        "ended": end and end.how,
        "ended_at": end and end.at,
    }


def _number(row: IdentityNumber) -> JsonRow:
    number = decrypt_number(row)
    return {
        "at": row.at,
        "country": number.country,
        "number": number.normal,
        "withdrawn_at": row.withdrawn_at,
    }


def _own_limit(row: Limit) -> JsonRow:
    confirmation = getattr(row, "confirmation", None)
    return {
        **_limit(row),
        "counts_from": row.in_force_from,
        "to_be_confirmed": row.loosens,
        "confirmed_at": confirmation and confirmation.at,
    }


def _limit(row: Limit) -> JsonRow:
    return {"at": row.proposed_at, "kind": row.kind, "period": row.period, "limit": _amount(row)}


def _amount(row: Limit) -> Money | str | None:
    """Amount in USD or seconds; None if the row ends a limit."""
    if row.amount is None:
        return None
    return f"{row.amount} s" if row.kind == LimitKind.TIME else Money(row.amount, _LIMITS_IN)


def _deposit_answer(row: DepositAnswer) -> JsonRow:
    total = Money(row.total_usd, _LIMITS_IN)
    return {"at": row.at, "answer": row.kind, "deposited_so_far": total}


def _plan(row: SessionPlan) -> JsonRow:
    return {
        "at": row.made_at,
        "seconds": row.seconds,
        "loss": Money(row.amount, row.currency),
        "lockout_seconds": row.lockout_seconds,
    }


def _check(row: Event) -> JsonRow:
    return {"at": row.at, "kind": row.kind, **row.data}


def _stop(row: Switching) -> JsonRow:
    return {"at": row.at, "stopped": row.stopped}


def _dispute(row: Dispute) -> JsonRow:
    return {
        "number": row.number,
        "at": row.at,
        "subject": row.subject,
        "round": row.round and row.round.public_id,
        "round_number": row.round and row.round.number,
        "text": row.text,
        "state": row.state,
    }


def _reply(row: DisputeReply) -> JsonRow:
    return {
        "dispute": row.dispute.number,
        "at": row.at,
        "by": "house" if row.from_house else "player",
        "text": row.text,
        "outcome": row.outcome,
    }


def _redemption(row: Redemption) -> JsonRow:
    return {
        "at": row.at,
        "points_asked": row.asked,
        "points": row.points,
        "amount": row.money,
        "rate": row.rate,
        "movement": row.transfer_id,
    }
