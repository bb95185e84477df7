"""Judging of what players have in common: groups of linked accounts, pairs at live tables, and points.

Run after `detection.services.links` each night. A repeated run changes nothing.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from itertools import islice
from typing import Any, Final

from django.utils import timezone

from detection.models import Flag
from detection.selectors.links import list_groups
from detection.selectors.pairs import find_pairs, load_pair
from detection.selectors.points import load_earners
from detection.selectors.thresholds import InForce, find_thresholds, find_tried
from detection.services.recording import Judged, record_judgements
from detection.services.trials import note_beside
from signals.catalogue import SIGNALS
from signals.definition import Signal, SignalScope
from signals.judging import judge_signal
from signals.links import Group

PAIRS_WINDOW: Final = timedelta(days=90)
_BATCH: Final = 500


def judge_groups() -> int:
    """Judge all groups, and accounts that were flagged and are linked no more. Returns the number of judgements."""
    return _record(_judge_groups())


def judge_pairs(active_since: datetime | None = None) -> int:
    """Judge pairs with a shared deal since then (without it: all), and pairs that are flagged. Returns the number of judgements."""
    return _record(_judge_pairs(active_since))


def judge_points() -> int:
    """Judge all players who earned points. Returns the number of judgements."""
    return _record(_judge_points())


def _signals(scope: SignalScope) -> list[tuple[Signal[Any], InForce]]:
    return [(one, find_thresholds(one)) for one in SIGNALS.values() if one.scope is scope]


def _record(judged: Iterable[Judged]) -> int:
    total, left = 0, iter(judged)
    while batch := list(islice(left, _BATCH)):
        record_judgements(batch)
        total += len(batch)
    return total


def _find_flagged(scope: SignalScope) -> list[tuple[int, int | None]]:
    """Players with a current flag of such a signal, with the other of a pair."""
    names = [one.id for one in SIGNALS.values() if one.scope is scope]
    current = Flag.objects.filter(signal__in=names, state=Flag.State.CURRENT)
    return list(current.values_list("player", "other").distinct())


def _judge_groups() -> Iterator[Judged]:
    chosen = _signals(SignalScope.GROUP)
    flagged = {player for player, _other in _find_flagged(SignalScope.GROUP)}
    for players, group in list_groups():
        flagged -= set(players)
        yield from _judge_group(players, group, chosen)
    for player in sorted(flagged):
        yield from _judge_group([player], Group((str(player),)), chosen)


def _judge_group(
    players: list[int], group: Group, chosen: list[tuple[Signal[Any], InForce]]
) -> Iterator[Judged]:
    for signal, thresholds in chosen:
        outcome = judge_signal(signal, group, thresholds.values)
        for player in players:
            yield Judged(player, signal, outcome, thresholds)


def list_pairs(since: datetime, active_since: datetime | None = None) -> list[tuple[int, int]]:
    """Return the pairs to judge, the lower number first: with a deal after `active_since`, and those that are flagged."""
    pairs = {(found.one, found.other) for found in find_pairs(since, active_since)}
    for player, other in _find_flagged(SignalScope.PAIR):
        if other is not None:
            pairs.add((min(player, other), max(player, other)))
    return sorted(pairs)


def _judge_pairs(active_since: datetime | None) -> Iterator[Judged]:
    since = timezone.now() - PAIRS_WINDOW
    chosen = _signals(SignalScope.PAIR)
    tried = {signal.id: find_tried(signal) for signal, _thresholds in chosen}
    for one, other in list_pairs(since, active_since):
        pair = load_pair(one, other, since)
        for signal, thresholds in chosen:
            outcome = judge_signal(signal, pair, thresholds.values)
            for player, partner in ((one, other), (other, one)):
                judged = Judged(player, signal, outcome, thresholds, other=partner)
                note_beside(signal, pair, judged, tried[signal.id])
                yield judged


def _judge_points() -> Iterator[Judged]:
    for signal, thresholds in _signals(SignalScope.POPULATION):
        since = timezone.now() - timedelta(days=signal.window_days or 0)
        tried = find_tried(signal)
        for player, earner in load_earners(since):
            outcome = judge_signal(signal, earner, thresholds.values)
            judged = Judged(player, signal, outcome, thresholds)
            note_beside(signal, earner, judged, tried)
            yield judged
