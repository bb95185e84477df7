"""Help on payouts."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from blackjack.rules import Rules
from tables.words.help.examples import Script, describe_example
from tables.words.help.telling import HelpLine, Purse

_MANY = ["2S", "2H", "AS", "AH", "AD", "AC", "2D", "2C", "3S", "3H", "3D"]
"""Low cards for long hands; their total reaches 21 only with the last one."""


def describe_payouts(rules: Rules, purse: Purse) -> Iterator[HelpLine]:
    """Yield the results from best to worst, and exceptions."""
    yield from _natural(rules, purse)
    yield HelpLine(
        _("A better hand than the dealer's pays 1 to 1."),
        describe_example(rules, purse, Script(mine="KS 9H", up="8D", second="TC")),
    )
    yield HelpLine(
        _("If the dealer goes over 21, every hand that did not pays 1 to 1."),
        describe_example(rules, purse, Script(mine="KS 2H", up="6D", second="TC", then="9S")),
    )
    yield HelpLine(
        _("A hand with the same total as the dealer's is a push: you get your bet back."),
        describe_example(rules, purse, Script(mine="KS 8H", up="8D", second="TC")),
    )
    yield HelpLine(
        _("A worse hand than the dealer's loses its stake."),
        describe_example(rules, purse, Script(mine="KS 7H", up="9D", second="TC")),
    )
    yield HelpLine(
        _("A hand over 21 loses at once, whatever the dealer gets."),
        describe_example(
            rules,
            purse,
            Script(mine="KS 6H", up="6D", second="TC", draws="QH", then="9S", actions=("hit",)),
        ),
    )
    yield from _long_hands(rules, purse)
    yield _twenty_one(rules, purse)
    if rules.inverted:
        yield HelpLine(
            _(
                "Results are inverted: at the end of a round what you would have won you lose, and what you would have lost "
                "you win."
            ),
            describe_example(rules, purse, Script(mine="KS 9H", up="8D", second="TC")),
        )


def _natural(rules: Rules, purse: Purse) -> Iterator[HelpLine]:
    if not rules.naturals:
        yield HelpLine(
            _(
                "There is no blackjack at this table: an ace and a ten-value card are an ordinary 21, yours and the dealer's."
            ),
            describe_example(rules, purse, Script(mine="AS KH", up="7D", second="TC")),
        )
        return
    pays, to = rules.natural_odds
    yield HelpLine(
        _(
            "A blackjack, an ace and a ten-value card as your first two, beats every other hand and pays %(pays)d to %(to)d."
        )
        % {"pays": pays, "to": to},
        describe_example(rules, purse, Script(mine="AS KH", up="7D", second="TC")),
    )
    yield HelpLine(
        _("If the dealer has a blackjack too, it is a push."),
        describe_example(rules, purse, Script(mine="AS KH", up="TD", second="AC")),
    )
    yield HelpLine(
        _("A dealer's blackjack beats every other hand, 21 included."),
        describe_example(
            rules,
            purse,
            Script(mine="KS 9H", up="TD", second="AC", draws="2H", actions=("hit",)),
        ),
    )


def _long_hands(rules: Rules, purse: Purse) -> Iterator[HelpLine]:
    charlie, most = rules.charlie, rules.max_cards
    if charlie is not None and (most is None or charlie <= most):
        yield HelpLine(
            _(
                "A hand of %(n)d cards that is not over 21 pays 1 to 1, whatever the dealer has but a blackjack."
            )
            % {"n": charlie},
            describe_example(rules, purse, _long(charlie)),
        )
    if most is not None:
        yield HelpLine(
            _(
                "With %(n)d cards a hand stands by itself, yours and the dealer's, and is compared as usual."
            )
            % {"n": most},
            describe_example(rules, purse, _long(most)),
        )


def _long(count: int) -> Script:
    first, second, *draws = _MANY[:count]
    return Script(
        mine=f"{first} {second}",
        up="9D",
        second="TS",
        draws=" ".join(draws),
        actions=("hit",) * len(draws),
    )


def _twenty_one(rules: Rules, purse: Purse) -> HelpLine:
    text = (
        _("A hand of 21 stands by itself.")
        if rules.auto_stand_21
        else _("A hand of 21 is asked like any other: you may draw on.")
    )
    script = Script(mine="KS 6H", up="9D", second="TC", draws="5H", actions=("hit", "stand"))
    return HelpLine(text, describe_example(rules, purse, script))
