"""Columns of finished rounds, packed by player and gaming day.

Slices of rounds are taken in the order of their ids, each in a transaction with its new watermark: no round is packed
twice or left out, whatever fails and however many workers run. Rounds that still run are kept aside until they end.
"""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from typing import Any, Final

import numpy as np
from django.db import connection, transaction
from django.utils import timezone

from casino.models.rounds import Round
from detection.models import LateRound, PlayerDay
from detection.selectors.finished_rounds import Chosen, ChosenRounds, RoundRange, read_rounds
from detection.services.completing import complete_columns
from detection.services.watermarks import IdRange, lock_watermark, look_ahead, read_next
from detection.values.packing import DEALS, DECISIONS, Batch, cast, pack
from journal.selectors.gaming_days import day_of, end_of, start_of, starts_of
from signals.columns import DealMark, DecisionMark

SLICE: Final = 200_000
"""Ids of a slice: some hundred megabytes at most."""

LATE_AT_ONCE: Final = 5_000
PAUSE: Final = timedelta(hours=1)
"""Rounds make a player due this much later: who plays on is not judged each minute."""

_ROUNDS: Final = "rounds"
_KEEP_ASIDE: Final = """
    INSERT INTO detection_lateround (round_id, passed_at)
    SELECT id, %s FROM casino_round WHERE id > %s AND id <= %s AND status = 'in_progress' ON CONFLICT DO NOTHING
"""
_ADD: Final = """
    INSERT INTO detection_playerday AS day (player_id, day, deals, rounds, decisions, columns, built_at)
    SELECT * FROM unnest(%s::bigint[], %s::date[], %s::integer[], %s::integer[], %s::integer[], %s::bytea[], %s::timestamptz[])
    ON CONFLICT (player_id, day) DO UPDATE SET deals = day.deals + excluded.deals, rounds = day.rounds + excluded.rounds,
        decisions = day.decisions + excluded.decisions, columns = day.columns || excluded.columns, built_at = excluded.built_at
"""
_DUE: Final = """
    INSERT INTO detection_dueplayer AS due (player_id, since, again, judge_from)
    SELECT one, %s, %s, %s FROM unnest(%s::bigint[]) AS one
    ON CONFLICT (player_id) DO UPDATE SET since = excluded.since, again = due.again OR excluded.again,
        judge_from = CASE WHEN excluded.judge_from IS NOT NULL THEN due.judge_from END -- the earlier one, or at once
"""


def build_columns() -> int:
    """Pack the columns of all rounds that finished since the last run. Returns the number of rounds packed."""
    look_ahead(_ROUNDS, Round.objects)
    packed = 0
    while (count := read_next(_ROUNDS, _pack_slice, SLICE)) is not None:
        packed += count
    while count := _pack_late():
        packed += count
    return packed


def rebuild_day(player_id: int, day: date) -> None:
    """Pack one player's day again from its rounds. The result reads as the columns packed before."""
    with transaction.atomic():
        position = lock_watermark(_ROUNDS).position  # waits for a slice that is being packed
        kept = PlayerDay.objects.select_for_update().filter(player=player_id, day=day).first()
        if kept is not None:
            kept.delete()
        rounds = Round.objects.filter(
            player=player_id, started_at__gte=start_of(day), started_at__lt=end_of(day)
        )
        late = LateRound.objects.values("round")
        chosen = rounds.filter(pk__lte=position).exclude(pk__in=late)
        _add(ChosenRounds(list(chosen.values_list("pk", flat=True))))


def _pack_slice(ids: IdRange) -> int:
    """Pack a slice. Returns the number of its rounds."""
    with connection.cursor() as cursor:
        cursor.execute(_KEEP_ASIDE, [timezone.now(), ids.after, ids.until])
    return _add(RoundRange(ids.after, ids.until))


@transaction.atomic
def _pack_late() -> int:
    """Pack rounds that were kept aside and are over. Returns how many left."""
    over = LateRound.objects.select_for_update(skip_locked=True, of=("self",))
    over = over.exclude(round__status=Round.Status.IN_PROGRESS).order_by("pk")
    ids = list(over.values_list("pk", flat=True)[:LATE_AT_ONCE])
    if ids:
        _add(ChosenRounds(ids))
        LateRound.objects.filter(pk__in=ids).delete()
    return len(ids)


def _add(chosen: Chosen) -> int:
    """Add the rounds to their players' days, and make the players due. Returns the number of rounds."""
    deals, decisions = complete_columns(*read_rounds(chosen))
    if not len(deals["player"]):
        return 0
    days = _days_of(deals["at"])
    changes = np.flatnonzero((np.diff(deals["player"]) != 0) | (np.diff(days) != 0)) + 1
    bounds = np.array([0, *changes.tolist(), len(days)])
    _write_days(deals, decisions, days, bounds)
    make_due(np.unique(deals["player"]).tolist(), judge_from=timezone.now() + PAUSE)
    return int((deals["round"] > 0).sum())


def _days_of(at: Any) -> Any:
    """Number of the gaming day of each moment, as the ordinal of its date."""
    first = day_of(datetime.fromtimestamp(float(at.min()), UTC))
    last = day_of(datetime.fromtimestamp(float(at.max()), UTC))
    starts = [one.timestamp() for one in starts_of(first, last)]
    return first.toordinal() + np.searchsorted(starts, at, "right") - 1


def _write_days(deals: Batch, decisions: Batch, days: Any, bounds: Any) -> None:
    real = deals["marks"] & int(DealMark.PLAY_MONEY) == 0
    played = real & (deals["stake"] > 0)
    barred = int(DecisionMark.BY_HOUSE | DecisionMark.EARLY)
    own = real[decisions["row"]] & (decisions["marks"] & barred == 0)
    made = np.searchsorted(decisions["row"], bounds)
    packed_deals, packed_made = cast(deals, DEALS), cast(decisions, DECISIONS)
    begins, now = bounds[:-1], timezone.now()
    columns = [
        pack(packed_deals, packed_made, slice(*chosen), slice(*decided))
        for chosen, decided in zip(_pairs(bounds), _pairs(made), strict=True)
    ]
    with connection.cursor() as cursor:
        cursor.execute(
            _ADD,
            [
                deals["player"][begins].tolist(),
                [date.fromordinal(one) for one in days[begins].tolist()],
                _sums(real, bounds),
                _sums(played, bounds),
                _sums(own, made),
                columns,
                [now] * len(columns),
            ],
        )


def _pairs(bounds: Any) -> Sequence[tuple[int, int]]:
    found = bounds.tolist()
    return list(pairwise(found))


def _sums(chosen: Any, bounds: Any) -> list[int]:
    total = np.concatenate([[0], np.cumsum(chosen)])
    return list((total[bounds[1:]] - total[bounds[:-1]]).tolist())


def make_due(
    players: Sequence[int], *, again: bool = False, judge_from: datetime | None = None
) -> None:
    """Have these players judged, at once or from a time on; `again`: also at looks that were taken already."""
    if players:
        with connection.cursor() as cursor:
            cursor.execute(_DUE, [timezone.now(), again, judge_from, list(players)])
