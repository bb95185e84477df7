"""House limits and limits of single players: proposed by one person, in force with the approval of another."""

from collections.abc import Iterator, Mapping
from typing import Final

from django.db import connection, transaction
from django.db.models import Min, QuerySet
from django.utils.translation import gettext as _

from accounts.models.users import User
from accounts.roles.services import build_right_check, require
from accounts.roles.values import Right
from accounts.values.reasons import require_reason
from approvals.services import DecisionFlow
from journal.models import EventKind
from journal.refusals import ChangedMeanwhile
from journal.services.recording import record
from limits.models import LimitDecision, LimitSet
from limits.models.sets import NAMES, PACE
from limits.selectors.sets import load_limit_set
from tables.models import MoneyKind, Table
from tables.refusals import Misconfigured, Problem
from tables.services.validity import (
    find_doubts_at_tables,
    find_round_problems,
    format_plain_decimal,
)

_FLOW: Final = DecisionFlow(LimitDecision, build_right_check(Right.APPROVE_TABLES))
MOST_UNITS: Final = 10**14
MOST_NUMBER: Final = 10**6
_ORDER: Final = (
    ("min_bet", "max_bet"),
    ("min_bet", "max_player"),
    ("min_bet", "max_round"),
    ("min_player", "max_player"),
    ("min_player", "max_round"),
    ("min_side", "max_side"),
)
_SIDE_AND_BET: Final = ("max_side", "max_bet")
_STAKED: Final = ("max_bet", "max_player", "max_round", "max_side")
_POSITIVE: Final = (*_STAKED, "max_insurance", "hands_per_minute", "hands_per_day")
Values = Mapping[str, int | None]


def lock_limits(player_id: int | None) -> None:
    """Lock the limits in force of a player, or of the house for None, against decisions until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_advisory_xact_lock(hashtextextended('limits in force ' || %s, 0))",
            [str(player_id or "house")],
        )


@transaction.atomic
def propose_limits(
    player: User | None,
    values: Values,
    *,
    reason: str,
    acting_user: User,
    accepted: bool = False,
) -> LimitSet:
    """Propose limits of a player, or of the house for None, as a whole: a missing or None value means no limit.

    They count once another person approves. `accepted` confirms the warnings of `find_limit_doubts`; row and events
    then record it. Raises Misconfigured, ReasonMissing, NotPermitted.
    """
    require(acting_user, Right.EDIT_TABLES if player is None else Right.LIMIT_PLAYERS)
    verify_limits(values)
    if (doubts := find_limit_doubts(values)) and not accepted:
        raise Misconfigured(doubts)
    before = load_limit_set(player.pk if player else None)
    row = LimitSet.objects.create(
        player=player,
        proposed_by=acting_user,
        accepted=bool(doubts),
        reason=require_reason(reason),
        **{name: values.get(name) for name in NAMES},
    )
    record(
        EventKind.TABLE_LIMITS_PROPOSED,
        actor=acting_user.pk,
        subject=_subject(row),
        data={
            "before": before.values if before else {},
            "after": row.values,
            **({"limit_meant": True} if row.accepted else {}),
            "reason": row.reason,
        },
    )
    return row


@transaction.atomic
def decide_limits(
    limits_id: int, *, approved: bool, reason: str, acting_user: User
) -> LimitDecision:
    """Approve or refuse proposed limits. Raises as `DecisionFlow.decide`, and ChangedMeanwhile if newer limits are in force."""
    verdict = _FLOW.make_verdict(approved=approved, acting_user=acting_user, reason=reason)
    row = LimitSet.objects.get(pk=limits_id)
    lock_limits(row.player_id)
    before = load_limit_set(row.player_id)

    def carry_out() -> dict[str, object]:
        if approved and before is not None and before.pk > row.pk:
            raise ChangedMeanwhile(detail=_subject(row))
        return {}

    decision, is_new = _FLOW.decide(row, verdict, carry_out)
    if is_new:
        _record_decision(row, decision, before)
    return decision


def _record_decision(row: LimitSet, decision: LimitDecision, before: LimitSet | None) -> None:
    record(
        EventKind.TABLE_LIMITS_DECIDED,
        actor=decision.decided_by_id,
        subject=_subject(row),
        data={
            "approved": decision.approved,
            "before": before.values if before else {},
            "after": row.values,
            **({"limit_meant": True} if row.accepted else {}),
            "proposed_by": row.proposed_by_id,
            "reason": decision.reason,
        },
    )


def verify_limits(values: Values) -> None:
    """Validate names, ranges and order of the values, and that tables still accept a bet. Raises Misconfigured."""
    problems = [Problem(name, _("There is no such field.")) for name in values if name not in NAMES]
    given = {name: value for name, value in values.items() if value is not None}
    problems += [*_measure_problems(given), *_order_problems(given)]
    if problems:
        raise Misconfigured(problems)


def find_limit_doubts(values: Values) -> list[Problem]:
    """Return warnings about these limits, alone and at real-money tables; the proposer must accept them."""
    given = {name: value for name, value in values.items() if value is not None}
    most = (given.get("max_bet"), given.get("max_round"))
    return [*find_round_problems(*most, field="max_round")] or find_doubts_at_tables(
        _real_tables(), given
    )


def _real_tables() -> QuerySet[Table]:
    """Return all real-money tables that are not refused."""
    real = Table.objects.filter(version__rule_set__money=MoneyKind.REAL)
    return real.exclude(status=Table.Status.REFUSED).order_by("pk")


def _measure_problems(given: Mapping[str, int]) -> Iterator[Problem]:
    step = _smallest_step()
    for name, value in given.items():
        most = MOST_NUMBER if name in PACE else MOST_UNITS
        if not 0 <= value <= most:
            yield Problem(name, _("This has to be 0 or more, and within reason."))
        elif value == 0 and name in _POSITIVE:
            yield Problem(name, _("This has to be more than 0."))
        elif name in _STAKED and value < step:
            told = _("No table takes so little: their stakes are multiples of %(step)s or more.")
            yield Problem(name, told % {"step": format_plain_decimal(step)})


def _smallest_step() -> int:
    found = _real_tables().aggregate(step=Min("step"))["step"]
    return int(found or 0)


def _order_problems(given: Mapping[str, int]) -> Iterator[Problem]:
    for low, high in _ORDER:
        if low in given and high in given and given[low] > given[high]:
            yield Problem(high, _("This has to be at least its minimum."))
    side, bet = (given.get(name) for name in _SIDE_AND_BET)
    if side is not None and bet is not None and side > bet:
        told = _("A side bet may not be higher than a bet: maximum %(amount)s.")
        yield Problem("max_side", told % {"amount": format_plain_decimal(bet)})


def _subject(row: LimitSet) -> str:
    return "limits of the house" if row.player_id is None else f"limits of player {row.player_id}"
