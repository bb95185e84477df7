"""The limits at the deal, stored with the round. Later changes apply from the next round."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from casino.models import Round
from limits.values import EffectiveLimit, LimitScope
from tables.models import Table
from tables.selectors.limits import Bounds


@dataclass(frozen=True, slots=True)
class LimitsAtDeal:
    """Settings and limits of a table that decisions use; amounts in units of 10^-4 of the table's own currency.

    `lends`: the balance may go below zero. `hints`: the player may ask for the chart's advice.
    """

    min_bet: EffectiveLimit
    max_round: EffectiveLimit
    max_insurance: EffectiveLimit | None
    step: int
    lends: bool
    hints: bool

    @classmethod
    def from_bounds(cls, table: Table, found: Bounds) -> LimitsAtDeal:
        """Limits for a round dealt now within these bounds."""
        return cls(
            found.min_bet,
            found.max_round,
            found.max_insurance,
            table.step,
            table.bet_formula != Table.BetFormula.NONE,
            table.hints,
        )

    @classmethod
    def from_round(cls, round_: Round) -> LimitsAtDeal:
        """Limits stored with a round."""
        kept = round_.limits_at_deal
        insurance = kept["max_insurance"]
        return cls(
            _limit(kept["min_bet"]),
            _limit(kept["max_round"]),
            None if insurance is None else _limit(insurance),
            kept["step"],
            kept["lends"],
            kept["hints"],
        )

    def to_dict(self) -> dict[str, Any]:
        """JSON to store with a round."""
        return asdict(self)


def _limit(kept: dict[str, Any]) -> EffectiveLimit:
    return EffectiveLimit(LimitScope(kept["scope"]), kept["kind"], kept["amount"])
