"""Replay frames of a round: its public states, with a frame for every card drawn after the deal."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from blackjack.cards import Card
from blackjack.hands import total_of

Facts = Mapping[str, Any]
_CERTAIN = ("bust", "surrender")  # outcomes that no card of the dealer changes


class FrameKind(StrEnum):
    DEAL = "deal"
    DECISION = "decision"
    CARD = "card"
    DEALER = "dealer"
    SETTLEMENT = "settlement"


@dataclass(frozen=True, slots=True)
class Frame:
    """The table at one moment. `state` is the number of its state; `seat` and `place` identify the hand that got `card`."""

    kind: FrameKind
    state: int
    facts: Facts
    card: str = ""
    seat: int = 0
    place: int = 0


@dataclass(frozen=True, slots=True)
class _Change:
    """Difference between a state and the one before it."""

    before: Facts | None
    after: Facts
    is_split: bool

    def earlier(self, seat: Facts, number: int) -> Facts | None:
        """Return hand `number`, from 1, as it was before; None at the deal and for the two hands of a split."""
        if self.before is None:
            return None
        turn = self.before["next"]
        split = turn["hand"] if self.is_split and turn["seat"] == seat["seat"] else None
        if split is not None and number in (split, split + 1):
            return None
        wanted = number - 1 if split is not None and number > split else number
        old = next(one for one in self.before["seats"] if one["seat"] == seat["seat"])
        return next((hand for place, hand in number_hands(old) if place == wanted), None)

    def kept(self, seat: Facts, number: int, hand: Facts) -> int:
        """Return the number of cards a hand had before; all of them at the deal."""
        if self.before is None:
            return len(hand["cards"])
        old = self.earlier(seat, number)
        return 1 if old is None else len(old["cards"])

    @property
    def dealer(self) -> int:
        """Number of cards the dealer showed before."""
        return 1 if self.before is None else len(self.before["dealer"]["cards"])


def build_frames(states: Sequence[Facts], verbs: Sequence[str]) -> list[Frame]:
    """Return the frames of these states. Each state but the first follows the decision at its place in `verbs`."""
    frames: list[Frame] = []
    for number, after in enumerate(states):
        before = states[number - 1] if number else None
        change = _Change(before, after, is_split=number > 0 and verbs[number - 1] == "split")
        frames += _frames_of_change(change, number)
    return frames


def _frames_of_change(change: _Change, number: int) -> list[Frame]:
    after = change.after
    frames = [*_player_frames(change, number), *_dealer_frames(change, number)]
    if after["complete"]:
        return [*frames, Frame(FrameKind.SETTLEMENT, number, after)]
    *others, last = frames
    return [*others, Frame(last.kind, number, after, last.card, last.seat, last.place)]


def _player_frames(change: _Change, number: int) -> Iterator[Frame]:
    """Frame of the deal or decision, with the card of a hit or double; cards of a split get a frame each."""
    kind = FrameKind.DECISION if number else FrameKind.DEAL
    shown = {
        (seat["seat"], place): change.kept(seat, place, hand)
        if change.is_split
        else len(hand["cards"])
        for seat in change.after["seats"]
        for place, hand in number_hands(seat)
    }
    yield Frame(kind, number, _facts_with(change, shown, change.dealer))
    for seat in change.after["seats"]:
        for place, hand in number_hands(seat):
            for card in hand["cards"][shown[seat["seat"], place] :]:
                shown[seat["seat"], place] += 1
                facts = _facts_with(change, shown, change.dealer)
                yield Frame(FrameKind.CARD, number, facts, card, seat["seat"], place)


def _dealer_frames(change: _Change, number: int) -> Iterator[Frame]:
    cards = change.after["dealer"]["cards"]
    shown = {
        (seat["seat"], place): len(hand["cards"])
        for seat in change.after["seats"]
        for place, hand in number_hands(seat)
    }
    for count in range(change.dealer + 1, len(cards) + 1):
        facts = _facts_with(change, shown, count)
        yield Frame(FrameKind.DEALER, number, facts, cards[count - 1], 0, count)


def number_hands(seat: Facts) -> Iterator[tuple[int, Facts]]:
    """Hands of a seat with their numbers. Hands of a bet behind carry their number in the box."""
    for place, hand in enumerate(seat["hands"], 1):
        yield hand.get("hand", place), hand


def _facts_with(change: _Change, shown: Mapping[tuple[int, int], int], dealer: int) -> Facts:
    """Facts with the first `shown` cards of each hand and the first `dealer` cards of the dealer, unsettled."""
    after = change.after
    cards = after["dealer"]["cards"][:dealer]
    return {
        **after,
        "complete": False,
        "next": None,
        "dealer": {**after["dealer"], **_total(cards), "blackjack": False},
        "seats": [_seat_with(change, seat, shown) for seat in after["seats"]],
    }


def _seat_with(change: _Change, seat: Facts, shown: Mapping[tuple[int, int], int]) -> Facts:
    hands = [
        _hand_with(hand, change.earlier(seat, place), shown[seat["seat"], place])
        for place, hand in number_hands(seat)
    ]
    insurance = seat["insurance"]
    return {
        **seat,
        "hands": hands,
        "returned": None,
        "net": None,
        "insurance": insurance and _undecided(insurance),
        "side_bets": {name: _undecided(bet) for name, bet in seat["side_bets"].items()},
    }


def _hand_with(hand: Facts, before: Facts | None, count: int) -> Facts:
    cards = hand["cards"][:count]
    told = {**hand, **_total(cards)}
    if hand["outcome"] in _CERTAIN:
        return told
    if before is not None and before["cards"] == cards:
        return {**told, "outcome": before["outcome"], "payout": before["payout"]}
    return {**told, **_undecided(hand)}


def _undecided(bet: Facts) -> Facts:
    return {**bet, "outcome": None, "payout": None}


def _total(cards: list[str]) -> Facts:
    total = total_of([Card.parse(card) for card in cards])
    return {"cards": cards, "total": total.value, "soft": total.soft}
