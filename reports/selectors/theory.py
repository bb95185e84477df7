"""Theoretical and measured returns of versions of the rules."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

from tables.models import Mathematics, RuleSetVersion
from tables.selectors.returns import SIDE, list_returns
from tables.selectors.tables import load_mathematics_by_digest

BAND: Final = 1.96
"""Standard errors on either side that contain 95% of results."""

UNLIKELY: Final = 4.0
"""Standard errors from the expected value that raise an alert: by chance one look in 16,000."""

LEAST_ROUNDS: Final = 1000.0
"""Minimum effective number of rounds (by the sum of squared weights) for a normal approximation at four standard errors."""


@dataclass(frozen=True, slots=True)
class Theory:
    """Theoretical returns of a version, per unit of the original bet and of all stakes.

    `beside` is the return of each other bet by name ("insurance" or the side bet's).
    """

    rtp: float
    rtp_of_total_staked: float
    beside: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class MeasuredReturn:
    """Hands of judged rounds, in dollars: first bets, results, and results beyond the expectation (`luck`).

    `square` and `fourth` are sums of powers of each round's luck. Boxes of a round share the dealer's cards and count
    as one result; rounds are weighted by stake.
    """

    rounds: int
    bets: int
    net: float
    luck: float
    square: float
    fourth: float

    @property
    def actual(self) -> float:
        """Actual return per unit of first bets."""
        return 1 + self.net / self.bets

    @property
    def played(self) -> float:
        """Expected return given the cards left in the shoe at each bet and the decisions made."""
        return 1 + (self.net - self.luck) / self.bets

    @property
    def error(self) -> float:
        """Standard error of the difference between actual and expected return."""
        return sqrt(self.square) / self.bets

    @property
    def band(self) -> tuple[float, float]:
        """The 95 % confidence interval around the expected return."""
        return self.played - BAND * self.error, self.played + BAND * self.error

    @property
    def z(self) -> float:
        """Deviation of the actual from the expected return, in standard errors."""
        return self.luck / sqrt(self.square) if self.square else 0.0

    @property
    def weight(self) -> float:
        """Effective number of rounds of equal stakes."""
        return self.square**2 / self.fourth if self.fourth else 0.0

    @property
    def is_unlikely(self) -> bool:
        """True if the deviation should be investigated."""
        return self.weight >= LEAST_ROUNDS and abs(self.z) > UNLIKELY


def build_measured_return(sums: Mapping[str, Any]) -> MeasuredReturn | None:
    """Build it from sums of `DayOfDecisions`; None without measured rounds."""
    if not sums["measured"] or not sums["measured_usd"]:
        return None
    return MeasuredReturn(
        rounds=sums["measured"],
        bets=sums["measured_usd"],
        net=sums["net_usd"],
        luck=sums["luck_usd"],
        square=sums["luck_square"],
        fourth=sums["luck_fourth"],
    )


def load_theories(versions: Iterable[RuleSetVersion]) -> dict[int, Theory]:
    """Return the theory of each version with finished mathematics, by version id. One query."""
    wanted = list(versions)
    known = load_mathematics_by_digest(wanted)
    found = {version.pk: known.get(version.rules_hash) for version in wanted}
    return {pk: _theory(row) for pk, row in found.items() if row is not None and _is_done(row)}


def _is_done(row: Mathematics) -> bool:
    return row.state == Mathematics.State.DONE


def _theory(row: Mathematics) -> Theory:
    result: dict[str, Any] = row.result or {}
    beside = {one.bet.removeprefix(SIDE): one.rtp for one in list_returns(row)[1:]}
    return Theory(
        rtp=float(result["rtp"]),
        rtp_of_total_staked=float(result["rtp_of_total_staked"]),
        beside=beside,
    )
