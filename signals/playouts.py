"""Play of a deal to its end by the chart, with given cards to come: the engine, and a short cut for most decisions.

The short cut keeps hands as numbers. Which actions a hand may take and which one the chart takes is always asked of the
engine, once for each kind of hand; tests compare whole results with the engine's under all rules.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from blackjack import legality
from blackjack.actions import Action, Turn
from blackjack.bets import Bet, Box
from blackjack.cards import ACE, TEN, Card
from blackjack.deal import Deal
from blackjack.dealer import draws
from blackjack.hands import BEST, Hand, HandEnd
from blackjack.rules import Rules
from blackjack.simulation.playing import ChartPlayer
from blackjack.strategy import Chart

Own: TypeAlias = Mapping[int, int]
"""The player's bettor number by box."""

_TWO: Final = 2
_SOFT: Final = 10


class CardOrder:
    """Cards to come: the face-down one, and those drawn from the decision on. `more` adds cards when they run out."""

    __slots__ = ("_more", "cards", "hole")

    def __init__(
        self, hole: Card | None, cards: list[Card], more: Callable[["CardOrder"], Sequence[Card]]
    ) -> None:
        self.hole, self.cards, self._more = hole, cards, more

    def draw(self, number: int) -> Card:
        """Return card `number` of those to come, from 0."""
        while len(self.cards) <= number:
            self.cards.extend(self._more(self))
        return self.cards[number]

    def __iter__(self) -> "_Cards":
        return _Cards(self)


class _Cards:
    """The cards of an order, one after the other; never ends."""

    __slots__ = ("_at", "_order")

    def __init__(self, order: CardOrder) -> None:
        self._order, self._at = order, -1

    def __next__(self) -> Card:
        self._at += 1
        return self._order.draw(self._at)


class Playout:
    """Play by one chart under one rule set."""

    def __init__(self, rules: Rules, chart: Chart) -> None:
        self.rules = rules
        self._player = ChartPlayer(chart)
        self._verbs: dict[tuple[object, ...], str | None] = {}

    def advise(self, deal: Deal) -> Action:
        """Return the chart's action."""
        return self._player.decide(deal)

    def result(self, deal: Deal, action: Action, order: CardOrder, own: Own) -> int:
        """Return what the player's boxes win or lose if `action` is followed by the chart."""
        if self._is_plain(deal, action):
            return _Table(self, deal).play(action, order, own)
        return self.engine_result(deal, action, order, own)

    def engine_result(self, deal: Deal, action: Action, order: CardOrder, own: Own) -> int:
        """Return the same, played by the engine."""
        first, hole_at, before = deal.cards_drawn, deal.face_down, deal.draw

        def draw(number: int) -> Card:
            if number == hole_at and order.hole is not None:
                return order.hole
            return before(number) if number < first else order.draw(number - first)

        state = replace(deal, draw=draw).play(action)
        while not state.complete:
            state = state.play(self._player.decide(state))
        return sum(
            (state.returned(box, bettor) or 0) - state.staked(box, bettor)
            for box, bettor in own.items()
        )

    def _is_plain(self, deal: Deal, action: Action) -> bool:
        """Return whether the short cut knows all that matters."""
        if deal.phase != "play" or self.rules.inverted or action.staying:
            return False
        return not any(box.followers or box.side_bets for box in deal.boxes)

    def advise_hand(self, upcard: Card, hand: Hand) -> str | None:
        """Return what the chart does with a hand, the only one of its box or one of two from a split; None if it is over."""
        return self.verb(upcard, _Hand.from_hand(hand), 2 if hand.from_split else 1)

    def verb(self, upcard: Card, hand: "_Hand", hands: int) -> str | None:
        """Return what the chart does with a hand of a box of so many `hands`, None if it is over."""
        cards = hand.cards
        pair = 0
        if len(cards) == _TWO and cards[0].value == cards[1].value:
            pair = 1 + (cards[0].rank == cards[1].rank)
        split_ace = hand.from_split and cards[0].value == ACE
        split_ten = hand.from_split and cards[0].value == TEN
        kind = (upcard.value, hand.hard, hand.ace, len(cards), pair, hand.from_split)
        key = (*kind, split_ace, split_ten, hands)
        if key not in self._verbs:
            self._verbs[key] = self._ask(upcard, hand, hands)
        return self._verbs[key]

    def _ask(self, upcard: Card, asked: "_Hand", hands: int) -> str | None:
        hand = Hand(tuple(asked.cards), asked.stake, from_split=asked.from_split)
        others = (hand.with_end(HandEnd.STOOD),) * (hands - 1)
        opened = Box.from_bet(Bet(1, asked.stake), (hand.cards[0], hand.cards[1]))
        box = opened.with_hands((hand, *others))
        legal = legality.legal_in_play(self.rules, upcard, box, hand)
        if not legal:
            return None
        turn = Turn(1, 1, "play")
        deal = Deal(
            rules=self.rules,
            boxes=(box,),
            dealer=(upcard,),
            cards_drawn=0,
            face_down=None,
            blackjack_possible=False,
            draw=_no_draw,
            turn=turn,
            legal_actions=legal,
        )
        return self._player.decide(deal).verb


