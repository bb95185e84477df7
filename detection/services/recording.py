"""Outcomes are counted, the last of each player and signal is kept, and flags begin and end by them."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import isfinite
from typing import Any, Final

from django.db import connection, transaction
from django.utils import timezone

from detection.models import Flag
from detection.selectors.thresholds import InForce
from signals.definition import Signal, Unit
from signals.outcomes import Outcome, OutcomeStatus

KEPT_FOR: Final = timedelta(days=90)
"""A flag of a signal without looks counts this long after it was raised, even if its window has passed."""

KEPT_OF_LOOKS: Final = timedelta(days=365)
"""A flag of a look counts until the next look, at most this long."""

State = Flag.State
_COUNT: Final = """
    INSERT INTO detection_dayofoutcomes AS day (day, signal, version, status, number)
    SELECT %s, * FROM unnest(%s::text[], %s::smallint[], %s::text[], %s::bigint[])
    ON CONFLICT (day, signal, version, status) DO UPDATE SET number = day.number + excluded.number
"""
_KEEP: Final = """
    INSERT INTO detection_latestoutcome (at, player_id, signal, version, status, n, figures, reason, look, other)
    SELECT %s, * FROM unnest(%s::bigint[], %s::text[], %s::smallint[], %s::text[], %s::integer[], %s::jsonb[], %s::text[],
        %s::integer[], %s::bigint[])
    ON CONFLICT (player_id, signal) DO UPDATE SET version = excluded.version, status = excluded.status, n = excluded.n,
        figures = excluded.figures, reason = excluded.reason, look = excluded.look, other = excluded.other, at = excluded.at
"""
_NOTE: Final = """
    INSERT INTO detection_signalstate AS state (at, player_id, signal, version, units)
    SELECT %s, * FROM unnest(%s::bigint[], %s::text[], %s::smallint[], %s::integer[])
    ON CONFLICT (player_id, signal) DO UPDATE SET version = excluded.version, units = excluded.units, at = excluded.at
    WHERE (state.version, state.units) <> (excluded.version, excluded.units)
"""


@dataclass(frozen=True, slots=True)
class Judged:
    """One judgement of a player, of a player with `other`, or at a `look` (its last unit)."""

    player: int
    signal: Signal[Any]
    outcome: Outcome
    thresholds: InForce
    look: int | None = None
    other: int | None = None


@transaction.atomic
def record_judgements(judged: Sequence[Judged]) -> list[Flag]:
    """Record outcomes in their order. Returns the new flags. A repeated judgement with the same result changes no flag."""
    if not judged:
        return []
    _count(judged)
    _keep_latest(judged)
    players = {one.player for one in judged}
    current = Flag.objects.select_for_update().filter(player__in=players, state=State.CURRENT)
    current = current.order_by("pk")  # in one order, as the counts
    present = {(row.player_id, row.signal, row.other_id): row for row in current}
    raised = []
    for one in judged:
        key = (one.player, one.signal.id, one.other)
        flag = _move_flag(one, present.get(key))
        if flag is not None:
            present[key] = flag
            raised.append(flag)
        elif key in present and present[key].state != State.CURRENT:
            del present[key]
    return raised


def _count(judged: Iterable[Judged]) -> None:
    counts = Counter(
        (one.signal.id, one.signal.version, one.outcome.status.value) for one in judged
    )
    rows = sorted(
        counts.items()
    )  # in one order, so that concurrent workers do not lock each other out
    with connection.cursor() as cursor:
        names, versions, statuses = zip(*(key for key, _number in rows), strict=True)
        numbers = [number for _key, number in rows]
        cursor.execute(
            _COUNT,
            [timezone.now().date(), list(names), list(versions), list(statuses), numbers],
        )


def _keep_latest(judged: Iterable[Judged]) -> None:
    """Keep the last outcome of each player and signal; of several with others, one that flags."""
    latest: dict[tuple[int, str], Judged] = {}
    for one in judged:
        key = (one.player, one.signal.id)
        flagged = key in latest and latest[key].outcome.status is OutcomeStatus.FLAGGED
        if one.other is None or not flagged:
            latest[key] = one
    rows = [
        (
            player,
            signal,
            one.signal.version,
            one.outcome.status.value,
            one.outcome.n,
            json.dumps(plain_figures(one.outcome)),
            one.outcome.reason[:40],
            one.look,
            one.other,
        )
        for (player, signal), one in sorted(latest.items())  # in one order, as the counts
    ]
    with connection.cursor() as cursor:
        cursor.execute(_KEEP, [timezone.now(), *map(list, zip(*rows, strict=True))])


def note_units(total: Mapping[int, Mapping[Unit, int]], signals: Iterable[Signal[Any]]) -> None:
    """Note the players' units as judged by these signals."""
    rows = [
        (player, one.id, one.version, units[one.unit])
        for player, units in sorted(total.items())
        for one in signals
    ]
    if rows:
        with connection.cursor() as cursor:
            cursor.execute(_NOTE, [timezone.now(), *map(list, zip(*rows, strict=True))])


