"""The states of a given deal, decision by decision."""

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum, auto
from itertools import combinations
from math import nan
from typing import Final, NamedTuple

from blackjack.actions import Action, IllegalAction
from blackjack.amounts import MONEY_PLACES, decimal_text
from blackjack.bets import FIRST, Behind, Bet, BetError
from blackjack.cards import Card
from blackjack.deal import Deal, Draw
from blackjack.hands import BEST, Hand, HandEnd
from blackjack.replay import OutOfCardsError
from blackjack.rules import Rules
from signals.reading.rounds import GivenDecision, GivenRound

BEFORE_PEEK: Final = frozenset({"insure", "decline", "even_money"})
_NO_BLACKJACK: Final = Card.parse("2C")
"""Replaces a hole card that nobody saw. A card that made a blackjack would have been shown."""


class UnreplayableError(ValueError):
    """A round whose bets, cards and decisions do not fit together."""


class _Unasked(Enum):
    """Why the engine asks no more about a hand, though some programs list that it stood."""

    BLACKJACK = auto()
    TWENTY_ONE = auto()
    DOUBLED = auto()
    SPLIT_ACE = auto()
    FULL = auto()


_Kinds = frozenset[_Unasked]


class Play(NamedTuple):
    """The states of a deal, and the decision made in each but the last."""

    states: tuple[Deal, ...]
    decisions: tuple[GivenDecision, ...]


def play_states(given: GivenRound, unit: int) -> Play:
    """Return all states of the deal and the decision of each. Raises UnreplayableError.

    Stakes are multiplied by `unit`, so that every payout is whole. Offers before the peek that the file says nothing of
    were declined; what it says of hands and offers that the engine does not ask about is left out.

    A stand may be that of a hand that is not asked about, or the next one's. A program lists the former for all hands of
    a kind or for none, so the fewest kinds are taken for listed with which everything fits.
    """
    met: set[_Unasked] = set()
    try:
        return _try_play(given, unit, frozenset(), met)
    except UnreplayableError as error:
        play = _play_with_stands(given, unit, met)
        if play is None:
            raise error from None
        return play


def _play_with_stands(given: GivenRound, unit: int, met: set[_Unasked]) -> Play | None:
    """Take more and more kinds of hands that were `met` for listed, until everything fits."""
    if all(decision.action != "stand" for decision in given.decisions):
        return None
    for size in range(1, len(_Unasked) + 1):
        for kinds in map(frozenset, combinations(_Unasked, size)):
            if kinds <= met:
                try:
                    return _try_play(given, unit, kinds, met)
                except UnreplayableError:
                    continue
    return None


def _try_play(given: GivenRound, unit: int, listed: _Kinds, met: set[_Unasked]) -> Play:
    try:
        course = _Course(given, unit, listed, met)
        course.play_all()
    except (BetError, OutOfCardsError) as error:
        raise UnreplayableError(str(error)) from error
    _check_end(given, course.states[-1])
    return Play(tuple(course.states), tuple(course.decisions))


class _Course:
    """A deal being played.

    `listed` are the kinds of hands that stand in the file without being asked about; kinds that are met go to `met`.
    """

    def __init__(self, given: GivenRound, unit: int, listed: _Kinds, met: set[_Unasked]) -> None:
        self.given, self.unit, self.own = given, unit, find_own(given)
        self.listed, self.met = listed, met
        start = Deal.start(given.rules, _place_bets(given, unit), _draw_from(given.cards))
        self.states, self.decisions = [start], list[GivenDecision]()
        self.seen = 0
        self.standing: list[int] = []
        self._pass_hands()

    @property
    def state(self) -> Deal:
        return self.states[-1]

    def play_all(self) -> None:
        for decision in self.given.decisions:
            if not self._is_unasked(decision):
                self._decline_offers(decision.action)
                self._play(decision)
        self._decline_offers("")
        if not self.state.complete:
            legal = ", ".join(self.state.legal_actions)
            raise UnreplayableError(f"a decision is missing: legal are {legal}")

    def _is_unasked(self, decision: GivenDecision) -> bool:
        """Whether this is said of an offer that was not made, or of a hand that stands by itself."""
        if decision.action == "decline":
            return "decline" not in self.state.legal_actions
        whose = decision.marks is not None
        if decision.action != "stand" or not self.standing or self._is_own_box() != whose:
            return False
        del self.standing[0]
        return True

    def _is_own_box(self) -> bool:
        return self.own.get(self.standing[0]) == FIRST

    def _decline_offers(self, action: str) -> None:
        while _is_offer_passed_over(self.state, action):
            marks = 0 if is_own(self.state, self.own) else None
            self._play(GivenDecision("decline", nan, nan, marks))

    def _play(self, decision: GivenDecision) -> None:
        if self.state.complete:
            raise UnreplayableError("the deal is over, and decisions are left")
        after = _play_decision(self.state, decision.action, self.unit)
        own = is_own(self.state, self.own)
        if own != (decision.marks is not None):
            whose = "the player's" if own else "another player's"
            raise UnreplayableError(f"{decision.action:.20}: the turn is {whose}")
        self.decisions.append(decision)
        self.states.append(after)
        self._pass_hands()

    def _pass_hands(self) -> None:
        """Note the boxes of the hands that were passed over since the last decision."""
        passed = list(_find_unasked(self.state))
        self.standing = [box for box, kind in passed[self.seen :] if kind in self.listed]
        self.met.update(kind for _box, kind in passed)
        self.seen = len(passed)


