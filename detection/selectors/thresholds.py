"""Thresholds in force, and proposals that are tried beside them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from detection.models import ThresholdChange
from signals.catalogue import SIGNALS
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


def list_in_force() -> dict[str, ThresholdChange]:
    """Return the last approved change of each signal that has one, with its decision. One query."""
    rows = ThresholdChange.objects.filter(decision__approved=True, signal__in=SIGNALS)
    rows = rows.select_related("decision").order_by("decision__decided_at", "pk")
    return {one.signal: one for one in rows}


def list_decided(signal: str) -> list[ThresholdChange]:
    """Return the decided proposals for a signal, the last decided first. One query."""
    rows = ThresholdChange.objects.filter(signal=signal, decision__isnull=False)
    rows = rows.select_related("proposed_by", "decision__decided_by")
    return list(rows.order_by("-decision__decided_at", "-pk"))


def find_tried(signal: Signal[Any]) -> list[ThresholdChange]:
    """Return the undecided proposals for a signal, oldest first. One query."""
    return list(ThresholdChange.objects.filter(signal=signal.id, decision=None).order_by("pk"))
