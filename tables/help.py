"""The rules of a table in sentences, from the very value its engine plays by and its own limits."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from blackjack.rules import Rules
from tables.wording import decks

DOUBLE_ON = {
    "any": gettext_lazy("You may double on any two cards: one more card, and the hand stands."),
    "9-11": gettext_lazy(
        "You may double on two cards worth 9, 10 or 11: one more card, and the hand stands."
    ),
    "10-11": gettext_lazy(
        "You may double on two cards worth 10 or 11: one more card, and the hand stands."
    ),
    "never": gettext_lazy("Doubling is not offered."),
}
SURRENDER = {
    "none": gettext_lazy("Surrender is not offered."),
    "late": gettext_lazy(
        "Late surrender: as your first decision on your two cards, after the dealer has looked for blackjack, "
        "you may give up half your stake."
    ),
    "early": gettext_lazy(
        "Early surrender: before the dealer looks for blackjack you may give up half your stake, whatever the upcard."
    ),
    "early_vs_non_ace": gettext_lazy(
        "Early surrender: you may give up half your stake before the dealer's second card, except against an ace."
    ),
}
INSURANCE = {
    "none": gettext_lazy("Insurance is not offered."),
    "half": gettext_lazy(
        "Against an ace you may insure for half your stake. It pays 2 to 1 if the dealer has blackjack and loses otherwise."
    ),
    "up_to_half": gettext_lazy(
        "Against an ace you may insure for up to half your stake. It pays 2 to 1 if the dealer has blackjack and "
        "loses otherwise."
    ),
}
PEEK = {
    "ace_and_ten": gettext_lazy(
        "With an ace or a ten-value card up, the dealer looks for blackjack before you play."
    ),
    "ace": gettext_lazy("With an ace up, the dealer looks for blackjack before you play."),
    "never": gettext_lazy("The dealer does not look for blackjack before you play."),
}


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and its sentences."""

    title: str
    lines: list[str]


def sections(rules: Rules) -> list[Section]:
    """What can be said of the rules alone, in reading order; limits are the table's."""
    parts: list[tuple[str, Callable[[Rules], Iterator[str]]]] = [
        (_("Cards and shoe"), _shoe),
        (_("What a hand pays"), _payouts),
        (_("Doubling and splitting"), _decisions),
        (_("Insurance and surrender"), _refuges),
        (_("The dealer"), _dealer),
    ]
    written = [Section(title, list(write(rules))) for title, write in parts]
    return [*written, Section(_("If something is interrupted"), list(_interruption()))]


def _shoe(rules: Rules) -> Iterator[str]:
    yield _("Played with %(decks)s of 52 cards.") % {"decks": decks(rules)}
    yield _(
        "Cards 2 to 10 count their number, jack, queen and king 10, an ace 1 or 11, whichever is better."
    )
    if rules.cut_card is not None and rules.reshuffle == "at_penetration":
        yield _(
            "A shoe is closed after the round in which %(cards)d of its %(all)d cards are out."
        ) % {
            "cards": rules.cut_card,
            "all": rules.shoe_size,
        }
    if rules.reshuffle == "every_round":
        yield _("Every round is dealt from a fresh shoe.")
    yield _(
        "The hash of a shoe's secret is published before its first card; when the shoe closes the secret is revealed."
    )


def _payouts(rules: Rules) -> Iterator[str]:
    if rules.naturals:
        pays, to = rules.natural_odds
        yield _(
            "Blackjack (an ace and a ten-value card as your first two) pays %(pays)d to %(to)d."
        ) % {
            "pays": pays,
            "to": to,
        }
    yield _(
        "A better hand than the dealer's, or a dealer who goes over 21, pays 1 to 1. An equal hand gets its stake back."
    )
    yield _("A hand over 21 loses at once.")
    if rules.naturals and not rules.split_tens_natural:
        yield _("An ace and a ten on a split hand are 21, not blackjack.")


def _decisions(rules: Rules) -> Iterator[str]:
    yield str(DOUBLE_ON[rules.double_on])
    if rules.double_on != "never":
        yield (
            _("Split hands may be doubled.")
            if rules.double_after_split
            else _("Split hands may not be doubled.")
        )
    if rules.max_splits:
        yield _splits(rules)
    if rules.max_ace_splits:
        yield (
            _("Split aces may be played on.")
            if rules.hit_split_aces
            else _("Split aces get one card each.")
        )


def _splits(rules: Rules) -> str:
    if rules.split_by == "value":
        text = ngettext(
            "Two cards of the same value may be split, once a round.",
            "Two cards of the same value may be split, up to %(n)d times a round.",
            rules.max_splits,
        )
    else:
        text = ngettext(
            "Two cards of the same rank may be split, once a round.",
            "Two cards of the same rank may be split, up to %(n)d times a round.",
            rules.max_splits,
        )
    return text % {"n": rules.max_splits}


def _refuges(rules: Rules) -> Iterator[str]:
    yield str(INSURANCE[rules.insurance])
    yield str(SURRENDER[rules.surrender])


def _dealer(rules: Rules) -> Iterator[str]:
    yield _("The dealer draws up to 16 and stands on 17 or more.")
    yield (
        _("On a soft 17 the dealer draws.")
        if rules.soft_17 == "hit"
        else _("On a soft 17 the dealer stands.")
    )
    yield str(PEEK[rules.peek])


def _interruption() -> Iterator[str]:
    yield _(
        "A round that you leave waits for you: on any device you find it exactly as it was, your stakes held."
    )
    yield _(
        "If something fails, play at your place stops at once, your stakes stay held and staff look into it."
    )
