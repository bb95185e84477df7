"""What a round is worth by true count: the library's effects of removal, projected on the Hi-Lo count."""

from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from blackjack.analysis.effects import Effects, compute_returns
from blackjack.rules import Rules

DECK: Final = 52

HI_LO: Final = (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1)
"""Weights of the Hi-Lo count by value, ace first."""

SHARES: Final = (*(1 / 13,) * 9, 4 / 13)
"""Share of each value in a deck, ace first."""

SPREAD: Final = sum(share * weight * weight for share, weight in zip(SHARES, HI_LO, strict=True))
"""Variance of one card's weight; the mean is 0."""

_LOW: Final = {1: 1, 2: 1, 3: 1, 4: 1, 5: 1}
_HIGH: Final = {0: 1, 9: 4}
_FIVE: Final = 5


class CountWorth(NamedTuple):
    """Net result of the player per unit of the bet: `base` at a true count of 0, and `slope` for each true count."""

    base: float
    slope: float

    @property
    def is_flat(self) -> bool:
        """True if the count says nothing: every bet is placed on a fresh or infinite shoe."""
        return self.slope == 0


def project_effects(effects: Effects) -> CountWorth:
    """Return the worth by count that follows from effects of removal.

    Given the count RC of the cards gone, the expected number gone of value i is, beside its share of all cards gone,
    RC·p_i·h_i/Σp·h² (regression of the hypergeometric numbers on the count; p is the share of a value, h its weight).
    The effects e are linear, and a shoe of `left` cards multiplies them by (N-1)/left. With TC = 52·RC/left the
    expected change is TC·(N-1)/52·Σp·h·e/Σp·h²; cards gone beside the count change nothing on average.
    """
    if not effects.cards:
        return CountWorth(effects.rtp - 1, 0.0)
    along = sum(
        share * weight * effect
        for share, weight, effect in zip(SHARES, HI_LO, effects.by_value, strict=True)
    )
    return CountWorth(effects.rtp - 1, (effects.cards - 1) / DECK * along / SPREAD)


def compute_worth(rules: Rules) -> CountWorth:
    """Compute the worth by count of these rules, once for all rules that play alike. Takes seconds.

    The fresh shoe is compared with the two that lack one of each low card, and one of each high one (an ace and four
    tens): their difference is the sum of effects that `project_effects` takes one by one.
    """
    return _compute_worth(keep_playing_rules(rules))


def keep_playing_rules(rules: Rules) -> Rules:
    """Return the rules with only those fields that decide how a box of a fresh shoe is played and paid."""
    fresh = Rules()
    names = (
        "penetration",
        "burn_cards",
        "seats",
        "seats_per_player",
        "bettors_per_seat",
        "side_bets",
        "player_cut",
        "show_hole_card",
        "turn_seconds",
        "betting_seconds",
        "intermission_seconds",
        "on_turn_timeout",
        "on_absence",
        "resume_seconds",
    )
    return replace(rules, **{name: getattr(fresh, name) for name in names})


@lru_cache(maxsize=256)
def _compute_worth(rules: Rules) -> CountWorth:
    if rules.finite_decks is None or rules.reshuffle == "every_round":
        return CountWorth(compute_returns(rules, ({},))[0] - 1, 0.0)
    fresh, low, high = compute_returns(rules, ({}, _LOW, _HIGH))
    left = rules.finite_decks * DECK - _FIVE
    between = 2 * _FIVE * DECK / left
    return CountWorth(fresh - 1, (low - high) / between)
