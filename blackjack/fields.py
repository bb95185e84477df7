"""Fields of `Rules`: allowed values, and meaning for the game.

`Rules` validates against `FIELDS`; `python -m blackjack rules` and docs/rules-reference.md print
it.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from blackjack.side_bets import OUTCOMES

LONGEST_CLOCK = 30 * 24 * 60 * 60
"""Maximum setting of a clock, in seconds."""

_FRACTION = re.compile(r"[1-9][0-9]{0,5}:[1-9][0-9]{0,5}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Allowed:
    """The values a field may hold: a predicate, and its description."""

    text: str
    accepts: Callable[[object], bool]


@dataclass(frozen=True, slots=True)
class Field:
    """One field of `Rules`: its `allowed` values, and its `meaning` in sentences."""

    allowed: Allowed
    meaning: str


def is_whole(value: object) -> bool:
    """Return whether `value` is an int and not a bool."""
    return type(value) is int


def allow_whole_numbers(low: int, high: int, *others: str | None) -> Allowed:
    """Allow whole numbers from `low` to `high`, and the `others`."""
    words = "".join(f" or {'null' if other is None else repr(other)}" for other in others)

    def accepts(value: object) -> bool:
        if is_whole(value):
            return low <= value <= high  # type: ignore[operator]  # is_whole says it is an int
        return (value is None or isinstance(value, str)) and value in others

    return Allowed(f"a whole number from {low} to {high}{words}", accepts)


def allow_words(*choices: str) -> Allowed:
    """Allow these words."""
    return Allowed(
        " or ".join(map(repr, choices)), lambda value: isinstance(value, str) and value in choices
    )


def allow_seconds() -> Allowed:
    """Allow whole seconds from 1 to `LONGEST_CLOCK`, or null for no clock."""
    return allow_whole_numbers(1, LONGEST_CLOCK, None)


FLAG = Allowed("true or false", lambda value: isinstance(value, bool))

_LEAST_SHARE, _MOST_SHARE = 0.10, 0.95
SHARE = Allowed(
    "a number from 0.10 to 0.95",
    lambda value: isinstance(value, float) and _LEAST_SHARE <= value <= _MOST_SHARE,
)

FRACTION = Allowed(
    "a fraction such as '3:2' of two whole numbers from 1 to 999999",
    lambda value: isinstance(value, str) and _FRACTION.fullmatch(value) is not None,
)


def _is_paytable(name: object, paytable: object) -> bool:
    if not isinstance(name, str) or name not in OUTCOMES or not isinstance(paytable, Mapping):
        return False
    return set(paytable) == set(OUTCOMES[name]) and all(
        is_whole(odds) and odds >= 0 for odds in paytable.values()
    )


def _are_side_bets(value: object) -> bool:
    return isinstance(value, Mapping) and all(
        _is_paytable(name, paytable) for name, paytable in value.items()
    )


SIDE_BETS = Allowed(
    "a map of side bets, each with whole odds, 0 or more, for exactly its outcomes ("
    + "; ".join(f"{name}: {', '.join(outcomes)}" for name, outcomes in OUTCOMES.items())
    + ")",
    _are_side_bets,
)

HOUSE_PLAY = allow_words("stand", "basic_strategy", "hit_or_stand")
_HOUSE_PLAYS = (
    "'stand' stands and declines offers, 'basic_strategy' plays best by expected value, 'hit_or_stand' too, but "
    "without new money."
)

FIELDS: Mapping[str, Field] = MappingProxyType(
    {
        "decks": Field(
            allow_whole_numbers(1, 8, "infinite"),
            "Decks of 52 cards in a full shoe. 'infinite': each card is drawn from all 52.",
        ),
        "penetration": Field(
            SHARE,
            "Share of the shoe before the cut card: floor(cards x share) cards, burned ones included. Only "
            "for reshuffle 'at_penetration'.",
        ),
        "reshuffle": Field(
            allow_words("at_penetration", "every_round", "when_empty"),
            "When a shoe closes. 'at_penetration': after the round that reaches the cut card. 'every_round': "
            "after each round. 'when_empty': never by itself. A shoe that runs empty within a round takes "
            "back the cards not on the table.",
        ),
        "burn_cards": Field(
            allow_whole_numbers(0, 10),
            "Cards drawn unseen when a shoe opens. They count as dealt.",
        ),
        "hole_card": Field(
            allow_words("dealt", "not_dealt"),
            "The dealer's second card. 'dealt': face down, after the players' second cards (American). "
            "'not_dealt': drawn after all players have acted (European).",
        ),
        "peek": Field(
            allow_words("ace_and_ten", "ace", "never"),
            "Upcards behind which the dealer checks for a blackjack before play. 'ace_and_ten': ace or "
            "ten-value card. 'ace': ace. 'never': none; required with hole_card 'not_dealt'.",
        ),
        "dealer_blackjack_takes": Field(
            allow_words("all_bets", "all_but_doubles", "original_bet"),
            "What a dealer blackjack without a peek takes from a seat. 'all_bets': all bets on its hands. "
            "'all_but_doubles': all except amounts added by doubles to hands that are not bust. "
            "'original_bet': the stake of the leftmost hand; all other stakes and doubles are returned, also "
            "of busted hands.",
        ),
        "soft_17": Field(
            allow_words("hit", "stand"),
            "Whether the dealer draws ('hit') or stands ('stand') on 17 with an ace that counts eleven. The "
            "dealer draws to 16 and stands on any other 17 or more.",
        ),
        "naturals": Field(
            FLAG,
            "Whether an ace and a ten-value card as the first two cards are a blackjack, which beats any "
            "other 21 and is paid by blackjack_pays. If false, neither side has a blackjack; there is no "
            "peek, insurance or even money, and early surrender is decided in play.",
        ),
        "blackjack_pays": Field(
            FRACTION,
            "Win of a natural per unit of its stake: '3:2' is one and a half. '3:2' and '6:4' pay the same "
            "but are different values.",
        ),
        "double_on": Field(
            allow_words("any", "9-11", "10-11", "never"),
            "Two-card totals that may be doubled: 'any', 9 to 11 ('9-11'), 10 and 11 ('10-11') or 'never'. An "
            "ace counts eleven where possible, so ace and eight are 19. A double adds the hand's stake and "
            "draws one card; then the hand stands.",
        ),
        "double_after_split": Field(
            FLAG,
            "Whether split hands may be doubled; split aces also need double_split_aces.",
        ),
        "double_for_less": Field(
            FLAG,
            "Whether a double may add less than the stake. The minimum is a limit of the table.",
        ),
        "split_by": Field(
            allow_words("value", "rank"),
            "Cards that make a pair. 'value': equal value, such as king and queen. 'rank': equal rank.",
        ),
        "max_splits": Field(
            allow_whole_numbers(0, 3),
            "Number of splits of a seat, of any cards, after which only aces may be split. N splits make N + 1 hands.",
        ),
        "max_ace_splits": Field(
            allow_whole_numbers(0, 3),
            "Number of splits of a seat, of any cards, after which aces may not be split.",
        ),
        "hit_split_aces": Field(
            FLAG,
            "Whether split aces are played on. If false, each gets one card and stands; two aces may be split "
            "again within max_ace_splits.",
        ),
        "double_split_aces": Field(
            FLAG,
            "Whether split aces may be doubled. Requires hit_split_aces, double_after_split and double_on "
            "'any'.",
        ),
        "split_tens_natural": Field(
            FLAG,
            "Whether a split ten-value card that gets an ace is a natural. If false, it is 21, like a split "
            "ace with a ten-value card.",
        ),
        "surrender_after_split": Field(
            FLAG,
            "Whether two-card hands may be surrendered after a split, as surrender allows.",
        ),
        "surrender": Field(
            allow_words("none", "late", "early_vs_non_ace", "early"),
            "Giving up half of the stake as the first decision on two cards. 'none': not offered. 'late': in "
            "play, after any peek; a dealer blackjack without a peek takes the whole stake. 'early': before "
            "any peek, against any upcard; against 2 to 9 in play. 'early_vs_non_ace': the same, except "
            "against an ace. An early surrender returns half whatever the dealer has; a natural cannot "
            "surrender.",
        ),
        "insurance": Field(
            allow_words("none", "half", "up_to_half"),
            "Bet that the dealer has a blackjack, offered first against an ace; pays 2 to 1. 'none': not "
            "offered. 'half': half of the original stake. 'up_to_half': any amount up to that.",
        ),
        "even_money": Field(
            FLAG,
            "Whether a natural against an ace may be paid 1 to 1 at once, whatever the dealer has.",
        ),
        "auto_stand_21": Field(
            FLAG,
            "Whether a hand of 21 stands automatically.",
        ),
        "charlie": Field(
            allow_whole_numbers(5, 11, None),
            "Number of cards with which a player's hand, split or not, wins 1 to 1 against all but a dealer "
            "blackjack, unless bust. The dealer has no Charlie. null: no such rule.",
        ),
        "max_cards": Field(
            allow_whole_numbers(5, 11, None),
            "Number of cards with which a hand, the dealer's too, stands automatically and is compared as "
            "usual. null: no limit.",
        ),
        "inverted": Field(
            FLAG,
            "Whether every bettor's net result is negated at the end of the round. For play money.",
        ),
        "seats": Field(
            allow_whole_numbers(1, 7),
            "Number of boxes at the table, numbered from 1.",
        ),
        "seats_per_player": Field(
            allow_whole_numbers(1, 7),
            "Maximum boxes of one player in a round. Checked by the caller.",
        ),
        "bettors_per_seat": Field(
            allow_whole_numbers(1, 3),
            "Maximum bettors on one box. The first decides, the others bet behind.",
        ),
        "side_bets": Field(
            SIDE_BETS,
            "Side bets on offer and their odds by outcome: a winning stake returns itself and odds times "
            "itself. They are settled by the first cards, whatever happens to the hand.",
        ),
        "player_cut": Field(
            FLAG,
            "Whether the player who opens a shoe cuts it: a whole number from 52 to 52 x (decks - 1), mixed "
            "into every draw; the cut card does not move. Smaller shoes are not cut.",
        ),
        "show_hole_card": Field(
            allow_words("always", "when_needed"),
            "When a dealt hole card is shown at the end of a round. 'always': always. 'when_needed': if a "
            "result depends on it.",
        ),
        "turn_seconds": Field(
            allow_seconds(),
            "Time for one decision. null: no limit. Measured by the caller.",
        ),
        "betting_seconds": Field(
            allow_seconds(),
            "Time for bets before a round. null: no limit. Measured by the caller.",
        ),
        "intermission_seconds": Field(
            allow_seconds(),
            "Time between a finished round and the next. null: no limit. Measured by the caller.",
        ),
        "on_turn_timeout": Field(
            HOUSE_PLAY,
            "Play of the house when turn_seconds have run out: " + _HOUSE_PLAYS,
        ),
        "on_absence": Field(HOUSE_PLAY, "Play of the house for an absent player: " + _HOUSE_PLAYS),
        "resume_seconds": Field(
            allow_seconds(),
            "Time that an interrupted round waits after the player's last request before on_absence applies. "
            "null: forever. Measured by the caller.",
        ),
    },
)
"""Every field of `Rules` by its name."""
