"""Sealed exchange (commit-reveal) of a live table: seats seal their seeds, then open them (docs/fairness.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from blackjack.fairness import PLAIN, entropy, seal_seed, seals_hash


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """One exchange: the seals by seat, the `plain` seats without seal, the opened seeds, and the seats that `failed` to open.

    Without seals and plain seats the deal is not sealed.
    """

    seals: Mapping[int, str] = field(default_factory=dict)
    plain: Sequence[int] = ()
    openings: Mapping[int, str] = field(default_factory=dict)
    failed: Sequence[int] = ()

    @property
    def is_sealed(self) -> bool:
        return bool(self.seals or self.plain)

    @property
    def boxes(self) -> set[int]:
        """The seats in the list of seals."""
        return {*self.seals, *self.plain}

    @property
    def seals_hash(self) -> str | None:
        """Hash of the list of seals, None if the deal is not sealed."""
        return (
            seals_hash({**dict.fromkeys(self.plain, PLAIN), **self.seals})
            if self.is_sealed
            else None
        )

    def entropy(self, cut: int | None = None) -> str:
        """Return the entropy C of a deal with these openings."""
        return entropy(self.openings, cut, seals=self.seals_hash)

    def document(self) -> dict[str, Any]:
        """Return the exchange in transcript form."""
        return {
            "seals": _by_box(self.seals),
            "plain": sorted(self.plain),
            "openings": _by_box(self.openings),
            "failed": sorted(self.failed),
        }

    def first_problem(self) -> str | None:
        """Describe the first invalid seat; None if every opening matches its seal."""
        for box in sorted(self.boxes | {*self.openings, *self.failed}):
            problem = self._problem_at(box)
            if problem is not None:
                return problem
        return None

    def _problem_at(self, box: int) -> str | None:
        seal, opening = self.seals.get(box), self.openings.get(box)
        if (seal is None) != (box in self.plain):
            is_both = seal is not None
            return f"seat {box} is {'both sealed and plain' if is_both else 'neither sealed nor plain'}"
        if (opening is None) != (box in self.failed) or (box in self.failed and seal is None):
            missing = opening is None and box not in self.failed
            return f"the seed of seat {box} is missing" if missing else f"seat {box} did not fail"
        if opening is None or seal is None or seal_seed(opening) == seal:
            return None
        return f"the seed of seat {box} gives the seal {seal_seed(opening)}, listed {seal}"


def sequence_problem(exchanges: Sequence[Exchange]) -> str | None:
    """Describe the first error in the exchanges of one deal; None if each follows from the previous one and no seal recurs."""
    for earlier, later in pairwise(exchanges):
        unknown = later.boxes - (earlier.boxes - {*earlier.failed})
        if unknown:
            return f"seat {min(unknown)} was not in the exchange before, or failed in it"
    seals = [(box, seal) for one in exchanges for box, seal in sorted(one.seals.items())]
    seen: set[str] = set()
    for box, seal in seals:
        if seal in seen:
            return f"the seal of seat {box} was used before"
        seen.add(seal)
    return None


def _by_box(values: Mapping[int, str]) -> dict[str, str]:
    return {str(box): value for box, value in sorted(values.items())}
