"""A finished round step by step: the deal, each decision, each card and the settlement, from stored facts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from blackjack.actions import Action
from blackjack.deal import Deal
from casino.models import Decision, Round
from casino.rounds.selectors.hand_facts import RoundFacts
from casino.rounds.values.chips import convert_chips
from casino.rounds.values.replay_frames import Frame, FrameKind, build_frames
from casino.rounds.words.labels import (
    action_label,
    card_name,
    hand_label,
    place_label,
    verb_label,
)
from casino.rounds.words.round_view import DealerView, SeatView, dealer_view, seat_views
from journal.refusals import NotFound
from wallet.money.values import SCALE_DIGITS, Money


@dataclass(frozen=True, slots=True)
class Felt:
    """Cards and chips on the table."""

    dealer: DealerView | None
    seats: list[SeatView]


@dataclass(frozen=True, slots=True)
class ReplayStepName:
    """An entry in the list of steps. `is_decision`: by the player, with `early` before the turn, or by the house."""

    number: int
    happened: str
    is_decision: bool
    by_house: bool
    early: bool


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One moment of a replay: what happened and when, the table, and money so far.

    `last` is the number of the last step. `about`, `hint` (the chart's advice if requested) and `added` (new
    money) are set for a decision.
    """

    name: ReplayStepName
    last: int
    about: str
    at: datetime
    hint: str
    added: Money
    felt: Felt
    staked: Money
    returned: Money | None
    matches: bool

    @property
    def number(self) -> int:
        return self.name.number

    @property
    def happened(self) -> str:
        return self.name.happened

    @property
    def by_house(self) -> bool:
        return self.name.by_house

    @property
    def before(self) -> int:
        """Number of the step before; the first step's is its own."""
        return max(0, self.number - 1)

    @property
    def after(self) -> int:
        """Number of the step after; the last step's is its own."""
        return min(self.last, self.number + 1)


@dataclass(frozen=True, slots=True)
class Replay:
    """A finished round and its frames."""

    hand: RoundFacts
    frames: Sequence[Frame]

    def step(self, number: int) -> ReplayStep:
        """Return the step with this number, from 0. Raises `NotFound`."""
        if not 0 <= number < len(self.frames):
            raise NotFound
        hand, frame = self.hand, self.frames[number]
        facts, made = frame.facts, self._decision(frame)
        returned = [seat["returned"] for seat in facts["seats"]]
        known = facts["complete"] and None not in returned
        return ReplayStep(
            name=self._name(number, frame),
            last=len(self.frames) - 1,
            about=describe_situation(hand, made.step) if made else "",
            at=hand.decisions[frame.state - 1].made_at if frame.state else hand.round.started_at,
            hint=verb_label(hand.hints.get(made.step, "")) if made else "",
            added=hand.round.money(made.amount if made else 0),
            felt=build_felt(hand.round, facts),
            staked=hand.round.money(sum(seat["staked"] for seat in facts["seats"])),
            returned=hand.round.money(sum(returned)) if known else None,
            matches=_matches(hand, frame.state),
        )

    @property
    def names(self) -> list[ReplayStepName]:
        """Names of all steps, in order."""
        return [self._name(number, frame) for number, frame in enumerate(self.frames)]

    def _decision(self, frame: Frame) -> Decision | None:
        return self.hand.decisions[frame.state - 1] if frame.kind == FrameKind.DECISION else None

    def _name(self, number: int, frame: Frame) -> ReplayStepName:
        made = self._decision(frame)
        happened = describe_decision(self.hand, made) if made else self._describe(frame)
        if made is None:
            return ReplayStepName(number, happened, is_decision=False, by_house=False, early=False)
        return ReplayStepName(
            number, happened, is_decision=True, by_house=made.by_house, early=made.early
        )

    def _describe(self, frame: Frame) -> str:
        if frame.kind == FrameKind.DEAL:
            return _("The deal")
        if frame.kind == FrameKind.SETTLEMENT:
            return _("Settlement")
        words = {"card": card_name(frame.card)}
        if frame.kind == FrameKind.CARD:
            seat = next(one for one in frame.facts["seats"] if one["seat"] == frame.seat)
            counts = {"seats": len(frame.facts["seats"]), "hands": len(seat["hands"])}
            where = place_label(frame.seat, frame.place, **counts)
            return f"{where}: {words['card']}" if where else _("Card: %(card)s") % words
        second = frame.place == 2  # noqa: PLR2004  the dealer's second card
        if second and self.hand.round.version.rules.hole_card == "dealt":
            return _("Hole card: %(card)s") % words
        return _("Dealer draws: %(card)s") % words


def build_replay(hand: RoundFacts) -> Replay:
    """Return the replay of a round, without frames if it cannot be replayed."""
    facts = [state.public_for(hand.round.bettor_by_box) for state in hand.states]
    verbs = [Action.parse(made.action, SCALE_DIGITS).verb for made in hand.decisions]
    return Replay(hand, build_frames(facts, verbs))


def describe_decision(hand: RoundFacts, made: Decision) -> str:
    """Describe a decision, in a round of several hands with the hand it was made on.

    Example: "Box 2, hand 1: 16 against 10: Hit".
    """
    action = action_label(made.action)
    if made.step >= len(hand.states) or not _place_of(hand.states[made.step]):
        return action
    return f"{describe_situation(hand, made.step)}: {action}"


def describe_situation(hand: RoundFacts, step: int) -> str:
    """Describe the hand of a decision and the upcard; "" if the state is not known."""
    return describe_state(hand.states[step]) if step < len(hand.states) else ""


def describe_state(state: Deal) -> str:
    """Describe the hand in turn: "Box 2, hand 1: 16 against 10", without a place if it is the only hand."""
    box, place = state.in_turn
    facts = state.public()
    shown = next(one for one in facts["seats"] if one["seat"] == box.number)
    words = {"hand": hand_label(shown["hands"][place]), "dealer": hand_label(facts["dealer"])}
    against = _("%(hand)s against %(dealer)s") % words
    where = _place_of(state)
    return f"{where}: {against}" if where else against


def _place_of(state: Deal) -> str:
    box, place = state.in_turn
    return place_label(box.number, place + 1, seats=len(state.boxes), hands=len(box.hands))


def build_felt(round_: Round, facts: Mapping[str, Any]) -> Felt:
    """Return the felt of a round's public facts; without a dealer if the round was cancelled before cards are known."""
    if not facts:
        return Felt(None, [])
    hidden = round_.version.rules.hole_card == "dealt" and bool(facts["dealer"]["cards"])
    dealer = dealer_view(facts["dealer"], hidden=hidden)
    return Felt(dealer if dealer.cards else None, seat_views(round_, facts, convert_chips(round_)))


def _matches(hand: RoundFacts, number: int) -> bool:
    """Return whether the state has the hash stored with its decision."""
    own = hand.states[number].state_hash
    if number:
        return own == hand.decisions[number - 1].state_hash
    return bool(hand.decisions) or own == hand.round.deal.state_hash
