"""Comparison of the results of finished rounds with the independent implementation, in batches from a checkpoint."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import connection, transaction
from django.db.models import Prefetch

from casino.models import Bet, Deal, Decision, Round
from compliance.models import Recount
from compliance.recount.values.differences import find_first_difference
from compliance.recount.values.facts import (
    RecountBet,
    RecountBetBehind,
    RecountFacts,
    RuleViolation,
)
from compliance.recount.values.game import RecountedDeal, recount_deal
from compliance.recount.values.hands import FIRST
from journal.models import EventKind
from journal.services.recording import record_once
from journal.values.findings import Finding, make_finding

BATCH: Final = 500
SETTLING_TIME: Final = timedelta(minutes=10)
"""A round that ended this long ago is committed: no earlier one can appear behind the checkpoint."""

_UNREADABLE: Final = (ArithmeticError, LookupError, TypeError, ValueError)
"""Exceptions raised by facts that no deal can have. `RuleViolation` is one of them and is handled first."""

_LOCK: Final = 0x72636E74
_DUE: Final = """
    SELECT id FROM casino_round
    WHERE finished_at >= %(since)s AND (finished_at, id) > (%(since)s, %(last)s)
      AND finished_at < %(until)s AND status = 'completed'
    ORDER BY finished_at, id LIMIT %(most)s
"""


@dataclass(frozen=True, slots=True)
class RecountDifference:
    """A round not dealt or paid by its rules, and its first difference."""

    round: Round
    found: Finding


@transaction.atomic(durable=True)
def recount_due_rounds(now: datetime, most: int = BATCH) -> int:
    """Recount up to `most` rounds after the checkpoint, with alarms for differences. Return how many were due.

    Returns 0 at once if another worker holds the advisory lock. Idempotent.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [_LOCK])
        if not cursor.fetchone()[0]:
            return 0
        numbers = _due(cursor, now, most)
    if not numbers:
        return 0
    rounds = _load_rounds(numbers)
    found = find_recount_differences(rounds)
    _alarm(found)
    last = rounds[-1]
    if last.finished_at is None:
        raise ValueError(f"round {last.pk} is not over")
    Recount.objects.create(
        until=last.finished_at, last_round=last.pk, rounds=len(rounds), differing=len(found)
    )
    return len(rounds)


def find_recount_differences(rounds: Iterable[Round]) -> list[RecountDifference]:
    """Return the completed rounds that differ from their recomputation. Each deal is recomputed once for all its rounds."""
    deals: dict[int, RecountedDeal | Finding] = {}
    found = []
    for round_ in rounds:
        if round_.deal_id not in deals:
            deals[round_.deal_id] = _recount_deal(round_)
        deal = deals[round_.deal_id]
        finding = _finding_of(round_, deal) if isinstance(deal, RecountedDeal) else deal
        if finding is not None:
            found.append(RecountDifference(round_, finding))
    return found


def _recount_deal(round_: Round) -> RecountedDeal | Finding:
    """The recomputed deal of a round; a finding if it cannot be recomputed."""
    try:
        return recount_deal(_facts_of(round_))
    except RuleViolation as error:
        return make_finding(error.code, verb=error.verb)
    except _UNREADABLE as error:
        return _failure_finding(error)


def _finding_of(round_: Round, deal: RecountedDeal) -> Finding | None:
    """The first difference in a round's own part of the deal; None if it agrees."""
    try:
        recounted = deal.build_result(round_.bettor_by_box)
    except _UNREADABLE as error:
        return _failure_finding(error)
    where = find_first_difference(recounted, round_.result)
    for name in ("staked", "returned"):
        units, stored = sum(seat[name] for seat in recounted["seats"]), getattr(round_, name)
        if where is None and units != stored:
            where = f"{name}: {units} ≠ {stored}"
    return None if where is None else make_finding("result_differs", where=where)


def _failure_finding(error: Exception) -> Finding:
    return make_finding("recount_failed", error=type(error).__name__)


def _due(cursor: Any, now: datetime, most: int) -> list[int]:
    done = Recount.objects.order_by("-until", "-last_round").first()
    since = done.until if done else datetime.min.replace(year=2000, tzinfo=now.tzinfo)
    given = {
        "since": since,
        "last": done.last_round if done else 0,
        "until": now - SETTLING_TIME,
        "most": most,
    }
    cursor.execute(_DUE, given)
    return [number for (number,) in cursor.fetchall()]


def _load_rounds(numbers: Iterable[int]) -> list[Round]:
    """Load rounds with the bets and decisions of their whole deals, those of other players included."""
    of_deal = Round.objects.only("deal", "boxes", "bettors").prefetch_related("bets")
    rounds = Round.objects.filter(pk__in=numbers).select_related("version__rule_set", "deal")
    return list(
        rounds.prefetch_related(
            Prefetch("deal__rounds", of_deal),
            Prefetch("deal__decisions", Decision.objects.order_by("step")),
        ).order_by("finished_at", "pk")
    )


def _facts_of(round_: Round) -> RecountFacts:
    deal = round_.deal
    return RecountFacts(
        rules=round_.version.rules.to_dict(),
        bets=_bets_of(deal),
        actions=[decision.action for decision in deal.decisions.all()],
        cards=deal.cards or [],
        cards_drawn=deal.cards_drawn or 0,
    )


def _bets_of(deal: Deal) -> list[RecountBet]:
    """Bets of all players, by box."""
    placed: dict[int, dict[int, Bet]] = {box: {} for box in deal.boxes}
    for round_ in deal.rounds.all():
        bettors = round_.bettor_by_box
        for bet in round_.bets.all():
            placed[bet.box][bettors[bet.box]] = bet
    return [_bet_of(box, bettors) for box, bettors in placed.items()]


def _bet_of(box: int, bettors: Mapping[int, Bet]) -> RecountBet:
    first = bettors[FIRST]
    behind = {
        number: RecountBetBehind(bet.stake, bet.choices or {})
        for number, bet in bettors.items()
        if number != FIRST
    }
    return RecountBet(box, first.stake, first.side_bets, behind)


def _alarm(found: Iterable[RecountDifference]) -> None:
    """Record one event per version of the rules in the batch, about its first affected round."""
    by_version: dict[int, list[RecountDifference]] = {}
    for one in found:
        by_version.setdefault(one.round.version_id, []).append(one)
    for differing in by_version.values():
        first = differing[0]
        data: Mapping[str, object] = {
            "version": str(first.round.version),
            "differs": first.found,
            "rounds": len(differing),
        }
        subject = f"round {first.round.public_id}"
        record_once(EventKind.PAYOUT_DIFFERS, subject=subject, data=data)