def _find_unasked(state: Deal) -> Iterator[tuple[int, _Unasked]]:
    """Yield the box and the kind of each hand before the turn that needed no stand."""
    if state.phase == "before_peek":
        return
    end = (state.turn.box, state.turn.hand) if state.turn else None
    for box in state.boxes:
        for number, hand in enumerate(box.hands, 1):
            if (box.number, number) == end:
                return
            kind = _kind_of(hand, state.rules)
            if kind is not None:
                yield box.number, kind


def _kind_of(hand: Hand, rules: Rules) -> _Unasked | None:
    if hand.is_bust or hand.end not in {None, HandEnd.DOUBLED}:
        return None
    kinds = {
        _Unasked.DOUBLED: hand.end is HandEnd.DOUBLED,
        _Unasked.BLACKJACK: hand.is_natural(rules),
        _Unasked.SPLIT_ACE: hand.is_split_ace,
        _Unasked.TWENTY_ONE: hand.total.value == BEST,
        _Unasked.FULL: hand.is_over(rules),
    }
    return next((kind for kind, found in kinds.items() if found), None)


def find_own(given: GivenRound) -> dict[int, int]:
    """Return the player's bettor number by box."""
    return dict.fromkeys(given.stakes, FIRST) | dict.fromkeys(given.behind, FIRST + 1)


def is_own(state: Deal, own: Mapping[int, int]) -> bool:
    """Return whether it is the player's turn."""
    return state.turn is not None and own.get(state.turn.box) == state.turn.bettor


def _is_offer_passed_over(state: Deal, action: str) -> bool:
    """Whether this decision can only come after an offer before the peek was declined."""
    verb = action.partition(":")[0]
    return (
        state.phase == "before_peek"
        and "decline" in state.legal_actions
        and verb not in {*state.legal_actions, *BEFORE_PEEK}
    )


def _play_decision(state: Deal, text: str, unit: int) -> Deal:
    try:
        return state.play(parse_action(text, unit))
    except IllegalAction as error:
        legal = f"legal are {', '.join(state.legal_actions)}"
        if error.amounts is not None:
            legal = f"the amount must be at most {decimal_text(error.amounts[1] // unit)}"
        raise UnreplayableError(f"{text:.40}: {legal}") from error


def _place_bets(given: GivenRound, unit: int) -> list[Bet]:
    own = [
        Bet(
            box,
            stake * unit,
            {name: one * unit for name, one in given.side_bets.get(box, {}).items()},
        )
        for box, stake in given.stakes.items()
    ]
    behind = {box: (Behind(stake * unit),) for box, stake in given.behind.items()}
    return own + [
        Bet(box, stake * unit, behind=behind.get(box, ())) for box, stake in given.others.items()
    ]


def parse_action(text: str, unit: int) -> Action:
    """Return the action of a text, its amount multiplied by `unit`. Raises IllegalAction."""
    action = Action.parse(text, MONEY_PLACES)
    if action.amount is None:
        return action
    return Action(action.verb, action.amount * unit, action.staying)


def _draw_from(cards: Sequence[Card | None]) -> Draw:
    def draw(k: int) -> Card:
        if k >= len(cards):
            raise OutOfCardsError(k + 1)
        return cards[k] or _NO_BLACKJACK

    return draw


def _check_end(given: GivenRound, end: Deal) -> None:
    if len(given.cards) != end.cards_drawn:
        raise UnreplayableError(
            f"it takes {end.cards_drawn} cards, and {len(given.cards)} are given"
        )
    unknown = [place for place, card in enumerate(given.cards) if card is None]
    if unknown not in ([], [end.face_down]):
        raise UnreplayableError("a card that was shown is not given")
