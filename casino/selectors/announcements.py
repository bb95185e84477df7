"""What the status region reads out after each request: the last event, once."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from blackjack.round import Round as Play
from casino.wording import OUTCOMES, cards_said, hand_label

Facts = Mapping[str, Any]
IN_THE_LABEL = ("bust", "blackjack")  # outcomes that the hand's total says already


def said(facts: Facts, states: list[Play], result: str) -> list[str]:
    """The deal, the last decision's cards, or a finished round with all its hands."""
    if len(states) > 1:
        return list(_since(states[-2].public(), facts))
    end = [*_insurance({}, facts), result] if not states else []
    hands = [_hand(facts, place, hand["cards"]) for place, hand in enumerate(_hands(facts))]
    return [*hands, _dealer(facts["dealer"]), *end]


def _since(before: Facts, after: Facts) -> Iterator[str]:
    """The cards that came with the last decision, hand by hand; insurance decided; then whose turn it is."""
    old = [hand["cards"] for hand in _hands(before)]
    for place, hand in enumerate(_hands(after)):
        if hand["cards"] not in old:
            yield _hand(after, place, hand["cards"][-1:])
    yield from _insurance(before, after)
    turn = after["next"]
    if turn is not None and len(_hands(after)) > 1:
        asked = _hands(after)[turn["hand"] - 1]
        yield _("Hand %(n)d is asked: %(total)s.") % {"n": turn["hand"], "total": hand_label(asked)}


def _hands(facts: Facts) -> list[Facts]:
    return [hand for seat in facts["seats"] for hand in seat["hands"]]


def _hand(facts: Facts, place: int, cards: list[str]) -> str:
    hands = _hands(facts)
    hand = hands[place]
    words = {"n": place + 1, "cards": cards_said(cards), "total": hand_label(hand)}
    many = len(hands) > 1
    line = (
        _("Hand %(n)d: %(cards)s, %(total)s.") if many else _("You: %(cards)s, %(total)s.")
    ) % words
    known = hand["outcome"] is None or hand["outcome"] in IN_THE_LABEL
    return line if known else f"{line} {str(OUTCOMES[hand['outcome']]).capitalize()}."


def _insurance(before: Facts, after: Facts) -> Iterator[str]:
    """An insurance that has been decided since."""
    earlier = [seat["insurance"] for seat in before.get("seats", [])]
    for seat in after["seats"]:
        insurance = seat["insurance"]
        if insurance and insurance["outcome"] and insurance not in earlier:
            yield _("Insurance won.") if insurance["outcome"] == "win" else _("Insurance lost.")


def _dealer(dealer: Facts) -> str:
    return _("Dealer: %(cards)s, %(total)s.") % {
        "cards": cards_said(dealer["cards"]),
        "total": hand_label(dealer),
    }
