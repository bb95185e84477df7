"""Rules of a table in at most ten lines, for players in a hurry."""

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext as _, gettext_lazy, ngettext

from blackjack.rules import Rules
from tables.words.rules import format_decks

_DOUBLE: Final = {
    "any": gettext_lazy("Double: double your bet on your first two cards and get one more card."),
    "9-11": gettext_lazy(
        "Double: double your bet on two cards worth 9, 10 or 11 and get one more card."
    ),
    "10-11": gettext_lazy(
        "Double: double your bet on two cards worth 10 or 11 and get one more card."
    ),
}
_SURRENDER: Final = {
    "late": gettext_lazy("Surrender: give up your first two cards and get half your bet back."),
    "early": gettext_lazy(
        "Surrender: give up your first two cards, even before the dealer looks for a blackjack, and get half your bet back."
    ),
    "early_vs_non_ace": gettext_lazy(
        "Surrender: give up your first two cards and get half your bet back; against an ace only after the dealer has looked for a blackjack."
    ),
}


def summarize_rules(rules: Rules) -> tuple[str, ...]:
    """Return goal, payouts, dealer, moves and cards of these rules as lines."""
    return (*_game(rules), *_moves(rules), *_table(rules))


def _game(rules: Rules) -> Iterator[str]:
    if rules.inverted:
        yield _("Results are inverted: you win what the hand loses, and lose what it wins.")
    yield _(
        "Get closer to 21 than the dealer without going over. Face cards count 10, an ace 1 or 11."
    )
    if rules.naturals:
        pays, to = rules.natural_odds
        yield _(
            "An ace with a ten-value card is a blackjack and pays %(pays)d to %(to)d; other wins pay 1 to 1."
        ) % {"pays": pays, "to": to}
    else:
        yield _("Wins pay 1 to 1. There is no blackjack bonus.")
    if not rules.inverted:
        yield _("A push returns your bet.")
    if rules.soft_17 == "hit":
        yield _("The dealer hits up to 16 and on a soft 17.")
    else:
        yield _("The dealer hits up to 16 and stands on every 17.")


def _moves(rules: Rules) -> Iterator[str]:
    if rules.double_on != "never":
        yield str(_DOUBLE[rules.double_on])
    hands = max(rules.max_splits, rules.max_ace_splits) + 1
    if hands > 1:
        alike = _("two cards of the same value") if rules.split_by == "value" else _("a pair")
        yield _("Split: play %(alike)s as two hands with a second bet, up to %(n)d hands.") % {
            "alike": alike,
            "n": hands,
        }
    if rules.surrender != "none":
        yield str(_SURRENDER[rules.surrender])
    if rules.naturals and rules.insurance != "none":
        yield _("Insurance against a dealer's blackjack pays 2 to 1. Over time it loses money.")


def _table(rules: Rules) -> Iterator[str]:
    boxes = rules.boxes_per_player
    yield ngettext(
        "%(decks)s; you play %(n)d box.", "%(decks)s; you play up to %(n)d boxes.", boxes
    ) % {"decks": format_decks(rules), "n": boxes}
