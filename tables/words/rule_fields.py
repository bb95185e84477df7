"""Fields of the rules for people: groups, names, descriptions, values in words.

`blackjack.fields` defines the values; `tests/tables/test_rule_fields.py` checks that none is missing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _, gettext_lazy, pgettext_lazy

from internals.texts import Text
from tables.words.rules import SIDE_BETS, SIDE_OUTCOMES

Words = Text
SHARE: Final = "penetration"
ODDS: Final = "blackjack_pays"
SIDES: Final = "side_bets"
CLOCKS: Final = ("turn_seconds", "betting_seconds", "intermission_seconds", "resume_seconds")


@dataclass(frozen=True, slots=True)
class FieldDescription:
    """A field's name and description; `choices` are its values in words."""

    label: Words
    note: Words = ""
    choices: Mapping[Any, Words] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """Fields under one heading; `folded` if few rule sets change them."""

    key: str
    title: Words
    fields: Mapping[str, FieldDescription]
    folded: bool = False


def _numbers(low: int, high: int, **others: Words) -> dict[Any, Words]:
    return {**{number: str(number) for number in range(low, high + 1)}, **others}


_FLAG: Final = {True: gettext_lazy("yes"), False: gettext_lazy("no")}
_NONE: Final = gettext_lazy("none")
_SPLITS: Final = _numbers(0, 3)
_CARDS: Final[dict[Any, Words]] = {None: gettext_lazy("not used"), **_numbers(5, 11)}
_HOUSE_PLAYS: Final = {
    "stand": gettext_lazy("stands"),
    "basic_strategy": gettext_lazy("plays by the chart"),
    "hit_or_stand": gettext_lazy("by the chart, no new money"),
}
_HOUSE_NOTE: Final = gettext_lazy(
    "Stands: and declines every offer. No new money: neither doubles nor splits."
)


def _flag(label: Words, note: Words = "") -> FieldDescription:
    return FieldDescription(label, note, _FLAG)


