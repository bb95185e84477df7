"""How a recomputation judges a slice of players: one by one, or of a population that was loaded once."""

import logging
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from accounts.models.users import User
from detection.models import LatestOutcome, PlayerDay, Recomputation
from detection.selectors.configurations import Configuration
from detection.selectors.thresholds import InForce, find_thresholds
from detection.services.judging import judge_players
from detection.services.past import try_past
from detection.services.populations import (
    JudgedPopulation,
    Together,
    load_population,
    renew_population,
    to_judged,
)
from detection.services.recording import record_judgements
from detection.services.trials import keep_difference
from journal.services.program_errors import is_transient
from signals.catalogue import SIGNALS
from signals.definition import Signal, SignalScope
from signals.outcomes import OutcomeStatus

SLICE: Final = 100
"""Players between two writes of the progress."""

PAIRS_SLICE: Final = 10
"""The same if each player is judged with everybody who plays at the same tables."""

_LOG = logging.getLogger(__name__)


class SliceJudge(Protocol):
    """Judges the players of a recomputation in ascending order of their numbers."""

    def next_numbers(self, after: int, last: int) -> list[int]:
        """Return the next players to judge; none are left after the last of them."""
        ...

    def judge(self, row: Recomputation, numbers: Sequence[int]) -> Counter[str]:
        """Judge them, and record it or keep what a trial differs in. Returns the number of outcomes by status."""
        ...


def load_slice_judge(row: Recomputation) -> SliceJudge | None:
    """Return the judge of a recomputation; None for a signal that no longer exists or judges no player."""
    signal = SIGNALS.get(row.signal)
    if signal is None or not can_recompute(signal):
        return None
    in_force = find_thresholds(signal)
    if signal.scope is SignalScope.PLAYER:
        return _PlayersJudge(signal, in_force)
    if row.change is None:
        return _PopulationJudge(signal, in_force, renew_population(signal, in_force.values))
    both = [in_force.values, row.change.values]
    return _PopulationJudge(signal, in_force, load_population(signal, both))


def can_recompute(signal: Signal[Any]) -> bool:
    """True if the signal judges players: those about the house's own people have nothing to judge again."""
    return signal.scope is not SignalScope.HOUSE


def find_last_number(signal: Signal[Any]) -> int:
    """Return the highest player number that a recomputation of the signal may meet; 0 without players."""
    rows = User.objects.filter(is_staff=False)
    if signal.scope is SignalScope.PLAYER:
        rows = _judged_players(signal.id)
    return rows.order_by("-pk").values_list("pk", flat=True).first() or 0


def _judged_players(signal: str) -> QuerySet[User]:
    """Players who have columns or were judged by this signal: those with payments alone have no columns."""
    days = PlayerDay.objects.filter(player=OuterRef("pk"))
    outcomes = LatestOutcome.objects.filter(player=OuterRef("pk"), signal=signal)
    return User.objects.filter(Exists(days) | Exists(outcomes))


@dataclass(frozen=True, slots=True)
class _PlayersJudge:
    """Of a signal that judges players one by one."""

    signal: Signal[Any]
    in_force: InForce

    def next_numbers(self, after: int, last: int) -> list[int]:
        rows = _judged_players(self.signal.id).filter(pk__gt=after, pk__lte=last)
        return list(rows.order_by("pk").values_list("pk", flat=True)[:SLICE])

    def judge(self, row: Recomputation, numbers: Sequence[int]) -> Counter[str]:
        signal, in_force = self.signal, self.in_force
        if row.change is not None:
            return Counter(
                status
                for player in numbers
                for status in try_past(player, signal, in_force, row, row.change)
            )
        configuration = Configuration([signal], {signal.id: in_force})
        found = judge_players(dict.fromkeys(numbers, True), configuration)
        # All at once: this locks what concurrent judgements lock, in their order.
        record_judgements(found)
        return Counter(one.outcome.status.value for one in found)


@dataclass(frozen=True, slots=True)
class _PopulationJudge:
    """Of a signal about several players at once."""

    signal: Signal[Any]
    in_force: InForce
    population: JudgedPopulation

    def next_numbers(self, after: int, last: int) -> list[int]:
        numbers = self.population.numbers
        most = PAIRS_SLICE if self.signal.scope is SignalScope.PAIR else SLICE
        begin = bisect_right(numbers, after)
        return list(numbers[begin : min(begin + most, bisect_right(numbers, last))])

    def judge(self, row: Recomputation, numbers: Sequence[int]) -> Counter[str]:
        counts: Counter[str] = Counter()
        judged = []
        for number in numbers:
            found = self._try(number)
            if found is None:
                counts[OutcomeStatus.ERROR.value] += 1
                continue
            for one in found:
                judged.append(to_judged(self.signal, one, self.in_force))
                if row.change is not None:
                    keep_difference(judged[-1], one.outcomes[1], row.change, beside=False)
                counts[one.outcomes[-1].status.value] += 1
        if row.change is None:
            record_judgements(judged)
        return counts

    def _try(self, number: int) -> list[Together] | None:
        """Judge what is under a number; None if it cannot be loaded, which does not end the others."""
        try:
            with transaction.atomic():
                return list(self.population.judge(number))
        except Exception as error:  # any error: the other players must be judged
            if is_transient(error):
                raise
            _LOG.exception("what is under player %s could not be judged", number)
            return None
