"""Further sections of a player's own data: visits, limits, document numbers, disputes, redemptions."""

from collections.abc import Iterator
from typing import Final

from accounts.identity.selectors.document_numbers import decrypt_number
from accounts.models.identity import IdentityNumber
from accounts.models.recovery import FactorReset
from accounts.models.users import User
from accounts.models.visits import Visit
from compliance.models import Dispute, DisputeReply
from compliance.own_data.selectors.json_stream import DataSection, Told, in_batches
from journal.models import Event, EventKind
from limits.models import Limit
from limits.values import Kind, Scope
from loyalty.models.redemption import Redemption
from tables.models import Switching
from wallet.money.values import Money

_LIMITS_IN: Final = "USD"
_REALITY: Final = (EventKind.REALITY_CHECK_CHOSEN, EventKind.REALITY_CHECK_ANSWERED)


def about_the_person(player: User) -> Iterator[DataSection]:
    """Yield visits, second-factor resets, document numbers, limits, reality checks and stops of play."""
    visits = Visit.objects.filter(player=player)
    yield DataSection("visits", in_batches(visits, "begun_at", _visit))
    resets = FactorReset.objects.filter(player=player).select_related("decision", "end")
    yield DataSection("second_step_resets", in_batches(resets, "proposed_at", _reset))
    numbers = IdentityNumber.objects.filter(player=player)
    yield DataSection("document_numbers", in_batches(numbers, "at", _number))
    limits = Limit.objects.filter(player=player)
    own = limits.filter(scope=Scope.OWN).select_related("confirmation")
    yield DataSection("own_limits", in_batches(own, "proposed_at", _own_limit))
    held = limits.filter(scope=Scope.PLAYER)
    yield DataSection("limits_of_the_house", in_batches(held, "proposed_at", _limit))
    checks = Event.objects.filter(subject=f"user {player.pk}", kind__in=_REALITY)
    yield DataSection("reality_checks", in_batches(checks, "at", _check))
    stops = Switching.objects.filter(player=player)
    yield DataSection("play_stopped", in_batches(stops, "at", _stop))


def of_disputes(player: User) -> Iterator[DataSection]:
    """Yield the player's disputes and replies, without notes for staff."""
    disputes = Dispute.objects.filter(player=player).select_related("round")
    yield DataSection("disputes", in_batches(disputes, "at", _dispute))
    replies = DisputeReply.objects.filter(dispute__player=player).select_related("dispute")
    yield DataSection("dispute_replies", in_batches(replies, "at", _reply))


def of_redemptions(player: User) -> DataSection:
    """Return the redemptions of points for money."""
    rows = Redemption.objects.filter(player=player)
    return DataSection("redemptions", in_batches(rows, "at", _redemption))


def _visit(row: Visit) -> Told:
    return {
        "begun_at": row.begun_at,
        "seen_at": row.seen_at,
        "ended_at": row.ended_at,
        "ended": row.ended,
        "ip": row.address,
        "browser": row.agent,
    }


def _reset(row: FactorReset) -> Told:
    decision, end = getattr(row, "decision", None), getattr(row, "end", None)
    return {
        "at": row.proposed_at,
        "approved": decision and decision.approved,
        "decided_at": decision and decision.decided_at,
        "ended": end and end.how,
        "ended_at": end and end.at,
    }


def _number(row: IdentityNumber) -> Told:
    number = decrypt_number(row)
    return {
        "at": row.at,
        "country": number.country,
        "number": number.normal,
        "withdrawn_at": row.withdrawn_at,
    }


def _own_limit(row: Limit) -> Told:
    confirmation = getattr(row, "confirmation", None)
    return {
        **_limit(row),
        "counts_from": row.in_force_from,
        "to_be_confirmed": row.loosens,
        "confirmed_at": confirmation and confirmation.at,
    }


def _limit(row: Limit) -> Told:
    return {"at": row.proposed_at, "kind": row.kind, "period": row.period, "limit": _amount(row)}


def _amount(row: Limit) -> Money | str | None:
    """Amount in USD or seconds; None if the row ends a limit."""
    if row.amount is None:
        return None
    return f"{row.amount} s" if row.kind == Kind.TIME else Money(row.amount, _LIMITS_IN)


def _check(row: Event) -> Told:
    return {"at": row.at, "kind": row.kind, **row.data}


def _stop(row: Switching) -> Told:
    return {"at": row.at, "stopped": row.stopped}


def _dispute(row: Dispute) -> Told:
    return {
        "number": row.number,
        "at": row.at,
        "subject": row.subject,
        "round": row.round and row.round.public_id,
        "round_number": row.round and row.round.number,
        "text": row.text,
        "state": row.state,
    }


def _reply(row: DisputeReply) -> Told:
    return {
        "dispute": row.dispute.number,
        "at": row.at,
        "by": "house" if row.from_house else "player",
        "text": row.text,
        "outcome": row.outcome,
    }


def _redemption(row: Redemption) -> Told:
    return {
        "at": row.at,
        "points_asked": row.asked,
        "points": row.points,
        "amount": row.money,
        "rate": row.rate,
        "movement": row.transfer_id,
    }
