"""Compare payouts of finished rounds with the independent implementation, in batches from the last checkpoint."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import connection, transaction
from django.db.models import Prefetch

from casino.models import Bet, Decision, Round
from compliance.models import Recount
from compliance.recount.values.game import NotByTheRules, RecountFacts, first_difference, recount
from journal.models import EventKind
from journal.services.recording import record_once
from journal.values.findings import Finding, make_finding

BATCH: Final = 500
SETTLES: Final = timedelta(minutes=10)
"""A round that ended so long ago is committed: none comes in behind the checkpoint."""

_LOCK: Final = 0x72636E74
_DUE: Final = """
    SELECT id FROM casino_round
    WHERE finished_at >= %(since)s AND (finished_at, id) > (%(since)s, %(last)s)
      AND finished_at < %(until)s AND status = 'completed'
    ORDER BY finished_at, id LIMIT %(most)s
"""


@dataclass(frozen=True, slots=True)
class RecountDifference:
    """A round that was not dealt or paid by its rules, and where it differs first."""

    round: Round
    found: Finding


@transaction.atomic(durable=True)
def recount_due(now: datetime, most: int = BATCH) -> int:
    """Recount up to this many rounds after the checkpoint, with an alarm for each difference. Return how many were due.

    Leaves at once if another worker is at it; idempotent.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [_LOCK])
        if not cursor.fetchone()[0]:
            return 0
        numbers = _due(cursor, now, most)
    if not numbers:
        return 0
    rounds = _loaded(numbers)
    found = [one for one in map(difference_of, rounds) if one is not None]
    _alarm(found)
    last = rounds[-1]
    if last.finished_at is None:
        raise ValueError(f"round {last.pk} is not over")
    Recount.objects.create(
        until=last.finished_at, last_round=last.pk, rounds=len(rounds), differing=len(found)
    )
    return len(rounds)


def difference_of(round_: Round) -> RecountDifference | None:
    """Return how a completed round differs from its recomputation, None where it agrees."""
    try:
        recounted = recount(_facts_of(round_))
        where = first_difference(recounted, round_.result)
        back = sum(seat["returned"] for seat in recounted["seats"])
        if where is None and back != round_.returned:
            where = f"returned: {back} ≠ {round_.returned}"
    except NotByTheRules as error:
        return RecountDifference(round_, make_finding(error.code, verb=error.verb))
    except (ArithmeticError, LookupError, ValueError) as error:
        return RecountDifference(round_, make_finding("recount_failed", error=type(error).__name__))
    return (
        None
        if where is None
        else RecountDifference(round_, make_finding("result_differs", where=where))
    )


def _due(cursor: Any, now: datetime, most: int) -> list[int]:
    done = Recount.objects.order_by("-until", "-last_round").first()
    since = done.until if done else datetime.min.replace(year=2000, tzinfo=now.tzinfo)
    given = {
        "since": since,
        "last": done.last_round if done else 0,
        "until": now - SETTLES,
        "most": most,
    }
    cursor.execute(_DUE, given)
    return [number for (number,) in cursor.fetchall()]


def _loaded(numbers: Iterable[int]) -> list[Round]:
    bets = Prefetch("bets", Bet.objects.order_by("box"))
    decisions = Prefetch("decisions", Decision.objects.order_by("step"))
    rounds = Round.objects.filter(pk__in=numbers).select_related("version__rule_set", "deal")
    return list(rounds.prefetch_related(bets, decisions).order_by("finished_at", "pk"))


def _facts_of(round_: Round) -> RecountFacts:
    return RecountFacts(
        rules=round_.version.rules.to_dict(),
        bets=[(bet.box, bet.stake, bet.side_bets) for bet in round_.bets.all()],
        actions=[decision.action for decision in round_.decisions.all()],
        cards=round_.deal.cards or [],
        cards_drawn=round_.deal.cards_drawn or 0,
    )


def _alarm(found: Iterable[RecountDifference]) -> None:
    """One alarm for each version of the rules in the batch, about its first affected round."""
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
