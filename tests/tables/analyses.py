"""Stands in the analysis' place where the work around it is tested."""

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
    """The end of a process in the midst of its work: nothing after it is done."""


@dataclass
class Analyses:
    """What was analysed, and what happens in the midst of the next analysis."""

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
    """Do it in so many threads at the same moment, each on a connection of its own."""
    at_once(*[act] * count)