def _no_draw(number: int) -> Card:
    raise LookupError(number)


@dataclass(slots=True)
class _Hand:
    cards: list[Card]
    hard: int
    ace: bool
    stake: int
    added: int = 0
    from_split: bool = False
    end: HandEnd | None = None

    @classmethod
    def from_hand(cls, hand: Hand) -> "_Hand":
        cards = list(hand.cards)
        hard, ace = sum(card.value for card in cards), any(card.value == ACE for card in cards)
        return cls(cards, hard, ace, hand.stake, hand.added, hand.from_split, hand.end)

    @property
    def total(self) -> int:
        return self.hard + _SOFT if self.ace and self.hard + _SOFT <= BEST else self.hard

    def take(self, card: Card) -> None:
        self.cards.append(card)
        self.hard += card.value
        self.ace = self.ace or card.value == ACE

    def split(self, one: Card, other: Card) -> tuple["_Hand", "_Hand"]:
        left, right = (
            _Hand([card], card.value, card.value == ACE, self.stake, from_split=True)
            for card in self.cards
        )
        left.take(one)
        right.take(other)
        return left, right


@dataclass(slots=True)
class _Box:
    number: int
    insurance: int
    hands: list[_Hand]


@dataclass(slots=True)
class _Table:
    """A deal in play without bettors behind and side bets."""

    playout: Playout
    deal: Deal
    rules: Rules = field(init=False)
    boxes: list[_Box] = field(init=False)

    def __post_init__(self) -> None:
        self.rules = self.deal.rules
        self.boxes = [
            _Box(
                box.number,
                box.insurance,
                [_Hand.from_hand(hand) for hand in box.hands],
            )
            for box in self.deal.boxes
        ]

    def play(self, action: Action, order: CardOrder, own: Own) -> int:
        cards = iter(order)
        box, place = self.deal.in_turn
        at = [one.number for one in self.boxes].index(box.number)
        self._move(self.boxes[at], place, action.verb, cards, self.deal.cost(action))
        for one in self.boxes[at:]:
            self._play_box(one, cards)
        return self._settle(cards, order.hole, own)

    def _play_box(self, box: _Box, cards: _Cards) -> None:
        upcard, place = self.deal.dealer[0], 0
        while place < len(box.hands):
            hand = box.hands[place]
            verb = None
            if hand.end is None:
                verb = self.playout.verb(upcard, hand, len(box.hands))
            if verb is None:
                place += 1
            else:
                self._move(box, place, verb, cards, hand.stake)

    def _move(self, box: _Box, place: int, verb: str, cards: _Cards, cost: int) -> None:
        hand = box.hands[place]
        if verb == "hit":
            hand.take(next(cards))
        elif verb == "stand":
            hand.end = HandEnd.STOOD
        elif verb == "double":
            hand.take(next(cards))
            hand.added, hand.end = cost, HandEnd.DOUBLED
        elif verb == "surrender":
            hand.end = HandEnd.SURRENDERED
        else:
            box.hands[place : place + 1] = hand.split(next(cards), next(cards))

    def _settle(self, cards: _Cards, hole: Card | None, own: Own) -> int:
        blackjack, total = self._dealer_end(cards, hole)
        won = 0
        for box in self.boxes:
            if box.number in own:
                won += 2 * box.insurance if blackjack else -box.insurance
                for place, hand in enumerate(box.hands):
                    won += self._net(hand, place, total, blackjack=blackjack)
        return won

    def _dealer_end(self, cards: _Cards, hole: Card | None) -> tuple[bool, int]:
        """Return whether the dealer has a blackjack, and the total: 0 if no hand depends on it."""
        deal, rules = self.deal, self.rules
        hands = [(place, hand) for box in self.boxes for place, hand in enumerate(box.hands)]
        plain = any(self._certain(hand) is None for _place, hand in hands)
        if not plain and not (deal.blackjack_possible and self._peek_matters(hands)):
            return False, 0
        drawn = [deal.dealer[0], next(cards) if hole is None else hole]
        values = {card.value for card in drawn}
        if rules.naturals and values == {ACE, TEN}:
            return True, BEST
        while plain and draws(rules, drawn):
            drawn.append(next(cards))
        hard = sum(card.value for card in drawn)
        soft = any(card.value == ACE for card in drawn) and hard + _SOFT <= BEST
        return False, hard + _SOFT if soft else hard

    def _peek_matters(self, hands: list[tuple[int, _Hand]]) -> bool:
        if any(box.insurance for box in self.boxes):
            return True
        return any(
            self._net(hand, place, 0, blackjack=True) != self._net(hand, place, 0, blackjack=False)
            for place, hand in hands
        )

    def _net(self, hand: _Hand, place: int, total: int, *, blackjack: bool) -> int:
        if blackjack:
            return self._net_against_blackjack(hand, place)
        certain = self._certain(hand)
        if certain is not None:
            return certain
        bet, own = hand.stake + hand.added, hand.total
        if total > BEST or total < own:
            return bet
        return 0 if total == own else -bet

    def _certain(self, hand: _Hand) -> int | None:
        """Return what a hand wins whatever the dealer's total is, None if it is compared with it."""
        bet = hand.stake + hand.added
        if hand.end in (HandEnd.SURRENDERED, HandEnd.SURRENDERED_EARLY):
            return hand.stake // 2 - hand.stake
        if hand.end is HandEnd.EVEN_MONEY:
            return hand.stake
        if hand.hard > BEST:
            return -bet
        if self._is_natural(hand):
            numerator, denominator = self.rules.natural_odds
            return hand.stake * numerator // denominator
        charlie = self.rules.charlie
        return bet if charlie is not None and len(hand.cards) >= charlie else None

    def _is_natural(self, hand: _Hand) -> bool:
        if not self.rules.naturals or len(hand.cards) != _TWO or hand.total != BEST:
            return False
        return not hand.from_split or (self.rules.split_tens_natural and hand.cards[0].value == TEN)

    def _net_against_blackjack(self, hand: _Hand, place: int) -> int:
        bet, takes = hand.stake + hand.added, self.rules.dealer_blackjack_takes
        if hand.end in (HandEnd.SURRENDERED_EARLY, HandEnd.EVEN_MONEY):
            return self._certain(hand) or 0
        if hand.end is HandEnd.SURRENDERED:
            return -hand.stake
        if self._is_natural(hand):
            return 0
        if takes == "original_bet":
            return -hand.stake if place == 0 else 0
        return -hand.stake if takes == "all_but_doubles" and hand.hard <= BEST else -bet
