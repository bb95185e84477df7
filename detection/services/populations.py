"""What signals about several players judge now: groups, pairs at live tables, and points.

A population is loaded once and judged in slices by player number, under several sets of thresholds at once: those in force
and proposed ones.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final, NamedTuple

from django.utils import timezone

from detection.models import Flag
from detection.selectors.links import PlayerTraces, list_groups, load_traces
from detection.selectors.pairs import load_pair
from detection.selectors.points import load_earners
from detection.selectors.thresholds import InForce, find_thresholds, find_tried
from detection.services.groups import PAIRS_WINDOW, list_pairs
from detection.services.links import refresh_links
from detection.services.recording import Judged
from detection.services.trials import keep_difference
from signals.catalogue import SIGNALS
from signals.definition import Signal, SignalScope
from signals.judging import judge_signal
from signals.links import Group, describe_groups, find_components
from signals.outcomes import Outcome

Thresholds = Sequence[Mapping[str, float]]
_LINKS: Final = "MA1"


class Together(NamedTuple):
    """Outcomes of a player, or of a player with `other`: one for each set of thresholds."""

    player: int
    other: int | None
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class JudgedPopulation:
    """Numbers in ascending order, and what is judged under each of them. A pair is under its lower number."""

    numbers: Sequence[int]
    judge: Callable[[int], Iterable[Together]]


def load_population(signal: Signal[Any], thresholds: Thresholds) -> JudgedPopulation:
    """Return all that a signal about several players judges now. Groups are those that each set of thresholds would link."""
    if signal.scope is SignalScope.GROUP:
        found = load_traces(timezone.now())
        return _of_groups(signal, thresholds, [_link(found, one) for one in thresholds])
    return _load_others(signal, thresholds)


def renew_population(signal: Signal[Any], thresholds: Mapping[str, float]) -> JudgedPopulation:
    """Bring links up to date and return all that is judged, with players who are flagged and linked no more."""
    if signal.scope is SignalScope.GROUP:
        refresh_links()
        flags = Flag.objects.filter(signal=signal.id, state=Flag.State.CURRENT)
        flagged = flags.values_list("player", flat=True)
        return _of_groups(signal, [thresholds], [list_groups()], also=flagged)
    return _load_others(signal, [thresholds])


def _load_others(signal: Signal[Any], thresholds: Thresholds) -> JudgedPopulation:
    if signal.scope is SignalScope.PAIR:
        return _load_pairs(signal, thresholds)
    return _load_points(signal, thresholds)


_Groups = Iterable[tuple[list[int], Group]]


def _link(found: PlayerTraces, thresholds: Mapping[str, float]) -> _Groups:
    """Yield the groups of accounts that these thresholds would link, by the players' numbers."""
    count, players = len(found.players), found.players
    linked_from = thresholds["sum"]
    components = find_components(count, found.traces, linked_from, found.merged)
    for one in describe_groups(components, found.traces, [""] * count):
        yield players[one.accounts].tolist(), one.group


def _of_groups(
    signal: Signal[Any], thresholds: Thresholds, groups: Sequence[_Groups], also: Iterable[int] = ()
) -> JudgedPopulation:
    """Judge each group once. An account without links is a group of its own."""
    judged = [
        _judge_groups(signal, values, of) for values, of in zip(thresholds, groups, strict=True)
    ]
    alone = [judge_signal(signal, Group(("",)), values) for values in thresholds]

    def judge(player: int) -> Iterator[Together]:
        outcomes = (known.get(player, single) for known, single in zip(judged, alone, strict=True))
        yield Together(player, None, tuple(outcomes))

    return JudgedPopulation(sorted(set(also).union(*judged)), judge)


def _judge_groups(
    signal: Signal[Any], thresholds: Mapping[str, float], groups: _Groups
) -> dict[int, Outcome]:
    judged: dict[int, Outcome] = {}
    for players, group in groups:
        judged |= dict.fromkeys(players, judge_signal(signal, group, thresholds))
    return judged


def _load_pairs(signal: Signal[Any], thresholds: Thresholds) -> JudgedPopulation:
    since = timezone.now() - PAIRS_WINDOW
    others: dict[int, list[int]] = defaultdict(list)
    for one, other in list_pairs(since):
        others[one].append(other)

    def judge(one: int) -> Iterator[Together]:
        for other in others[one]:
            pair = load_pair(one, other, since)
            outcomes = tuple(judge_signal(signal, pair, values) for values in thresholds)
            yield Together(one, other, outcomes)
            yield Together(other, one, outcomes)

    return JudgedPopulation(sorted(others), judge)


def _load_points(signal: Signal[Any], thresholds: Thresholds) -> JudgedPopulation:
    since = timezone.now() - timedelta(days=signal.window_days or 0)
    earners = dict(load_earners(since))

    def judge(player: int) -> Iterator[Together]:
        outcomes = (judge_signal(signal, earners[player], values) for values in thresholds)
        yield Together(player, None, tuple(outcomes))

    return JudgedPopulation(sorted(earners), judge)


def note_groups_beside() -> None:
    """Compare the groups that proposed thresholds would link with those in force, and keep where a flag differs."""
    signal = SIGNALS[_LINKS]
    tried, in_force = find_tried(signal), find_thresholds(signal)
    if not tried:
        return
    population = load_population(signal, [in_force.values, *(one.values for one in tried)])
    for number in population.numbers:
        for found in population.judge(number):
            _, *proposed = found.outcomes
            live = to_judged(signal, found, in_force)
            for change, outcome in zip(tried, proposed, strict=True):
                keep_difference(live, outcome, change, beside=True)


def to_judged(signal: Signal[Any], found: Together, in_force: InForce) -> Judged:
    """Return the judgement by the thresholds in force, the first ones."""
    return Judged(found.player, signal, found.outcomes[0], in_force, other=found.other)
