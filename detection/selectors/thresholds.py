"""Thresholds in force, and proposals that are tried beside them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from detection.models import ThresholdChange
from signals.definition import Signal


@dataclass(frozen=True, slots=True)
class InForce:
    """Thresholds of a signal, with the approved change they come from; None: the defaults."""

    values: Mapping[str, float]
    change: int | None = None


def find_thresholds(signal: Signal[Any]) -> InForce:
    """Return the thresholds in force. One query."""
    approved = ThresholdChange.objects.filter(signal=signal.id, decision__approved=True)
    row = approved.order_by("-decision__decided_at", "-pk").first()
    if row is None:
        return InForce(signal.defaults)
    return InForce(_known_values(signal, row.values), row.pk)


def _known_values(signal: Signal[Any], values: Mapping[str, float]) -> dict[str, float]:
    """Return all thresholds of the signal's present version: those of the change, else the defaults."""
    return {name: values.get(name, default) for name, default in signal.defaults.items()}


def find_tried(signal: Signal[Any]) -> list[ThresholdChange]:
    """Return the undecided proposals for a signal, oldest first. One query."""
    return list(ThresholdChange.objects.filter(signal=signal.id, decision=None).order_by("pk"))
