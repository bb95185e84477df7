"""The tax on a prize: above its threshold, half even to the coin, by currency, never more than the prize."""

from dataclasses import dataclass
from decimal import Decimal

import pytest

from casino.values.prizes import compute_prize_tax, find_tax_threshold
from profiles.values.kinds import StatedAmount


@dataclass(frozen=True)
class Terms:
    winnings_tax_percent: Decimal = Decimal(20)
    winnings_tax: str = "withheld"
    winnings_tax_above: tuple[StatedAmount, ...] = (
        StatedAmount(Decimal("1000.50"), "COP"),
        StatedAmount(Decimal(0), "USD"),
    )


@pytest.mark.parametrize(
    ("prize", "tax"),
    [
        (10_005_000, 0),  # the threshold itself
        (10_005_001, 2_001_000),  # all of it, not what is above
        (0, 0),
        (-5, 0),
    ],
)
def test_a_prize_above_the_threshold_is_taxed_whole(prize: int, tax: int) -> None:
    assert compute_prize_tax(prize, "COP", Terms()) == tax


@pytest.mark.parametrize(
    ("prize", "percent", "tax"),
    [
        (100, "50", 0),  # half a cent, to the even one below
        (300, "50", 200),  # one and a half
        (500, "50", 200),  # two and a half
        (50, "100", 0),  # the coin would be more than the prize, or none
        (70, "100", 70),
        (1_234_567, "33.3333", 411_500),
    ],
)
def test_a_tax_is_rounded_half_even_to_the_coin_and_at_most_the_prize(
    prize: int, percent: str, tax: int
) -> None:
    assert compute_prize_tax(prize, "USD", Terms(Decimal(percent))) == tax


def test_a_currency_without_threshold_and_play_money_are_not_taxed() -> None:
    free = Terms(winnings_tax_above=(StatedAmount(Decimal(0), "PLY"),))
    assert find_tax_threshold("EUR", Terms()) is None
    assert compute_prize_tax(10**9, "EUR", Terms()) == 0
    assert compute_prize_tax(10**9, "PLY", free) == 0
    assert compute_prize_tax(10**9, "USD", Terms(winnings_tax="none")) == 0
    assert compute_prize_tax(10**9, "USD", Terms(winnings_tax="reported")) == 2 * 10**8