_SHOE: Final = FieldGroup(
    "shoe",
    gettext_lazy("The shoe"),
    {
        "decks": FieldDescription(
            gettext_lazy("Decks"),
            gettext_lazy("Infinite decks draw every card from all 52."),
            _numbers(1, 8, infinite=gettext_lazy("infinite")),
        ),
        "reshuffle": FieldDescription(
            gettext_lazy("A shoe ends"),
            gettext_lazy("The round that reaches the cut card is played to its end."),
            {
                "at_penetration": gettext_lazy("at the cut card"),
                "every_round": gettext_lazy("after every round"),
                "when_empty": gettext_lazy("never by itself"),
            },
        ),
        SHARE: FieldDescription(
            gettext_lazy("Share of the shoe before the cut card"),
            gettext_lazy("From 0.10 to 0.95; counts where a shoe ends at its cut card."),
        ),
        "burn_cards": FieldDescription(
            gettext_lazy("Burn cards"),
            gettext_lazy("Laid aside unseen when a shoe opens."),
            _numbers(0, 10),
        ),
        "player_cut": _flag(
            gettext_lazy("The player cuts a new shoe"),
            gettext_lazy("The cut is mixed into every draw of the shoe."),
        ),
    },
)
_DEALER: Final = FieldGroup(
    "dealer",
    gettext_lazy("The dealer"),
    {
        "soft_17": FieldDescription(
            gettext_lazy("Soft 17"),
            "",
            {"hit": gettext_lazy("draws (H17)"), "stand": gettext_lazy("stands (S17)")},
        ),
        "hole_card": FieldDescription(
            gettext_lazy("Hole card"),
            gettext_lazy("American: dealt face down. European: drawn after all players."),
            {
                "dealt": gettext_lazy("dealt (American)"),
                "not_dealt": gettext_lazy("not dealt (European)"),
            },
        ),
        "peek": FieldDescription(
            gettext_lazy("Dealer peeks for blackjack"),
            gettext_lazy("Never, where no hole card is dealt."),
            {
                "ace_and_ten": gettext_lazy("behind an ace and a ten"),
                "ace": gettext_lazy("behind an ace"),
                "never": gettext_lazy("never"),
            },
        ),
        "dealer_blackjack_takes": FieldDescription(
            gettext_lazy("A dealer blackjack without a peek takes"),
            gettext_lazy("What players lose to a dealer's blackjack that only shows at the end."),
            {
                "all_bets": gettext_lazy("all bets"),
                "all_but_doubles": gettext_lazy("all but doubles"),
                "original_bet": gettext_lazy("the original bet only"),
            },
        ),
        "show_hole_card": FieldDescription(
            gettext_lazy("The hole card is turned up"),
            gettext_lazy("If needed: where a result depends on it."),
            {
                "always": gettext_lazy("in every round"),
                "when_needed": gettext_lazy("if needed"),
            },
        ),
    },
)
_NATURAL: Final = FieldGroup(
    "natural",
    gettext_lazy("Blackjack, insurance and surrender"),
    {
        "naturals": _flag(
            gettext_lazy("An ace and a ten are a blackjack"),
            gettext_lazy("Without it there is no peek, no insurance and no even money."),
        ),
        ODDS: FieldDescription(
            gettext_lazy("A blackjack pays"),
            gettext_lazy("Two whole numbers, such as 3:2 or 6:5."),
        ),
        "insurance": FieldDescription(
            gettext_lazy("Insurance"),
            gettext_lazy("Offered against an ace; pays 2 to 1."),
            {
                "none": _NONE,
                "half": gettext_lazy("half of the stake"),
                "up_to_half": gettext_lazy("any amount up to half"),
            },
        ),
        "even_money": _flag(
            gettext_lazy("Even money"),
            gettext_lazy("A blackjack against an ace may be paid 1 to 1 at once."),
        ),
        "surrender": FieldDescription(
            gettext_lazy("Surrender"),
            gettext_lazy(
                "Giving up half of the stake as the first decision. Early: before the dealer looks for blackjack; late: afterwards."
            ),
            {
                "none": _NONE,
                "late": pgettext_lazy("surrender", "late"),
                "early_vs_non_ace": gettext_lazy("early, except against an ace"),
                "early": gettext_lazy("early, against any card"),
            },
        ),
        "surrender_after_split": _flag(gettext_lazy("Surrender after a split")),
    },
)
_HANDS: Final = FieldGroup(
    "hands",
    gettext_lazy("Doubling and splitting"),
    {
        "double_on": FieldDescription(
            gettext_lazy("Doubling on"),
            "",
            {
                "any": gettext_lazy("any two cards"),
                "9-11": gettext_lazy("9 to 11"),
                "10-11": gettext_lazy("10 and 11"),
                "never": gettext_lazy("nothing"),
            },
        ),
        "double_after_split": _flag(gettext_lazy("Doubling after a split")),
        "double_for_less": _flag(
            gettext_lazy("Doubling for less than the stake"),
            gettext_lazy("The player chooses the amount. It does not change the RTP."),
        ),
        "split_by": FieldDescription(
            gettext_lazy("A pair is"),
            gettext_lazy("A ten and a king have the same value, but not the same rank."),
            {
                "value": gettext_lazy("two cards of one value"),
                "rank": gettext_lazy("two cards of one rank"),
            },
        ),
        "max_splits": FieldDescription(
            gettext_lazy("Splits of a box"),
            gettext_lazy("Three splits make four hands."),
            _SPLITS,
        ),
        "max_ace_splits": FieldDescription(gettext_lazy("Splits of aces"), "", _SPLITS),
        "hit_split_aces": _flag(
            gettext_lazy("Split aces are played on"),
            gettext_lazy("If not, each gets one card."),
        ),
        "double_split_aces": _flag(gettext_lazy("Split aces may be doubled")),
        "split_tens_natural": _flag(
            gettext_lazy("A split ten with an ace is a blackjack"),
            gettext_lazy("If not, it is an ordinary 21."),
        ),
    },
)
_ENDS: Final = FieldGroup(
    "ends",
    gettext_lazy("How hands end"),
    {
        "auto_stand_21": _flag(
            gettext_lazy("21 stands by itself"), gettext_lazy("If not, the player is asked.")
        ),
        "charlie": FieldDescription(
            gettext_lazy("Charlie"),
            gettext_lazy("With so many cards a hand that is not bust wins 1 to 1."),
            _CARDS,
        ),
        "max_cards": FieldDescription(
            gettext_lazy("Most cards of a hand"),
            gettext_lazy("With so many cards a hand stands, the dealer's too."),
            _CARDS,
        ),
        "inverted": _flag(
            gettext_lazy("Results are inverted"),
            gettext_lazy("What would be won is lost, and the reverse. For play money only."),
        ),
    },
    folded=True,
)
_BOXES: Final = FieldGroup(
    "boxes",
    gettext_lazy("Boxes"),
    {
        "seats": FieldDescription(gettext_lazy("Boxes of the table"), "", _numbers(1, 7)),
        "seats_per_player": FieldDescription(
            gettext_lazy("Boxes of one player"), "", _numbers(1, 7)
        ),
        "bettors_per_seat": FieldDescription(
            gettext_lazy("Bettors on a box"),
            gettext_lazy("The first decides, the others bet behind."),
            _numbers(1, 3),
        ),
    },
)
_LIVE_ONLY: Final = gettext_lazy("At live tables. Leave it empty for no limit.")
_TIME: Final = FieldGroup(
    "time",
    gettext_lazy("Time and absence"),
    {
        "turn_seconds": FieldDescription(gettext_lazy("Seconds for a decision"), _LIVE_ONLY),
        "betting_seconds": FieldDescription(gettext_lazy("Seconds for bets"), _LIVE_ONLY),
        "intermission_seconds": FieldDescription(
            gettext_lazy("Seconds between rounds"), _LIVE_ONLY
        ),
        "on_turn_timeout": FieldDescription(
            gettext_lazy("When the time for a decision is up the house"), _HOUSE_NOTE, _HOUSE_PLAYS
        ),
        "resume_seconds": FieldDescription(
            gettext_lazy("Seconds that an interrupted round waits"),
            gettext_lazy("Leave it empty for no limit."),
        ),
        "on_absence": FieldDescription(
            gettext_lazy("For a player who has gone the house"), _HOUSE_NOTE, _HOUSE_PLAYS
        ),
    },
    folded=True,
)
GROUPS: Final = (_SHOE, _DEALER, _NATURAL, _HANDS, _ENDS, _BOXES, _TIME)
DESCRIBED: Final = {name: one for group in GROUPS for name, one in group.fields.items()}
_SIDE_LABEL: Final = pgettext_lazy("rules", "Side bets")


def field_label(name: str) -> Words:
    return _SIDE_LABEL if name == SIDES else DESCRIBED[name].label


def field_value(name: str, value: Any) -> str:
    if name == SIDES:
        return _sides(value)
    choices = DESCRIBED[name].choices
    if value in choices:
        return str(choices[value])
    if name == SHARE:
        return number_format(value, use_l10n=True)
    if name in CLOCKS:
        return _("no limit") if value is None else str(value)
    return str(value)


def _sides(sides: Mapping[str, Mapping[str, int]]) -> str:
    """Return each side bet with its odds: "Player pair (perfect pair 25:1, …)"."""
    if not sides:
        return str(_NONE)
    return "; ".join(
        f"{SIDE_BETS[name]} ({', '.join(f'{SIDE_OUTCOMES[end]} {odds}:1' for end, odds in table.items())})"
        for name, table in sides.items()
    )