def plain_figures(outcome: Outcome) -> dict[str, float | None]:
    """Return the figures for JSON, which has no NaN or infinity: null stands for both."""
    return {
        name: float(value) if isfinite(value) else None for name, value in outcome.figures.items()
    }


def _move_flag(one: Judged, current: Flag | None) -> Flag | None:
    """Begin or end the flag of a judgement. Returns a new flag."""
    if one.outcome.status is OutcomeStatus.ERROR:
        return None
    if one.outcome.status is not OutcomeStatus.FLAGGED:
        if current is not None:
            _end_unconfirmed(one, current)
        return None
    fresh = _new_flag(one)
    if current is not None:
        if _same(current, fresh):
            return None
        end_flag(current, State.SUPERSEDED)
    fresh.save(force_insert=True)
    return fresh


def _end_unconfirmed(one: Judged, current: Flag) -> None:
    """End a flag that a judgement does not confirm: of the same rows it is withdrawn, of later ones replaced.

    A flag without looks whose window has passed stays until it is too old: nobody judged its rows again.
    """
    if one.look is not None or one.signal.unit is not Unit.EVENTS:
        later = one.look is not None and current.look is not None and one.look > current.look
        end_flag(current, State.SUPERSEDED if later else State.WITHDRAWN)
        return
    window = timedelta(days=one.signal.window_days or 0)
    begun = current.from_at or current.raised_at
    if begun >= timezone.now() - window:
        end_flag(current, State.WITHDRAWN)


def end_flag(flag: Flag, state: Flag.State) -> None:
    """End a current flag."""
    flag.state, flag.ended_at = state, timezone.now()
    flag.save(update_fields=["state", "ended_at"])


def _new_flag(one: Judged) -> Flag:
    outcome = one.outcome
    return Flag(
        player_id=one.player,
        other_id=one.other,
        signal=one.signal.id,
        version=one.signal.version,
        configuration_id=one.thresholds.change,
        thresholds=dict(one.thresholds.values),
        n=outcome.n,
        figures=plain_figures(outcome),
        look=one.look,
        from_at=_moment(outcome.from_at),
        to_at=_moment(outcome.to_at),
        rounds=[int(round_) for round_ in outcome.rounds if round_ > 0],
        moments=[float(moment) for moment in outcome.moments],
    )


def _moment(seconds: float) -> datetime | None:
    return datetime.fromtimestamp(seconds, UTC) if isfinite(seconds) else None


def _same(current: Flag, fresh: Flag) -> bool:
    """True if a judgement found what the current flag says already.

    Without looks the window moves with every payment and day: only a moment that the flag does not have is new.
    """
    names: tuple[str, ...] = ("version", "configuration_id", "thresholds", "look")
    if fresh.look is not None:
        names += ("n", "figures", "rounds")
    same = all(getattr(current, name) == getattr(fresh, name) for name in names)
    return same and set(fresh.moments) <= set(current.moments)


def end_old_flags() -> int:
    """End current flags that are too old to count. Returns how many."""
    now = timezone.now()
    current = Flag.objects.filter(state=State.CURRENT)
    old = current.filter(look__isnull=True, raised_at__lt=now - KEPT_FOR)
    old |= current.filter(look__isnull=False, raised_at__lt=now - KEPT_OF_LOOKS)
    return old.update(state=State.PASSED, ended_at=now)
