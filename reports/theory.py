"""What a version's mathematics say that rounds should have come to, and how far from it they may be by chance.

The boxes of one round hang together by the dealer's cards. How much was measured, not computed: see docs/reports.md.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

from tables.models import Mathematics, RuleSetVersion
from tables.returns import SIDE, returns
from tables.selectors import mathematics_of_each

TOGETHER: Final = 0.4
"""The correlation of the results of two boxes in one round."""

BAND: Final = 1.96
"""So many standard errors to either side hold nineteen of twenty results."""

UNLIKELY: Final = 4.0
"""So many standard errors from theory are looked into: one month in sixteen thousand by chance."""


@dataclass(frozen=True, slots=True)
class Theory:
    """Of one version: shares of the original bet, and of each bet beside it by its name ("insurance" or the side bet's)."""

    rtp: float
    rtp_of_total_staked: float
    standard_deviation: float
    beside: Mapping[str, float]

    def variance(self, squares: float, together: float) -> float:
        """Return the variance of the net result of rounds, from the sums of squares that a day keeps."""
        spread = (1 - TOGETHER) * squares + TOGETHER * together
        return self.standard_deviation**2 * spread


@dataclass(frozen=True, slots=True)
class Compared:
    """Actual against theory, both per unit of the original bets."""

    theory: float
    actual: float
    error: float

    @property
    def band(self) -> tuple[float, float]:
        """Between which two returns nineteen of twenty results lie."""
        return self.theory - BAND * self.error, self.theory + BAND * self.error

    @property
    def z(self) -> float:
        """How many standard errors the actual return is from theory."""
        return (self.actual - self.theory) / self.error if self.error else 0.0

    @property
    def is_unlikely(self) -> bool:
        """Whether it is so far from theory, above or below, that somebody should look."""
        return abs(self.z) > UNLIKELY


def compared(
    theory: Theory, net: int, bets: int, squares: float, together: float
) -> Compared | None:
    """Return what boxes with these first stakes came to, beside theory; None without stakes."""
    if not bets:
        return None
    error = sqrt(theory.variance(squares, together)) / bets
    return Compared(theory.rtp, 1 + net / bets, error)


def theories(versions: Iterable[RuleSetVersion]) -> dict[int, Theory]:
    """Return the theory of each version whose mathematics are done. One query."""
    wanted = list(versions)
    known = mathematics_of_each(wanted)
    found = {version.pk: known.get(version.rules_hash) for version in wanted}
    return {pk: _theory(row) for pk, row in found.items() if row is not None and _is_done(row)}


def _is_done(row: Mathematics) -> bool:
    return row.state == Mathematics.State.DONE


def _theory(row: Mathematics) -> Theory:
    result: dict[str, Any] = row.result or {}
    beside = {one.bet.removeprefix(SIDE): one.rtp for one in returns(row)[1:]}
    return Theory(
        rtp=float(result["rtp"]),
        rtp_of_total_staked=float(result["rtp_of_total_staked"]),
        standard_deviation=float(result["standard_deviation"]),
        beside=beside,
    )
