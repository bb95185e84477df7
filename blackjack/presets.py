"""The five house rule sets, as values of `Rules`.

Fields not given here have the defaults of `Rules`. docs/sources.md has the source of each value.
"""

from collections.abc import Mapping
from types import MappingProxyType

from blackjack.rules import Rules, RulesError

_LIGALO = Rules()

_ATLANTIC_CITY = Rules(
    reshuffle="every_round",
    soft_17="stand",
    max_ace_splits=1,
    hit_split_aces=False,
    double_split_aces=False,
    max_cards=11,
    seats=5,
    seats_per_player=5,
    on_absence="hit_or_stand",
    resume_seconds=None,
)

_CASINO_FLOOR = Rules(
    decks=8,
    penetration=0.67,
    player_cut=True,
    burn_cards=1,
    hole_card="not_dealt",
    peek="never",
    soft_17="stand",
    double_for_less=True,
    split_by="rank",
    max_ace_splits=2,
    hit_split_aces=False,
    double_split_aces=False,
    surrender="early_vs_non_ace",
    insurance="up_to_half",
    even_money=True,
    seats=7,
    seats_per_player=7,
    bettors_per_seat=3,
    turn_seconds=30,
    betting_seconds=30,
    intermission_seconds=10,
    on_absence="hit_or_stand",
)

_PAIR = {"perfect": 25, "coloured": 12, "mixed": 6}

_LIVE = Rules(
    decks=8,
    penetration=0.5,
    peek="ace",
    show_hole_card="when_needed",
    dealer_blackjack_takes="all_but_doubles",
    soft_17="stand",
    max_splits=1,
    max_ace_splits=1,
    hit_split_aces=False,
    double_split_aces=False,
    surrender="none",
    charlie=10,
    seats=7,
    side_bets={
        "player_pair": _PAIR,
        "dealer_pair": _PAIR,
        "21+3": {
            "suited_trips": 100,
            "straight_flush": 40,
            "trips": 30,
            "straight": 10,
            "flush": 5,
        },
        "top_3": {"suited_trips": 270, "straight_flush": 180, "trips": 90},
    },
    turn_seconds=15,
    betting_seconds=15,
    intermission_seconds=5,
    on_absence="hit_or_stand",
    resume_seconds=120,
)

_FRIENDLY = Rules(
    decks=1,
    reshuffle="when_empty",
    max_ace_splits=1,
    split_tens_natural=True,
    surrender_after_split=True,
    insurance="up_to_half",
    seats=7,
    turn_seconds=20,
    intermission_seconds=30,
    on_absence="stand",
    resume_seconds=60,
)

PRESETS: Mapping[str, Rules] = MappingProxyType(
    {
        "ligalo": _LIGALO,
        "atlantic_city": _ATLANTIC_CITY,
        "casino_floor": _CASINO_FLOOR,
        "live": _LIVE,
        "friendly": _FRIENDLY,
    },
)
"""Every house rule set by its name."""


def preset(name: object) -> Rules:
    """Return the house rule set `name`. Raises RulesError if unknown."""
    if not isinstance(name, str) or name not in PRESETS:
        raise RulesError("preset", name, " or ".join(map(repr, PRESETS)))
    return PRESETS[name]


def rules_from(given: str | Mapping[str, object]) -> Rules:
    """Return the rules of a preset's name, or of fields that change an optional `preset`.

    Without a preset they change `Rules()`. `side_bets` are replaced as a whole. Raises RulesError
    for an unknown preset or a value that is not allowed, UnknownFieldError for an unknown field.
    """
    if isinstance(given, str):
        return preset(given)
    changes = {name: value for name, value in given.items() if name != "preset"}
    return Rules.from_dict(changes, preset(given.get("preset", "ligalo")))
