"""What the status region reads out after each request."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from blackjack.round import Round as Play
from casino.wording import OUTCOMES, cards_said, hand_label


def said(facts: Mapping[str, Any], states: list[Play], result: str) -> list[str]:
    """The last event in words; a finished round with all its hands."""
    if not states:
        return [*_hands(facts), _dealer(facts["dealer"]), result]
    if len(states) == 1:
        return [*_hands(facts), _dealer(facts["dealer"])]
    return _since(states[-2].public(), facts)


def _since(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """The cards that came with the last decision, hand by hand, then whose turn it is."""
    old = {tuple(hand["cards"]) for seat in before["seats"] for hand in seat["hands"]}
    changed = [
        hand for seat in after["seats"] for hand in seat["hands"] if tuple(hand["cards"]) not in old
    ]
    events = [
        _("You: %(cards)s, %(total)s.")
        % {"cards": cards_said(hand["cards"][-1:]), "total": hand_label(hand)}
        for hand in changed
    ]
    turn = after["next"]
    hands = [hand for seat in after["seats"] for hand in seat["hands"]]
    if turn is not None and len(hands) > 1:
        asked = hands[turn["hand"] - 1]
        events.append(_("Hand %(n)d: %(total)s.") % {"n": turn["hand"], "total": hand_label(asked)})
    return events


def _hands(facts: Mapping[str, Any]) -> list[str]:
    return [_hand(hand) for seat in facts["seats"] for hand in seat["hands"]]


def _hand(hand: Mapping[str, Any]) -> str:
    words = _("You: %(cards)s, %(total)s.") % {
        "cards": cards_said(hand["cards"]),
        "total": hand_label(hand),
    }
    return f"{words} {OUTCOMES[hand['outcome']]}." if hand["outcome"] else words


def _dealer(dealer: Mapping[str, Any]) -> str:
    return _("Dealer: %(cards)s, %(total)s.") % {
        "cards": cards_said(dealer["cards"]),
        "total": hand_label(dealer),
    }
