"""Signals that judge single players, with the thresholds in force, as read at the begin of a run."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from detection.models import ThresholdChange
from detection.selectors.thresholds import InForce, find_thresholds, find_tried
from signals.catalogue import SIGNALS
from signals.columns import History
from signals.definition import Signal, SignalScope, Unit


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


def find_longest(signals: Iterable[Signal[Any]]) -> int:
    """Return the days of the longest window."""
    return max((one.window_days or 0 for one in signals), default=0)
