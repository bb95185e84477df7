"""The fields of `Rules`: what each may hold, and what it means for the game.

`FIELDS` is the one place that says so. `Rules` checks its values against it, and `python -m blackjack rules` and
docs/rules-reference.md print it.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from blackjack.side_bets import OUTCOMES

LONGEST_CLOCK = 30 * 24 * 60 * 60
"""Most seconds that a clock may be set to."""

_FRACTION = re.compile(r"[1-9][0-9]{0,5}:[1-9][0-9]{0,5}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Allowed:
    """The values a field may hold: a test, and the same in words."""

    text: str
    accepts: Callable[[object], bool]


@dataclass(frozen=True, slots=True)
class Field:
    """One field of `Rules`: what it is `allowed` to hold, and its `meaning` in sentences."""

    allowed: Allowed
    meaning: str


def is_whole(value: object) -> bool:
    """Tell whether `value` is an int; a bool is none."""
    return type(value) is int


def whole(low: int, high: int, *others: str | None) -> Allowed:
    """Whole numbers from `low` to `high`, and the `others` beside them."""
    words = "".join(f" or {'null' if other is None else repr(other)}" for other in others)

    def accepts(value: object) -> bool:
        if is_whole(value):
            return low <= value <= high  # type: ignore[operator]  # is_whole says it is an int
        return (value is None or isinstance(value, str)) and value in others

    return Allowed(f"a whole number from {low} to {high}{words}", accepts)


def one_of(*choices: str) -> Allowed:
    """One of some words."""
    return Allowed(
        " or ".join(map(repr, choices)), lambda value: isinstance(value, str) and value in choices
    )


def seconds() -> Allowed:
    """A clock: whole seconds, or none."""
    return whole(1, LONGEST_CLOCK, None)


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

HOUSE_PLAY = one_of("stand", "basic_strategy", "hit_or_stand")
_HOUSE_PLAYS = (
    "'stand' stands and declines every offer, 'basic_strategy' plays best by expected value, 'hit_or_stand' does the "
    "same among the decisions that cost no new money."
)

FIELDS: Mapping[str, Field] = MappingProxyType(
    {
        "decks": Field(
            whole(1, 8, "infinite"),
            "How many decks of 52 cards a full shoe has. 'infinite' draws every card from all 52 and puts it back.",
        ),
        "penetration": Field(
            SHARE,
            "The share of the shoe in front of the cut card: floor(cards x share) cards, burned ones counted. A round "
            "that has begun is always played to its end. Used by reshuffle 'at_penetration' alone.",
        ),
        "reshuffle": Field(
            one_of("at_penetration", "every_round", "when_empty"),
            "When a shoe closes. 'at_penetration': between two rounds, as soon as the cut card has been reached. "
            "'every_round': after each round. 'when_empty': never by itself. Under each of them a shoe that runs "
            "empty within a round takes back the cards that are not on the table, and the round goes on.",
        ),
        "burn_cards": Field(
            whole(0, 10),
            "How many cards are drawn and laid aside unseen when a shoe opens. They count as dealt.",
        ),
        "hole_card": Field(
            one_of("dealt", "not_dealt"),
            "Where the dealer's second card comes from. 'dealt': face down, after the players' second cards "
            "(American). 'not_dealt': drawn when all players have acted (European).",
        ),
        "peek": Field(
            one_of("ace_and_ten", "ace", "never"),
            "Behind which upcards the dealer looks for a blackjack before play. 'ace_and_ten': an ace or a ten-value "
            "card. 'ace': an ace alone. 'never': none, and nothing else is allowed where hole_card is 'not_dealt'.",
        ),
        "dealer_blackjack_takes": Field(
            one_of("all_bets", "all_but_doubles", "original_bet"),
            "What a dealer blackjack that was not peeked at takes from a seat. 'all_bets': all that is on its hands. "
            "'all_but_doubles': all but what doubles added to hands that are not bust. 'original_bet': the stake of "
            "the leftmost hand; the stakes of the other hands and all that doubles added come back, of busted hands too.",
        ),
        "soft_17": Field(
            one_of("hit", "stand"),
            "Whether the dealer draws ('hit') or not ('stand') on 17 with an ace that counts eleven. It draws on 16 "
            "and less and stands on every other 17 and more.",
        ),
        "naturals": Field(
            FLAG,
            "Whether an ace and a ten-value card, dealt as the first two, are a blackjack: better than any other 21, "
            "and paid by blackjack_pays. If not, neither side has a blackjack; there is no peek, no insurance and no "
            "even money, and early surrender is decided in play.",
        ),
        "blackjack_pays": Field(
            FRACTION,
            "What a natural wins for one unit of its stake, beside the stake itself: '3:2' is one and a half. Written "
            "as given: '3:2' and '6:4' pay the same and are two different values.",
        ),
        "double_on": Field(
            one_of("any", "9-11", "10-11", "never"),
            "Which totals of two cards may be doubled: 'any', 9 to 11 ('9-11'), 10 and 11 ('10-11'), or 'never' one. "
            "An ace counts eleven where it can, so ace and eight are 19. A double adds as much as the hand's stake and draws one card; then the hand stands.",
        ),
        "double_after_split": Field(
            FLAG,
            "Whether hands that came out of a split may be doubled; split aces also need double_split_aces.",
        ),
        "double_for_less": Field(
            FLAG,
            "Whether a double may name an amount smaller than the stake. The least amount that a table takes is the "
            "table's own and no field.",
        ),
        "split_by": Field(
            one_of("value", "rank"),
            "Which two cards are a pair. 'value': two of equal value, such as king and queen. 'rank': two of equal "
            "rank, so king and queen are none.",
        ),
        "max_splits": Field(
            whole(0, 3),
            "After how many splits of a seat, of whatever cards, no pair but aces may be split any more. N splits "
            "make N + 1 hands.",
        ),
        "max_ace_splits": Field(
            whole(0, 3),
            "After how many splits of a seat, of whatever cards, no two aces may be split any more.",
        ),
        "hit_split_aces": Field(
            FLAG,
            "Whether split aces are played on. If not, each gets one card and stands; two aces again may still be "
            "split while max_ace_splits allows it.",
        ),
        "double_split_aces": Field(
            FLAG,
            "Whether split aces may be doubled. Without effect unless hit_split_aces and double_after_split "
            "are true and double_on is 'any'.",
        ),
        "split_tens_natural": Field(
            FLAG,
            "Whether a split ten-value card that gets an ace is a natural. If not, it is a 21, as a split ace with a "
            "ten-value card always is.",
        ),
        "surrender_after_split": Field(
            FLAG,
            "Whether a hand of two cards may also be surrendered after a split; surrender says which kind, if any.",
        ),
        "surrender": Field(
            one_of("none", "late", "early_vs_non_ace", "early"),
            "Giving up half of the stake as the first decision on the first two cards. 'none': not offered. 'late': in play, after any "
            "peek; a dealer blackjack that was not peeked at takes all of it. 'early': before any peek, against any "
            "upcard; against 2 to 9, where nothing is looked at, in play. 'early_vs_non_ace': the same, but never "
            "against an ace. An early surrender keeps its half whatever the dealer has; a natural has none.",
        ),
        "insurance": Field(
            one_of("none", "half", "up_to_half"),
            "The bet, offered before anything else against an ace, that the dealer has a blackjack; it pays 2 to 1. "
            "'none': not offered. 'half': half of the original stake. 'up_to_half': any amount up to that.",
        ),
        "even_money": Field(
            FLAG,
            "Whether a natural against an ace may be paid 1 to 1 at once, whatever the dealer has.",
        ),
        "auto_stand_21": Field(
            FLAG,
            "Whether a hand of 21 stands without being asked. If not, it is played like any other hand.",
        ),
        "charlie": Field(
            whole(5, 11, None),
            "With how many cards a player's hand that is not bust wins 1 to 1 against all but a dealer blackjack, "
            "split hands included. The dealer has no Charlie. null: no such rule.",
        ),
        "max_cards": Field(
            whole(5, 11, None),
            "With how many cards a hand, the dealer's too, stands by itself; it is then compared as usual. null: no "
            "such limit.",
        ),
        "inverted": Field(
            FLAG,
            "Whether the net result of every bettor is negated at the end of the round. For play money.",
        ),
        "seats": Field(whole(1, 7), "How many boxes the table has, numbered from 1."),
        "seats_per_player": Field(
            whole(1, 7),
            "How many boxes one player may play in a round. For the table: the library does not know whose a box is.",
        ),
        "bettors_per_seat": Field(
            whole(1, 3),
            "How many may bet on one box. The first decides, the others bet behind.",
        ),
        "side_bets": Field(
            SIDE_BETS,
            "The side bets on offer and their paytables, outcome to odds: a winning stake comes back with odds times "
            "the stake. They are settled by the first cards, by rank and suit, whatever becomes of the hand.",
        ),
        "player_cut": Field(
            FLAG,
            "Whether the player who opens a shoe cuts it: a whole number from 52 to 52 x (decks - 1) that is mixed "
            "into every draw of the shoe and does not move the cut card. A shoe too small for that is not cut.",
        ),
        "show_hole_card": Field(
            one_of("always", "when_needed"),
            "At the end of which rounds a dealt hole card is turned up. 'always': of each. 'when_needed': only where a "
            "result depends on it.",
        ),
        "turn_seconds": Field(
            seconds(),
            "How long a player may think about one decision; null: no limit. The library runs no clock.",
        ),
        "betting_seconds": Field(
            seconds(),
            "How long bets are taken before a round; null: no limit. The library runs no clock.",
        ),
        "intermission_seconds": Field(
            seconds(),
            "How long the table shows a finished round before the next; null: no limit. The library "
            "runs no clock.",
        ),
        "on_turn_timeout": Field(
            HOUSE_PLAY,
            "What the house plays for a player whose turn_seconds have run out: " + _HOUSE_PLAYS,
        ),
        "on_absence": Field(
            HOUSE_PLAY, "What the house plays for a player who has gone: " + _HOUSE_PLAYS
        ),
        "resume_seconds": Field(
            seconds(),
            "How long an interrupted round waits, counted from the player's last request for it, before on_absence "
            "applies; null: for ever. The library runs no clock.",
        ),
    },
)
"""Every field of `Rules` by its name."""
