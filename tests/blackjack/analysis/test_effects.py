"""Effects of removal: their mean over all cards is zero, each is the change by one card, their error is as stated."""

from dataclasses import replace

import pytest

from blackjack.analysis import effects
from blackjack.analysis.effects import Effects, compute_effects
from blackjack.analysis.result import analyse
from blackjack.presets import PRESETS
from blackjack.rules import Rules

_SUITS = 4
_HALF_A_SHOE = [12, 12, 12, 12, 12, 12, 12, 12, 12, 48]


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure the error in three shoes only."""
    monkeypatch.setattr(effects, "COMPOSITIONS", 3)


def mean_over_cards(found: Effects) -> float:
    weights = [*[_SUITS] * 9, 4 * _SUITS]
    return sum(one * weight for one, weight in zip(found.by_value, weights, strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["live", "casino_floor"])
def test_a_card_taken_at_random_changes_nothing_in_the_mean(preset: str) -> None:
    found = compute_effects(PRESETS[preset])
    assert found.rtp == pytest.approx(analyse(PRESETS[preset]).rtp, abs=1e-12)
    assert mean_over_cards(found) == pytest.approx(0, abs=1e-12)
    assert min(found.by_value) == found.by_value[0] < 0 < max(found.by_value) == found.by_value[4]
    assert 0 < found.error < 0.002
    assert abs(found.bias) <= found.error


@pytest.mark.slow
def test_the_estimate_is_linear_in_the_shares_of_the_shoe() -> None:
    found = compute_effects(PRESETS["ligalo"])
    assert found.expectation([0] * 10) == found.rtp
    assert found.expectation(_HALF_A_SHOE) == pytest.approx(found.rtp, abs=1e-12)
    one_five = [0, 0, 0, 0, 1, 0, 0, 0, 0, 0]
    assert found.expectation(one_five) == pytest.approx(found.rtp + found.by_value[4])
    assert Effects.from_dict(found.to_dict()) == found


@pytest.mark.parametrize(
    "rules",
    [PRESETS["atlantic_city"], replace(PRESETS["ligalo"], decks="infinite")],
    ids=["a fresh shoe each round", "infinite decks"],
)
def test_a_shoe_that_is_always_whole_has_none(rules: Rules) -> None:
    found = compute_effects(rules)
    assert set(found.by_value) == {0.0}
    assert found.expectation(_HALF_A_SHOE) == found.rtp
