"""Exhaustive search over the rounds of a few cards, with every legal action, played through the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from blackjack import dealer
from blackjack.actions import Action
from blackjack.bets import Bet
from blackjack.cards import Card
from blackjack.deal import Deal, Draw
from blackjack.extremes import maximum_exposure, maximum_payout
from blackjack.hands import BEST, Hand, total_of
from blackjack.rules import Rules

Most = tuple[int, int]
"""Maximum returned, and maximum net result."""

Cards = tuple[Card, ...]
NONE: Most = (-(10**12), -(10**12))
THREE = {"suited_trips": 100, "straight_flush": 40, "trips": 30, "straight": 10, "flush": 5}
_DRAWS = {"hit": 1, "double": 1, "split": 2}


class _CardWanted(Exception):
    pass


def _drawing(cards: Cards) -> Draw:
    def draw(k: int) -> Card:
        if k >= len(cards):
            raise _CardWanted
        return cards[k]

    return draw


@dataclass
class Search:
    """Search over all rounds of one bet with these cards.

    `copies`: how often a round may deal each card (None: any number of times). `limit`: maximum
    total stake of all hands, splits and doubles included.
    """

    rules: Rules
    bet: Bet
    cards: Sequence[Card]
    copies: int | None = None
    limit: int | None = None
    known: dict[object, Most] = field(default_factory=dict)

    def most(self, dealt: Cards = ()) -> Most:
        """Return the maxima over all rounds that begin with the cards `dealt`."""
        try:
            deal = Deal.start(self.rules, [self.bet], _drawing(dealt))
        except _CardWanted:
            return _both(self.most((*dealt, card)) for card in self._next(dealt))
        return self._from(deal, dealt)

    def _from(self, deal: Deal, dealt: Cards) -> Most:
        if deal.complete:
            back = deal.returned(1) or 0
            return back, back - deal.staked(1)
        key = self._key(deal, dealt)
        if key not in self.known:
            self.known[key] = _both(
                self._after(deal, action, dealt)
                for action in actions(deal)
                if self._within_limit(deal, action)
            )
        return self.known[key]

    def _within_limit(self, deal: Deal, action: Action) -> bool:
        if self.limit is None or action.verb not in {"double", "split"}:
            return True
        on_hands = sum(hand.stake + hand.added for hand in deal.boxes[0].hands)
        return on_hands + deal.cost(action) <= self.limit

    def _after(self, deal: Deal, action: Action, dealt: Cards) -> Most:
        drawn = self._dealt_to_hands(dealt, _DRAWS.get(action.verb, 0))
        return _both(self._played(deal, action, more) for more in drawn)

    def _played(self, deal: Deal, action: Action, dealt: Cards) -> Most:
        try:
            return self._from(replace(deal, draw=_drawing(dealt)).play(action), dealt)
        except _CardWanted:
            ends = self._dealer_ends(deal, dealt)
            return _both(self._played(deal, action, end) for end in ends)

    def _dealt_to_hands(self, dealt: Cards, count: int) -> list[Cards]:
        ends = [dealt]
        for _ in range(count):
            ends = [(*end, card) for end in ends for card in self._next(end)]
        return ends

    def _dealer_ends(self, deal: Deal, dealt: Cards) -> Iterable[Cards]:
        """Return the dealt cards followed by the dealer's draws, once for each end that settles differently."""
        hidden = () if deal.face_down is None else (dealt[deal.face_down],)
        own = deal.dealer if len(deal.dealer) > 1 else (*deal.dealer, *hidden)
        ends: dict[object, Cards] = {}
        waiting = [(own, dealt)]
        while waiting:
            cards, end = waiting.pop()
            if len(cards) > 1 and not dealer.draws(self.rules, cards):
                value = min(total_of(cards).value, BEST + 1)
                ends[value, len(cards) == 2, cards[1]] = end
                continue
            waiting += [((*cards, card), (*end, card)) for card in self._next(end)]
        return ends.values()

    def _next(self, dealt: Cards) -> Iterator[Card]:
        """Yield the possible next cards; one of each rank once suits no longer matter."""
        used, seen = Counter(dealt), set()
        late = "dealer_pair" in self.bet.side_bets and self.rules.hole_card == "not_dealt"
        by_suit = self.bet.side_bets and (late or len(dealt) < 4)
        for card in self.cards:
            kind = card if by_suit else card.rank
            if kind not in seen and (self.copies is None or used[card] < self.copies):
                seen.add(kind)
                yield card

    def _key(self, deal: Deal, dealt: Cards) -> object:
        """Return everything the rest of the round depends on."""
        box = deal.boxes[0]
        hidden = None if deal.face_down is None else dealt[deal.face_down]
        used = None if self.copies is None else self._used(dealt)
        first = box.dealt if self.bet.side_bets else None
        hands = [self._hand(hand) for hand in box.hands]
        turn = 0 if deal.turn is None else deal.turn.hand - 1
        over = sorted(hands[1:turn], key=repr)
        own = hands[0], *over, *hands[max(turn, 1) :]
        return deal.turn, deal.dealer, hidden, used, first, box.insurance, box.answered, own

    def _used(self, dealt: Cards) -> object:
        return frozenset(Counter(c if self.bet.side_bets else c.rank for c in dealt).items())

    def _hand(self, hand: Hand) -> tuple[object, ...]:
        if not hand.is_over(self.rules):
            cards = sorted(card.value for card in hand.cards)
            seen = str(hand.cards) if len(cards) == 2 else (sum(cards), cards[0] == 1, len(cards))
            return (hand.from_split, seen)
        by_itself = hand.is_natural(self.rules), hand.is_charlie(self.rules)
        return hand.stake, hand.added, hand.end, min(hand.total.value, BEST + 1), by_itself


def actions(deal: Deal) -> Iterator[Action]:
    """Yield every legal action, with every amount."""
    for verb in deal.legal_actions:
        yield Action(verb)
        amounts = deal.action_amounts(verb)
        if amounts is not None:
            yield from (Action(verb, amount) for amount in range(amounts[0], amounts[1] + 1))


def _both(found: Iterable[Most]) -> Most:
    """Return the maximum of each part; NONE if there is no round."""
    most = [NONE, *found]
    return max(back for back, _ in most), max(net for _, net in most)


def stated(rules: Rules, bet: Bet) -> Most:
    """Return the maxima that the library states for a bet."""
    return maximum_payout(rules, bet), maximum_exposure(rules, bet)
