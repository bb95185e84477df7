"""Results of a simulation as figures, JSON and text.

Results are per unit of the bet unless stated otherwise; returns are fractions of 1 (0.995 is 99.5
per cent).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any, Literal

from blackjack import keys
from blackjack.simulation.counting import CountingStrategy
from blackjack.simulation.shoes import Plan
from blackjack.simulation.tally import Estimate, Moments, Tally
from blackjack.summary import summary

_ENOUGH_SHOES = 30


@dataclass(frozen=True, slots=True)
class Simulation:
    """A plan and its result.

    Rounds of one shoe, and boxes of one round, are not independent. For standard errors a whole
    shoe is one observation, or a whole round if fewer than 30 shoes were played (`error_unit`).
    """

    plan: Plan
    tally: Tally

    @property
    def error_unit(self) -> Literal["shoe", "round"]:
        """The unit that is one observation in the standard errors."""
        return "shoe" if self.tally.shoes >= _ENOUGH_SHOES else "round"

    @property
    def returned(self) -> Estimate:
        """1 + the mean net result per unit of the bet; each box of each round has the same weight."""
        return self._return("net", "hands")

    @property
    def returned_of_staked(self) -> Estimate:
        """Return per unit of all money staked."""
        return self._return("net", "staked")

    @property
    def average_wager(self) -> Estimate:
        """Mean money staked per round and box, including doubles and splits."""
        return self._per_unit(self._moments.ratio("staked", "hands"))

    @property
    def standard_deviation(self) -> float:
        """Standard deviation of the net result of a box in a round."""
        count = sum(self.tally.hands.values())
        total = sum(net * times for (net, _), times in self.tally.hands.items())
        squares = sum(net * net * times for (net, _), times in self.tally.hands.items())
        return sqrt(max(squares / count - (total / count) ** 2, 0.0)) / self._unit

    @property
    def outcomes(self) -> dict[float, int]:
        """Number of times each net result of a box occurred, in ascending order."""
        found: dict[float, int] = {}
        for (net, _), times in sorted(self.tally.hands.items()):
            found[net / self._unit] = found.get(net / self._unit, 0) + times
        return found

    @property
    def counter(self) -> CounterResult | None:
        """Result of the card counter, None without one."""
        counting = self.plan.counting
        return (
            None
            if counting is None
            else CounterResult(counting, self.tally, self._unit, self._moments)
        )

    @property
    def notes(self) -> tuple[str, ...]:
        """Remarks on what the figures of all boxes include."""
        counting = self.plan.counting
        if counting is None:
            return ()
        whole = (
            "return, money put in, wager and net results count every bet as one unit, seat 1's too"
        )
        if counting.insures_from is None:
            return (f"{whole}.",)
        return (
            f"{whole}, with the insurance that seat 1 takes at {counting.insures_from:+d} or more.",
        )

    def to_dict(self) -> dict[str, Any]:
        """Return all figures, ready for JSON."""
        tally, plan = self.tally, self.plan
        returned, staked, wager = self.returned, self.returned_of_staked, self.average_wager
        counter = self.counter
        return {
            "rules": {"digest": plan.rules.digest, "summary": summary(plan.rules)},
            "seed": plan.seed,
            keys.BOXES: plan.boxes,
            "rounds": tally.rounds,
            "hands": sum(tally.hands.values()),
            "shoes": tally.shoes,
            "cards": tally.cards,
            "return": returned.value,
            "standard_error": returned.standard_error,
            "error_unit": self.error_unit,
            "average_wager": wager.value,
            "average_wager_error": wager.standard_error,
            "return_of_total_staked": staked.value,
            "return_of_total_staked_error": staked.standard_error,
            "standard_deviation": self.standard_deviation,
            "outcomes": {f"{net:g}": times for net, times in self.outcomes.items()},
            "hand_outcomes": dict(tally.outcomes.most_common()),
            "notes": list(self.notes),
            "counter": None if counter is None else counter.to_dict(),
        }

    def text(self) -> str:
        """Return the figures as lines of text."""
        tally, plan = self.tally, self.plan
        lines = [
            summary(plan.rules),
            f"{tally.rounds:,} rounds, {sum(tally.hands.values()):,} boxes, {tally.shoes:,} shoes, {tally.cards:,} cards",
            f"seed {plan.seed}",
            "",
            _line("return", _percent(self.returned)),
            _line("of all money put in", _percent(self.returned_of_staked)),
            _line("average wager", f"{self.average_wager.value:.5f}"),
            _line("standard deviation", f"{self.standard_deviation:.5f}"),
            f"± is one standard error; one observation is a whole {self.error_unit}.",
            *self.notes,
            "",
            "net result, in bets",
            *_shares({f"{net:+g}" if net else "0": times for net, times in self.outcomes.items()}),
            "",
            "hands",
            *_shares(dict(tally.outcomes.most_common())),
        ]
        counter = self.counter
        return "\n".join([*lines, *([] if counter is None else ["", counter.text()])])

    @property
    def _unit(self) -> int:
        return self.plan.stake

    @property
    def _moments(self) -> Moments:
        return self.tally.by_shoe if self.error_unit == "shoe" else self.tally.by_round

    def _per_unit(self, found: Estimate) -> Estimate:
        return found.scale(1 / self._unit)

    def _return(self, top: str, bottom: str) -> Estimate:
        found = self._moments.ratio(top, bottom)
        return (found if bottom == "staked" else self._per_unit(found)).above(1)


@dataclass(frozen=True, slots=True)
class CounterResult:
    """Result of the counter: per unit bet, per unit of all money staked, and per round in units of the spread."""

    counting: CountingStrategy
    tally: Tally
    unit: int
    moments: Moments

    @property
    def returned(self) -> Estimate:
        """1 + the mean win per unit bet at the start of a round."""
        return self.moments.ratio("won", "bet").scale(1 / self.unit).above(1)

    @property
    def returned_of_staked(self) -> Estimate:
        """Return per unit of all money staked."""
        return self.moments.ratio("won", "put_in").above(1)

    @property
    def per_round(self) -> Estimate:
        """Mean win in a round, in units of the spread."""
        return self.moments.ratio("won", "rounds").scale(1 / self.unit)

    @property
    def average_bet(self) -> float:
        """Mean bet, in units of the spread."""
        return self.moments.ratio("bet", "rounds").value

    def by_true_count(self) -> list[dict[str, Any]]:
        """Return for each true count the number of rounds, the bet, and the return per unit bet."""
        found: dict[int, list[int]] = {}
        for (at, net), times in sorted(self.tally.counts.items()):
            line = found.setdefault(at, [0, 0])
            line[0] += times
            line[1] += times * net
        return [
            {
                "true_count": at,
                "rounds": times,
                "bet": self.counting.bet(at),
                "return": 1 + net / times / self.unit,
            }
            for at, (times, net) in found.items()
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return all figures, ready for JSON."""
        counting = self.counting
        returned, staked, per_round = self.returned, self.returned_of_staked, self.per_round
        return {
            "system": "Hi-Lo",
            "spread": list(counting.spread),
            "ramp": {str(at): units for at, units in counting.ramp().items()},
            "insures_from": counting.insures_from,
            "changes_after": counting.changes_after,
            "leaves_at": None if counting.changes_after is None else counting.leaves_at,
            "average_bet": self.average_bet,
            "return": returned.value,
            "standard_error": returned.standard_error,
            "return_of_total_staked": staked.value,
            "return_of_total_staked_error": staked.standard_error,
            "per_round": per_round.value,
            "per_round_error": per_round.standard_error,
            "by_true_count": self.by_true_count(),
        }

    def text(self) -> str:
        """Return the figures as lines of text."""
        counting, per_round = self.counting, self.per_round
        low, high = counting.spread
        ramp = ", ".join(f"{units} at {at:+d}" for at, units in counting.ramp().items())
        shoes = "plays every shoe to its end"
        if counting.changes_after is not None:
            shoes = f"changes the shoe from round {counting.changes_after} on at {counting.leaves_at:+d} or less"
        return "\n".join(
            [
                f"seat 1 counts by Hi-Lo and bets {low} to {high}: {ramp}; {shoes}",
                _line("return per unit bet", _percent(self.returned)),
                _line("of all money put in", _percent(self.returned_of_staked)),
                _line("won per round", f"{per_round.value:+.5f}{_error(per_round, 1, 5)} units"),
                _line("average bet", f"{self.average_bet:.4f} units"),
            ]
        )


def _line(name: str, value: str) -> str:
    return f"  {name:22}{value}"


def _percent(found: Estimate) -> str:
    return f"{100 * found.value:.4f} %{_error(found, 100, 4)}"


def _error(found: Estimate, times: int, places: int) -> str:
    return "" if found.standard_error is None else f" ± {times * found.standard_error:.{places}f}"


def _shares(counts: dict[str, int]) -> list[str]:
    total = sum(counts.values())
    return [f"  {name:12}{times:>14,}{times / total:>12.4%}" for name, times in counts.items()]
