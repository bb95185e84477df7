"""Announcements of the last event of a round, for screen readers."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from blackjack.deal import Deal
from casino.rounds.words.labels import OUTCOMES, cards_label, hand_label, place_label
from tables.words.rules import SIDE_BETS, SIDE_OUTCOMES

Facts = Mapping[str, Any]
IN_THE_LABEL = ("bust", "blackjack")  # outcomes that `hand_label` names already


def announce_round(facts: Facts, states: list[Deal], result: str) -> list[str]:
    """Return the lines about the deal, the last decision's cards, or a finished round with all its hands."""
    if len(states) > 1:
        return list(_since(states[-2].public(), facts)) or list(_asked(facts))
    end = [*_insurance({}, facts), result] if not states else []
    hands = [_hand(facts, seat, place) for seat, place in _places(facts)]
    return [*hands, _dealer(facts["dealer"]), *_side_bets({}, facts), *end]


def _since(before: Facts, after: Facts) -> Iterator[str]:
    """New cards since the last decision by hand, insurance decisions, then the turn."""
    old = {seat["seat"]: [hand["cards"] for hand in seat["hands"]] for seat in before["seats"]}
    for seat, place in _places(after):
        cards = seat["hands"][place]["cards"]
        if cards not in old[seat["seat"]]:
            yield _hand(after, seat, place, cards[-1:])
    yield from _insurance(before, after)
    yield from _side_bets(before, after)
    turn = after["next"]
    if turn is not None and len(_places(after)) > 1:
        seat = next(seat for seat in after["seats"] if seat["seat"] == turn["seat"])
        asked = {"total": hand_label(seat["hands"][turn["hand"] - 1])}
        asked["place"] = _name(after, seat, turn["hand"] - 1)
        yield _("%(place)s: %(total)s. Your turn.") % asked


def _asked(facts: Facts) -> Iterator[str]:
    """Announce that the hand continues after a decision without visible change."""
    if facts["next"] is not None:
        seat, place = _places(facts)[0]
        yield _("Your turn: %(total)s.") % {"total": hand_label(seat["hands"][place])}


def _places(facts: Facts) -> list[tuple[Facts, int]]:
    """Every hand of the round: its seat, and its index there from 0."""
    return [(seat, place) for seat in facts["seats"] for place in range(len(seat["hands"]))]


def _name(facts: Facts, seat: Facts, place: int) -> str:
    hands = len(seat["hands"])
    return place_label(seat["seat"], place + 1, seats=len(facts["seats"]), hands=hands)


def _hand(facts: Facts, seat: Facts, place: int, cards: list[str] | None = None) -> str:
    """A hand with its new cards, by default all."""
    hand = seat["hands"][place]
    name = _name(facts, seat, place)
    words = {
        "place": name or _("You"),
        "cards": cards_label(hand["cards"] if cards is None else cards),
        "total": hand_label(hand, told_you=not name),
    }
    line = _("%(place)s: %(cards)s, %(total)s.") % words
    known = hand["outcome"] is None or hand["outcome"] in IN_THE_LABEL
    return line if known else f"{line} {str(OUTCOMES[hand['outcome']]).capitalize()}."


def _insurance(before: Facts, after: Facts) -> Iterator[str]:
    """Insurance decided since `before`."""
    earlier = {seat["seat"]: seat["insurance"] for seat in before.get("seats", [])}
    for seat in after["seats"]:
        insurance = seat["insurance"]
        if insurance and insurance["outcome"] and insurance != earlier.get(seat["seat"]):
            line = _("Insurance won.") if insurance["outcome"] == "win" else _("Insurance lost.")
            yield _of_box(after, seat, line)


def _side_bets(before: Facts, after: Facts) -> Iterator[str]:
    """Side bets won since `before`."""
    earlier = {seat["seat"]: seat["side_bets"] for seat in before.get("seats", [])}
    for seat in after["seats"]:
        for name, bet in seat["side_bets"].items():
            if bet["outcome"] and bet != earlier.get(seat["seat"], {}).get(name):
                words = {"bet": SIDE_BETS[name], "outcome": SIDE_OUTCOMES[bet["outcome"]]}
                yield _of_box(after, seat, _("%(bet)s won: %(outcome)s.") % words)


def _of_box(facts: Facts, seat: Facts, line: str) -> str:
    """Put the box before a line if there are several."""
    box = place_label(seat["seat"], 1, seats=len(facts["seats"]), hands=1)
    return f"{box}: {line}" if box else line


def _dealer(dealer: Facts) -> str:
    return _("Dealer: %(cards)s, %(total)s.") % {
        "cards": cards_label(dealer["cards"]),
        "total": hand_label(dealer),
    }
