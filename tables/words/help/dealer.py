"""Help on the dealer's cards, and the bets on them: insurance and even money."""

from collections.abc import Iterator

from django.utils.translation import gettext as _, gettext_lazy

from blackjack.rules import Rules
from tables.words.help.examples import Script, describe_example
from tables.words.help.telling import HelpLine, Purse

PEEK = {
    "ace_and_ten": gettext_lazy(
        "With an ace or a ten-value card up, the dealer looks for a blackjack before you play; one that is found ends the "
        "round."
    ),
    "ace": gettext_lazy(
        "With an ace up, the dealer looks for a blackjack before you play, and one that is found ends the round; with a "
        "ten-value card up it shows only at the end."
    ),
    "never": gettext_lazy(
        "The dealer does not look for a blackjack before you play: it shows only at the end."
    ),
}
TAKES = {
    "all_bets": gettext_lazy(
        "A dealer's blackjack that shows only at the end takes all that you staked on the hands, with splits and doubles."
    ),
    "all_but_doubles": gettext_lazy(
        "From a dealer's blackjack that shows only at the end, what you added by doubling comes back, except on hands over "
        "21."
    ),
    "original_bet": gettext_lazy(
        "A dealer's blackjack that shows only at the end takes your first stake alone: what you added by splitting and "
        "doubling comes back, even from hands over 21."
    ),
}


def describe_dealer(rules: Rules, purse: Purse) -> Iterator[HelpLine]:
    """Yield how the dealer deals, peeks, draws and shows."""
    yield HelpLine(
        _("The dealer gets one card face up and one face down.")
        if rules.hole_card == "dealt"
        else _(
            "The dealer gets one card, face up, and the second one only when all hands have been played."
        ),
        describe_example(
            rules, purse, Script(mine="KS 9H", up="9D", second="8C", actions=("stand",))
        ),
    )
    yield HelpLine(
        _(
            "When all hands have been played, the dealer draws on 16 or less and stands on 17 or more. The dealer never "
            "doubles, splits or surrenders."
        ),
        describe_example(rules, purse, Script(mine="KS 9H", up="9D", second="6C", then="5H")),
    )
    yield HelpLine(
        _("On a soft 17 the dealer draws.")
        if rules.soft_17 == "hit"
        else _("On a soft 17 the dealer stands."),
        describe_example(rules, purse, Script(mine="KS 8H", up="6D", second="AC", then="4H")),
    )
    if rules.naturals:
        yield from _blackjack(rules, purse)
    if rules.show_hole_card == "when_needed" and rules.hole_card == "dealt":
        yield HelpLine(
            _(
                "A second card on which no result depends stays face down at the end of the round, until the shoe's secret is "
                "revealed."
            ),
            describe_example(
                rules,
                purse,
                Script(mine="KS 6H", up="6D", second="TC", draws="QH", actions=("hit",)),
            ),
        )


def _blackjack(rules: Rules, purse: Purse) -> Iterator[HelpLine]:
    yield HelpLine(
        str(PEEK[rules.peek]),
        describe_example(
            rules, purse, Script(mine="KS 9H", up="TD", second="AC", actions=("stand",))
        ),
    )
    if rules.peek != "ace_and_ten":
        split = Script(
            mine="8S 8H",
            up="TD",
            second="AC",
            draws="3C KD TH",
            actions=("split", "double", "stand"),
        )
        yield HelpLine(
            str(TAKES[rules.dealer_blackjack_takes]), describe_example(rules, purse, split)
        )


def describe_insurance(rules: Rules, purse: Purse) -> Iterator[HelpLine]:
    """Yield insurance and even money; without naturals there is no insurance."""
    if not rules.naturals:
        yield HelpLine(_("Insurance is not offered: the dealer has no blackjack at this table."))
        return
    if rules.insurance == "none":
        yield HelpLine(_("Insurance is not offered."))
    else:
        yield from _describe_insurance(rules, purse)
    if rules.even_money:
        even = Script(mine="AS KH", up="AD", second="9C", actions=("even_money",))
        yield HelpLine(
            _(
                "With a blackjack against an ace you may take even money: 1 to 1 at once, whatever the dealer has."
            ),
            describe_example(rules, purse, even),
        )


def _describe_insurance(rules: Rules, purse: Purse) -> Iterator[HelpLine]:
    partly = rules.insurance == "up_to_half"
    action = f"insure:{purse.part_of_insurance}" if partly else "insure"
    won = Script(mine="KS 9H", up="AD", second="KC", actions=(action, "stand"))
    lost = Script(mine="KS 9H", up="AD", second="8C", actions=(action, "stand"))
    yield HelpLine(
        _(
            "Against an ace you may take insurance, before anything else, for any amount up to half of your stake."
        )
        if partly
        else _(
            "Against an ace you may take insurance, before anything else, for half of your stake."
        )
    )
    yield HelpLine(
        _("If the dealer has a blackjack, insurance pays 2 to 1."),
        describe_example(rules, purse, won),
    )
    yield HelpLine(
        _("If not, insurance is lost and the hand goes on. It covers your first hand only."),
        describe_example(rules, purse, lost),
    )
