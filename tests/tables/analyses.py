"""Stub of the mathematical analysis, for tests of the work around it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

from django.utils import timezone

from blackjack.presets import PRESETS
from blackjack.rules import Rules
from tables.models import Mathematics
from tables.services.mathematics import compute_due
from tests.threads import at_once

LIGALO, ATLANTIC = PRESETS["ligalo"], PRESETS["atlantic_city"]
RESULT, CHART = {"rtp": 0.976, "average_wager": 1.0}, {"hard 16": "SSSSS"}
TOGETHER = 6
Progress = Callable[[float], None]


class WorkerDied(BaseException):
    """Simulates a killed process: `except Exception` does not catch it."""


@dataclass
class Analyses:
    """Record of the analysed rules; `midst` is called once, during the next analysis."""

    calls: list[Rules] = field(default_factory=list)
    midst: Callable[[Progress], object] = lambda _progress: None

    def analyse(self, rules: Rules, progress: Progress) -> Any:
        self.calls.append(rules)
        midst, self.midst = self.midst, lambda _progress: None
        midst(progress)
        chart = SimpleNamespace(to_dict=lambda: CHART)
        return SimpleNamespace(to_dict=lambda: RESULT, chart=chart)


def work(later: timedelta = timedelta()) -> bool:
    return compute_due(timezone.now() + later)


def present(rules: Rules = LIGALO) -> Mathematics:
    return Mathematics.objects.get(digest=rules.digest)


def die(_progress: Progress) -> None:
    raise WorkerDied


def fail(_progress: Progress) -> None:
    raise ArithmeticError("no sum")


def together(act: Callable[[], object], count: int = TOGETHER) -> None:
    """Call `act` in `count` threads at once, each with its own connection."""
    at_once(*[act] * count)
