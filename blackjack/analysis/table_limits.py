"""Table limits for an analysis."""

from fractions import Fraction
from typing import NamedTuple, Self

from blackjack.amounts import decimal_text, parse_amount


class Limits(NamedTuple):
    """Maximum bet, and maximum stake of a box in a round, both in units of 10^-4."""

    max_bet: int
    max_round: int

    @classmethod
    def parse(cls, max_bet: str, max_round: str) -> Self:
        """Parse limits from decimal text. Raises AmountError."""
        return cls(parse_amount(max_bet), parse_amount(max_round))

    @property
    def in_bets(self) -> Fraction:
        """The round limit in maximum bets: `round_limit` of an analysis."""
        return Fraction(self.max_round, self.max_bet)

    def to_dict(self) -> dict[str, str]:
        """Return both amounts as decimal text, ready for JSON."""
        return {"max_bet": decimal_text(self.max_bet), "max_round": decimal_text(self.max_round)}
