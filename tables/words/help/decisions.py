"""Help on actions: hit, stand, double, split, surrender."""

from collections.abc import Iterator

from django.utils.translation import gettext as _, gettext_lazy, ngettext

from blackjack.rules import Rules
from tables.words.help.examples import Script, describe_example
from tables.words.help.telling import HelpLine, Purse

DOUBLE_ON = {
    "any": gettext_lazy(
        "On your first two cards you may double, whatever they are worth: you add as much again as your stake and get "
        "exactly one card more."
    ),
    "9-11": gettext_lazy(
        "On two cards worth 9, 10 or 11 you may double: you add as much again as your stake and get exactly one card more."
    ),
    "10-11": gettext_lazy(
        "On two cards worth 10 or 11 you may double: you add as much again as your stake and get exactly one card more."
    ),
}
_ELEVEN = {"mine": "6S 5H", "up": "6D", "second": "TC", "draws": "9H", "then": "8S"}

_SPLIT_AND_DOUBLE_ACES = Script(
    mine="AS AH",
    up="6D",
    second="TC",
    draws="5C 7D 4H",
    then="9S",
    actions=("split", "double", "stand"),
)
_SPLIT_AND_SURRENDER = Script(
    mine="8S 8H", up="TD", second="7C", draws="7D 9H", actions=("split", "surrender")
)


def describe_drawing(rules: Rules, purse: Purse) -> Iterator[HelpLine]:
    """Yield hit and stand."""
    yield HelpLine(
        _("Hit for another card, as often as you like until you stand or are over 21."),
        describe_example(
            rules,
            purse,
            Script(mine="5S 4H", up="9D", second="TC", draws="2H 9C", actions=("hit", "hit")),
        ),
    )
    yield HelpLine(
        _("Stand to keep your hand as it is; it is then the next hand's turn."),
        describe_example(
            rules, purse, Script(mine="KS 8H", up="9D", second="8C", actions=("stand",))
        ),
    )


def describe_doubling(rules: Rules, purse: Purse) -> Iterator[HelpLine]:
    """Yield doubling, whole and for less, and after a split."""
    if rules.double_on == "never":
        yield HelpLine(_("Doubling is not offered."))
        return
    yield HelpLine(
        str(DOUBLE_ON[rules.double_on]),
        describe_example(rules, purse, Script(**_ELEVEN, actions=("double",))),
    )
    if rules.double_for_less:
        yield HelpLine(
            _("You may add less than your stake, at least the table's minimum."),
            describe_example(
                rules,
                purse,
                Script(**_ELEVEN, actions=(f"double:{purse.double_for_less}",)),
            ),
        )
    if not (rules.max_splits or rules.max_ace_splits):
        return
    text = (
        _("Split hands may be doubled.")
        if rules.double_after_split
        else _("Split hands may not be doubled.")
    )
    yield HelpLine(
        text, describe_example(rules, purse, _split_and_double()) if rules.max_splits else ""
    )


def _split_and_double() -> Script:
    return Script(
        mine="8S 8H",
        up="6D",
        second="TC",
        draws="3C KD TH",
        then="9S",
        actions=("split", "double", "stand"),
    )


def describe_splitting(rules: Rules, purse: Purse) -> Iterator[HelpLine]:
    """Yield splitting of pairs and aces, and the rules of split hands."""
    if rules.max_splits:
        yield HelpLine(_pairs(rules), describe_example(rules, purse, _pair(rules)))
        again = _resplit("8S 8H", ("8D TH", "8C JH", "QD KC")[: rules.max_splits])
        yield HelpLine(_again(rules), describe_example(rules, purse, again))
    else:
        yield HelpLine(
            _("Only aces may be split.") if rules.max_ace_splits else _("Splitting is not offered.")
        )
    if rules.max_ace_splits:
        yield from _aces(rules, purse)
    elif rules.max_splits:
        yield HelpLine(_("Aces may not be split."))
    if rules.naturals and (rules.max_splits or rules.max_ace_splits):
        yield from _twenty_ones(rules, purse)


def _pairs(rules: Rules) -> str:
    if rules.split_by == "value":
        return _(
            "Two cards of the same value, a king and a ten for example, may be split into two hands: the new one gets a stake "
            "like the first, and each hand another card."
        )
    return _(
        "Two cards of the same rank, two kings for example but not a king and a ten, may be split into two hands: the new "
        "one gets a stake like the first, and each hand another card."
    )


def _pair(rules: Rules) -> Script:
    mine = "KS TH" if rules.split_by == "value" else "KS KH"
    actions = ("split", "stand", "stand")
    return Script(mine=mine, up="6D", second="TC", draws="9C 8D", then="8S", actions=actions)


