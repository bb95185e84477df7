"""The definition of a signal."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from django.utils.functional import Promise

from signals.columns import History
from signals.outcomes import Outcome

Words: TypeAlias = str | Promise
Given = TypeVar("Given")


class Family(StrEnum):
    """Signals of a family measure one behaviour: their severities add up to a cap (`signals.scores`)."""

    COUNTING = "counting"
    BOT = "bot"
    ACCOUNTS = "accounts"  # MA and COL
    LOYALTY = "loyalty"
    MONEY = "money"  # AML
    INTEGRITY = "integrity"
    PLACE = "place"
    PROTECTION = "protection"


class Unit(StrEnum):
    """What a signal counts. Statistical signals are judged at looks of their own unit (`signals.looks`)."""

    ROUNDS = "rounds"  # with a stake
    DEALS = "deals"  # sat out included
    DECISIONS = "decisions"
    DEVIATIONS = "deviations"
    EVENTS = "events"  # judged in each run over the window


class SignalScope(StrEnum):
    """What a signal judges at once: the input of its `judge`."""

    PLAYER = "player"  # `columns.History`
    GROUP = "group"  # `links.Group`: its outcome is that of each member
    PAIR = "pair"  # `pairs.Pair`: its outcome is that of both
    POPULATION = "population"  # `population.Earner`: a player against all
    HOUSE = "house"  # `house.SeedAccess`: the outcome belongs to no player


class Opens(StrEnum):
    """What a flag opens beside or instead of a score. A flag with `Outcome.moments` opens one for each moment."""

    PROTECTION_CASE = "protection_case"
    DUE_DILIGENCE_TASK = "due_diligence_task"
    STAFF_INCIDENT = "staff_incident"


class ThresholdError(ValueError):
    """A threshold out of range, or an unknown one."""

    code: ClassVar[str] = "invalid_threshold"

    def __init__(self, name: str, value: object) -> None:
        super().__init__(f"{name}: {value!r:.40} is not allowed")
        self.name, self.value = name, value


@dataclass(frozen=True, slots=True)
class Threshold:
    """A number of the configuration with its bounds, both included."""

    name: str
    words: Words
    default: float
    lowest: float
    highest: float


@dataclass(frozen=True, slots=True)
class Signal(Generic[Given]):
    """A signal. `judge` gets its input (a `History`, or what the `scope` names) and the thresholds by name.

    `words` is the name for people, `meaning` what it shows and what else may explain it. `sentence` is made from the
    outcome's figures: a flag's own sentence. `chart` names the evidence chart and is made by `draw` from the same input.
    """

    id: str
    version: int
    family: Family
    severity: int
    unit: Unit
    window_days: int | None  # None: as many rows as the look has units
    words: Words
    meaning: Words
    judge: Callable[[Given, Mapping[str, float]], Outcome]
    sentence: Callable[[Outcome], str]
    thresholds: tuple[Threshold, ...] = ()
    reasons: Mapping[str, Words] = field(default_factory=lambda: MappingProxyType({}))
    draw: Callable[[Given, Outcome], Any] | None = None
    statistical: bool = False
    reads_rounds: bool = (
        True  # False: visits, payments and acts alone, so that no rounds need to be loaded
    )
    reads_decisions: bool = True  # False: deals alone, so that no decisions need to be loaded
    scope: SignalScope = SignalScope.PLAYER
    opens: Opens | None = None
    mutable: bool = True  # an analyst may mute it for one player; never AML, INT, HARM

    @property
    def defaults(self) -> dict[str, float]:
        return {one.name: one.default for one in self.thresholds}

    def check_thresholds(self, given: Mapping[str, float]) -> dict[str, float]:
        """Return all thresholds, defaults included. Raises ThresholdError for unknown names and values out of range."""
        known = {one.name: one for one in self.thresholds}
        for name, value in given.items():
            bounds = known.get(name)
            if bounds is None or not bounds.lowest <= value <= bounds.highest:
                raise ThresholdError(name, value)
        return {**self.defaults, **given}


PlayerSignal: TypeAlias = Signal[History]
