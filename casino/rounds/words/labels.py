"""Cards, hands and outcomes in the player's language."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy, pgettext, pgettext_lazy

from blackjack.actions import Action
from wallet.money.values import SCALE_DIGITS, Money
from wallet.money.words import format_money

HIDDEN = "??"
LONE_ACE = "1/11"
RESULTS = {
    "won": gettext_lazy("Round won"),
    "lost": gettext_lazy("Round lost"),
    "push": gettext_lazy("Neither won nor lost"),
    "void": gettext_lazy("Round declared void"),
    "cancelled": gettext_lazy("Round cancelled"),
    "interrupted": gettext_lazy("Finished by the house"),
}
RANKS = {
    "A": gettext_lazy("ace"),
    "2": gettext_lazy("two"),
    "3": gettext_lazy("three"),
    "4": gettext_lazy("four"),
    "5": gettext_lazy("five"),
    "6": gettext_lazy("six"),
    "7": gettext_lazy("seven"),
    "8": gettext_lazy("eight"),
    "9": gettext_lazy("nine"),
    "T": gettext_lazy("ten"),
    "J": gettext_lazy("jack"),
    "Q": gettext_lazy("queen"),
    "K": gettext_lazy("king"),
}
SUITS = {
    "C": gettext_lazy("clubs"),
    "D": gettext_lazy("diamonds"),
    "H": gettext_lazy("hearts"),
    "S": gettext_lazy("spades"),
}
OUTCOMES = {
    "blackjack": pgettext_lazy("outcome", "blackjack"),
    "win": pgettext_lazy("outcome", "won"),
    "push": pgettext_lazy("outcome", "push"),
    "lose": pgettext_lazy("outcome", "lost"),
    "bust": pgettext_lazy("outcome", "bust"),
    "surrender": pgettext_lazy("outcome", "surrendered"),
    "even_money": pgettext_lazy("outcome", "even money"),
    "charlie": pgettext_lazy("outcome", "Charlie"),
}
OWN_OUTCOMES = {**OUTCOMES, "surrender": pgettext_lazy("to the player", "surrendered")}
"""Outcomes of the player's own hands; Spanish uses the second person."""
ACTIONS = {
    "hit": pgettext_lazy("action", "Hit"),
    "stand": pgettext_lazy("action", "Stand"),
    "double": pgettext_lazy("action", "Double"),
    "split": pgettext_lazy("action", "Split"),
    "surrender": pgettext_lazy("action", "Surrender"),
    "insure": pgettext_lazy("action", "Insurance"),
    "even_money": pgettext_lazy("action", "Even money"),
    "decline": pgettext_lazy("action", "No insurance"),
}
PLAY_ON = pgettext_lazy("action", "Play on")
AMOUNTS = {
    "double": gettext_lazy("Added by a double"),
    "insure": gettext_lazy("Insured for"),
}
KEYS = {
    "hit": "H",
    "stand": "S",
    "double": "D",
    "split": "P",
    "surrender": "R",
    "insure": "Y",
    "even_money": "E",
    "decline": "N",
}


def card_name(code: str) -> str:
    """Return the name of a card, "ten of hearts" for `TH`, or of the face-down card."""
    if code == HIDDEN:
        return _("face-down card")
    return _("%(rank)s of %(suit)s") % {"rank": RANKS[code[0]], "suit": SUITS[code[1]]}


def hand_label(hand: Mapping[str, Any], *, told_you: bool = False) -> str:
    """Return a hand's total: "soft 17", "1/11" for an ace alone, "23, bust", "blackjack".

    `told_you` is for a sentence addressed to the player; Spanish then uses the second person.
    """
    if hand.get("blackjack") or hand.get("outcome") == "blackjack":
        return _("blackjack")
    if hand["total"] > 21:  # noqa: PLR2004 - blackjack's highest total
        told = pgettext("to the player", "%(total)d, bust") if told_you else _("%(total)d, bust")
        return told % {"total": hand["total"]}
    if hand["soft"]:
        alone = len(hand["cards"]) == 1
        return LONE_ACE if alone else _("soft %(total)d") % {"total": hand["total"]}
    return str(hand["total"])


def place_label(seat: int, hand: int, *, seats: int, hands: int) -> str:
    """Return the label of a hand by box and number; "" if it is the only one."""
    if seats > 1 and hands > 1:
        return _("Box %(seat)d, hand %(n)d") % {"seat": seat, "n": hand}
    if seats > 1:
        return _("Box %(n)d") % {"n": seat}
    return _("Hand %(n)d") % {"n": hand} if hands > 1 else ""


def cards_label(codes: list[str]) -> str:
    """Return the names of cards, for screen readers."""
    return ", ".join(card_name(code) for code in codes)


def result_label(net: Money) -> str:
    """Describe the net result of a round in a sentence."""
    if net.units > 0:
        return _("You win %(amount)s.") % {"amount": format_money(net)}
    if net.units < 0:
        return _("You lose %(amount)s.") % {"amount": format_money(-net)}
    return _("Push: you get your bet back.")


def verb_label(verb: str) -> str:
    """Return the button label of a verb; "" for an empty verb."""
    if not verb:
        return ""
    return str(PLAY_ON if verb == "decline" else ACTIONS[verb])


def action_label(action: str) -> str:
    """Return the button label of a stored decision."""
    return verb_label(Action.parse(action, SCALE_DIGITS).verb)