def _again(rules: Rules) -> str:
    return ngettext(
        "You may split once in a round: the hands of a split are not split again.",
        "You may split up to %(n)d times in a round, which makes %(hands)d hands.",
        rules.max_splits,
    ) % {"n": rules.max_splits, "hands": rules.max_splits + 1}


def _resplit(mine: str, drawn: tuple[str, ...]) -> Script:
    """Return a pair split to the maximum, each new card but the last making another pair."""
    actions = ("split",) * len(drawn)
    return Script(
        mine=mine, up="6D", second="TC", draws=" ".join(drawn), then="9S", actions=actions
    )


def _aces(rules: Rules, purse: Purse) -> Iterator[HelpLine]:
    aces = Script(
        mine="AS AH",
        up="6D",
        second="TC",
        draws="5C 7D 4H" if rules.hit_split_aces else "5C 7D",
        then="9S",
        actions=("split", "hit", "stand", "stand"),
    )
    yield HelpLine(
        ngettext(
            "Aces may be split once in a round.",
            "Aces may be split up to %(n)d times in a round.",
            rules.max_ace_splits,
        )
        % {"n": rules.max_ace_splits},
        describe_example(
            rules,
            purse,
            _resplit("AS AH", ("AD 9C", "AC 8D", "5C 7D")[: rules.max_ace_splits]),
        ),
    )
    if not rules.hit_split_aces:
        yield HelpLine(
            _("Split aces get one card each and stand."), describe_example(rules, purse, aces)
        )
        return
    yield HelpLine(
        _("Split aces are played on like other hands."), describe_example(rules, purse, aces)
    )
    if rules.double_on == "any" and rules.double_after_split:
        yield HelpLine(
            _("Split aces may be doubled.")
            if rules.double_split_aces
            else _("Split aces may not be doubled."),
            describe_example(rules, purse, _SPLIT_AND_DOUBLE_ACES),
        )


def _twenty_ones(rules: Rules, purse: Purse) -> Iterator[HelpLine]:
    tens = Script(
        mine="KS KH",
        up="7D",
        second="TC",
        draws="AC 9D",
        actions=("split", "stand", "stand"),
    )
    if rules.max_splits and rules.split_tens_natural:
        yield HelpLine(
            _(
                "A split ten-value card that gets an ace is a blackjack; a split ace that gets a ten is 21."
            ),
            describe_example(rules, purse, tens),
        )
        return
    yield HelpLine(
        _("An ace and a ten-value card on a split hand are 21, not a blackjack."),
        describe_example(rules, purse, tens) if rules.max_splits else "",
    )


def describe_surrender(rules: Rules, purse: Purse) -> Iterator[HelpLine]:
    """Yield surrender and when it is possible."""
    if rules.surrender == "none":
        yield HelpLine(_("Surrender is not offered."))
        return
    half = Script(mine="KS 6H", up="TD", second="8C", actions=("surrender",))
    yield HelpLine(
        _(
            "Instead of playing your two cards you may surrender: you get half of your stake back, and the hand is over."
        ),
        describe_example(rules, purse, half),
    )
    yield from _when(rules, purse)
    if rules.max_splits or (rules.max_ace_splits and rules.hit_split_aces):
        yield HelpLine(
            _("The two cards of a split hand may be surrendered too.")
            if rules.surrender_after_split
            else _("Hands of a split may not be surrendered."),
            describe_example(rules, purse, _SPLIT_AND_SURRENDER) if rules.max_splits else "",
        )


def _when(rules: Rules, purse: Purse) -> Iterator[HelpLine]:
    lost = Script(mine="KS 6H", up="TD", second="AC", actions=("surrender",))
    if rules.surrender == "late":
        yield HelpLine(
            _(
                "It is your first decision, after the dealer has looked for blackjack (late surrender)."
            )
            if rules.naturals
            else _("It is your first decision (late surrender)."),
            describe_example(
                rules, purse, Script(mine="KS 6H", up="AD", second="KC", actions=("surrender",))
            ),
        )
        if rules.naturals and rules.peek != "ace_and_ten":
            yield HelpLine(
                _(
                    "If the dealer has a blackjack that was not looked for before, a surrendered hand gets nothing back."
                ),
                describe_example(rules, purse, lost),
            )
        return
    if rules.surrender == "early_vs_non_ace":
        against_ace = Script(mine="KS 6H", up="AD", second="8C", actions=("surrender",))
        yield HelpLine(
            _("Against an ace you may not surrender."), describe_example(rules, purse, against_ace)
        )
    if rules.naturals:
        yield HelpLine(
            _(
                "Against a card that may make a blackjack you are asked before the dealer looks for it or draws the second "
                "card, and keep your half whatever comes (early surrender); a blackjack of yours is not asked."
            ),
            describe_example(rules, purse, lost),
        )
    else:
        yield HelpLine(
            _("It is your first decision, whatever the dealer gets afterwards (early surrender)."),
            describe_example(rules, purse, lost),
        )
