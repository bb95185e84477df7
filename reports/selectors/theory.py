"""Theoretical and measured returns of versions."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

from tables.models import Mathematics, RuleSetVersion
from tables.selectors.returns import SIDE, list_returns
from tables.selectors.tables import mathematics_of_each

BAND: Final = 1.96
"""So many standard errors to either side hold nineteen of twenty results."""

UNLIKELY: Final = 4.0
"""So many standard errors from what was to be expected are looked into: by chance one look in sixteen thousand."""

LEAST_ROUNDS: Final = 1000.0
"""Fewer rounds of equal weight, by the concentration of their squares, are no normal sum at four standard errors."""


@dataclass(frozen=True, slots=True)
class Theory:
    """Per version: shares of the original bet, and of each other bet by its name ("insurance" or the side bet's)."""

    rtp: float
    rtp_of_total_staked: float
    beside: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class MeasuredReturn:
    """Hands of judged rounds, in dollars: first bets, results, and results beyond the expectation.

    `square` and `fourth` are sums over rounds of powers of the latter. Boxes of a round share the dealer's cards and are one result;
    rounds are weighted by stake.
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
        """The standard error of the difference between both."""
        return sqrt(self.square) / self.bets

    @property
    def band(self) -> tuple[float, float]:
        """Between which two returns nineteen of twenty results lie."""
        return self.played - BAND * self.error, self.played + BAND * self.error

    @property
    def z(self) -> float:
        """Standard errors between actual and expected return."""
        return self.luck / sqrt(self.square) if self.square else 0.0

    @property
    def weight(self) -> float:
        """Effective number of rounds of equal stakes."""
        return self.square**2 / self.fourth if self.fourth else 0.0

    @property
    def is_unlikely(self) -> bool:
        """Whether the deviation should be investigated."""
        return self.weight >= LEAST_ROUNDS and abs(self.z) > UNLIKELY


def measured_of(sums: Mapping[str, Any]) -> MeasuredReturn | None:
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
    """The theory of each version with finished mathematics. One query."""
    wanted = list(versions)
    known = mathematics_of_each(wanted)
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
