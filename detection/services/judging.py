"""Judging of players who are due: statistical signals at the looks they reached, the others over their window.

Each player is judged in one transaction with the outcomes: a repeated or concurrent run changes nothing.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from accounts.models.visits import Visit
from detection.models import DuePlayer, PlayerDay, SignalState, ThresholdChange
from detection.selectors.deviations import load_deviations
from detection.selectors.histories import (
    DayUnits,
    PlayerRows,
    add_events,
    first_day_for,
    load_units,
    total_units,
)
from detection.selectors.kept_rows import cut_look, load_kept_rows
from detection.selectors.thresholds import InForce, find_thresholds, find_tried
from detection.services.building import make_due
from detection.services.recording import Judged, record_judgements
from detection.services.trials import note_beside
from detection.values.windows import cut_window
from journal.services.program_errors import is_transient
from signals.catalogue import SIGNALS
from signals.columns import History
from signals.definition import Signal, SignalScope, Unit
from signals.judging import judge_signal
from signals.looks import FIRST_LOOKS, find_looks
from signals.outcomes import Outcome, OutcomeStatus, too_few
from wallet.cash.models import Deposit, Withdrawal

AT_ONCE: Final = 20
"""Players of one transaction."""

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Configuration:
    """Signals of players with their thresholds and the proposals tried beside them, as read at the begin of a run."""

    signals: Sequence[Signal[History]]
    thresholds: Mapping[str, InForce]
    tried: Mapping[str, Sequence[ThresholdChange]] = field(default_factory=dict)

    @property
    def with_looks(self) -> list[Signal[History]]:
        return [one for one in self.signals if has_looks(one)]

    @property
    def without_looks(self) -> list[Signal[History]]:
        return [one for one in self.signals if not has_looks(one)]


def has_looks(signal: Signal[Any]) -> bool:
    """True if the signal is judged when its own units reach a look."""
    return signal.statistical and signal.unit not in {Unit.EVENTS, Unit.DEVIATIONS}


def load_configuration() -> Configuration:
    """Return the signals that judge one player, with what is in force now."""
    signals = [one for one in SIGNALS.values() if one.scope is SignalScope.PLAYER]
    return Configuration(
        signals,
        {one.id: find_thresholds(one) for one in signals},
        {one.id: find_tried(one) for one in signals},
    )


def make_active_players_due() -> int:
    """Have all players judged who played, paid or visited within the longest window. Returns how many."""
    since = timezone.now() - timedelta(days=_longest(load_configuration().without_looks))
    players = set(PlayerDay.objects.filter(day__gte=since.date()).values_list("player", flat=True))
    players |= set(Visit.objects.filter(begun_at__gte=since).values_list("player", flat=True))
    for model in (Deposit, Withdrawal):
        players |= set(model.objects.filter(created_at__gte=since).values_list("player", flat=True))
    make_due(sorted(players))
    return len(players)


def judge_due_players() -> int:
    """Judge all players who are due. Returns how many. May run in several workers."""
    configuration, judged = load_configuration(), 0
    while count := _judge_some(configuration):
        judged += count
    return judged


@transaction.atomic
def _judge_some(configuration: Configuration) -> int:
    due = DuePlayer.objects.select_for_update(skip_locked=True).order_by("since", "pk")[:AT_ONCE]
    players = sorted(due, key=lambda one: one.pk)  # in the order in which recomputations lock them
    found: list[Judged] = []
    for one in players:
        found += try_player(one.player_id, configuration, again=one.again)
    record_judgements(found)
    DuePlayer.objects.filter(pk__in=[one.pk for one in players]).delete()
    return len(players)


def try_player(
    player_id: int, configuration: Configuration, *, again: bool = False
) -> list[Judged]:
    """Judge a player as `judge_player` does; one who cannot be judged has the outcome `error` for all signals.

    Nothing of a failed judgement is kept, and the other players of the transaction are judged. Raises transient errors,
    such as a lock held by others: a later run judges the player.
    """
    try:
        with transaction.atomic():
            return judge_player(player_id, configuration, again=again)
    except Exception as error:  # any error: the other players must be judged
        if is_transient(error):
            raise
        _LOG.exception("player %s could not be judged", player_id)
        failed = Outcome(OutcomeStatus.ERROR, reason=type(error).__name__)
        return [
            Judged(player_id, one, failed, configuration.thresholds[one.id])
            for one in configuration.signals
        ]


def judge_player(
    player_id: int, configuration: Configuration, *, again: bool = False
) -> list[Judged]:
    """Judge a player at all new looks and over all windows. With `again` also at the last look taken before.

    Notes the units judged; the caller records the outcomes in the same transaction.
    """
    days = load_units(player_id)
    total = total_units(days)
    states = {row.signal: row for row in SignalState.objects.filter(player=player_id)}
    looks = {
        one.id: _due_looks(one, states.get(one.id), total[one.unit], again=again)
        for one in configuration.with_looks
    }
    rows = _load(player_id, days, configuration, looks)
    found = [
        judged
        for signal in configuration.with_looks
        for judged in _judge_looks(
            signal, rows, looks[signal.id], configuration, _judged_units(states.get(signal.id))
        )
    ]
    found += _judge_windows(player_id, rows.history, configuration)
    _note_units(player_id, configuration.with_looks, total)
    return found


def _due_looks(
    signal: Signal[Any], state: SignalState | None, total: int, *, again: bool
) -> list[tuple[int, int]]:
    """Return the looks to judge. A look whose units became fewer by a void is judged with what is left."""
    before = _judged_units(state)
    is_old = state is not None and state.version != signal.version
    taken = find_looks(0, before)[-1:] if again or is_old else []
    return taken + [one for one in find_looks(min(before, total), total) if one not in taken]


def _judged_units(state: SignalState | None) -> int:
    return state.units if state is not None else 0


def _load(
    player_id: int,
    days: Sequence[DayUnits],
    configuration: Configuration,
    looks: Mapping[str, Sequence[tuple[int, int]]],
) -> PlayerRows:
    """Load the days that the looks and the windows need."""
    firsts: dict[Unit, int] = {}
    for signal in configuration.with_looks:
        for first, _end in looks[signal.id]:
            firsts[signal.unit] = min(first, firsts.get(signal.unit, first))
    since = first_day_for(days, firsts)
    of_rounds = [one for one in configuration.without_looks if one.reads_rounds]
    window = (timezone.now() - timedelta(days=_longest(of_rounds) + 1)).date()
    recent = [one.day for one in days if one.day >= window]
    starts: list[date] = [one for one in (since, recent[0] if recent else None) if one is not None]
    return load_kept_rows(player_id, days, min(starts, default=None))


def _longest(signals: Iterable[Signal[Any]]) -> int:
    """Days of the longest window."""
    return max((one.window_days or 0 for one in signals), default=0)


def _judge_looks(
    signal: Signal[History],
    rows: PlayerRows,
    looks: Iterable[tuple[int, int]],
    configuration: Configuration,
    before: int,
) -> list[Judged]:
    """Judge the looks. One among the `before` units judged already stays as it was judged once its rows are not all kept."""
    in_force, skipped = configuration.thresholds[signal.id], rows.skipped[signal.unit]
    found = []
    for first, end in looks:
        if first < skipped and end <= before:
            continue
        cut = cut_look(rows, signal.unit, first, end)
        outcome = judge_signal(signal, cut, in_force.values)
        found.append(Judged(int(cut.player), signal, outcome, in_force, look=end))
        note_beside(signal, cut, found[-1], configuration.tried.get(signal.id, ()))
    total = rows.total[signal.unit]
    if not found and total < FIRST_LOOKS[0]:
        found.append(Judged(int(rows.history.player), signal, too_few(total), in_force))
    return found


def _judge_windows(player_id: int, history: History, configuration: Configuration) -> list[Judged]:
    now = timezone.now()
    whole = add_events(
        history, player_id, now - timedelta(days=_longest(configuration.without_looks))
    )
    found = []
    for signal in configuration.without_looks:
        if signal.window_days is None:
            given = load_deviations(player_id)
        else:
            given = cut_window(whole, signal.window_days, now.timestamp())
        in_force = configuration.thresholds[signal.id]
        outcome = judge_signal(signal, given, in_force.values)
        found.append(Judged(player_id, signal, outcome, in_force))
        note_beside(signal, given, found[-1], configuration.tried.get(signal.id, ()))
    return found


def _note_units(player_id: int, signals: Iterable[Signal[Any]], total: Mapping[Unit, int]) -> None:
    now = timezone.now()
    SignalState.objects.bulk_create(
        [
            SignalState(
                player_id=player_id,
                signal=one.id,
                version=one.version,
                units=total[one.unit],
                at=now,
            )
            for one in signals
        ],
        update_conflicts=True,
        unique_fields=["player", "signal"],
        update_fields=["version", "units", "at"],
    )
