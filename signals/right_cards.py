"""Next cards that make an action right: with them it is the best of all legal actions on average.

They are found once for each kind of decision, with a fresh shoe, so that they depend on nothing that the player did or
the cards became: any fixed set of cards has an exact chance. Kinds that differ only by who else sits at the table, or
by how a total of three cards and more came about, are one.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from blackjack.actions import Action, Turn
from blackjack.bets import Bet, Box, smallest_unit
from blackjack.canonical import sha256_hex
from blackjack.cards import ACE, CARDS, TEN, Card
from blackjack.deal import Deal
from blackjack.hands import Hand
from signals.playouts import Playout
from signals.unseen import Unseen, UnseenChoices

ORDERS: Final = 24
"""Orders for each value of the next card."""

_TWO: Final = 2
_THREE: Final = 3
_SOFT: Final = 11
_DEALT: Final = 4


class _Kind(NamedTuple):
    """A kind of decision: total, softness, value of the pair or 0, two cards or more, and what else the rules ask."""

    total: int
    soft: bool
    pair: int
    two: bool
    from_split: bool
    upcard: int
    blackjack_possible: bool
    taken: str
    advised: str
    legal: tuple[str, ...]


def find_right_cards(playout: Playout, deal: Deal, taken: str) -> frozenset[int]:
    """Return the values of the next card with which the action `taken` is the best. Empty before the peek."""
    if deal.phase != "play":
        return frozenset()
    box, place = deal.in_turn
    hand, advised = box.hands[place], playout.advise(deal).verb
    two = len(hand.cards) == _TWO
    pair = hand.cards[0].value if two and hand.cards[0].value == hand.cards[1].value else 0
    kind = _Kind(
        *hand.total,
        pair,
        two,
        hand.from_split,
        deal.dealer[0].value,
        deal.blackjack_possible,
        taken,
        advised,
        deal.legal_actions,
    )
    return _find(playout, kind)


@lru_cache(maxsize=50_000)
def _find(playout: Playout, kind: _Kind) -> frozenset[int]:
    unseen = Unseen(_build_deal(playout, kind), ())
    choices = UnseenChoices(list(bytes.fromhex(sha256_hex(str(tuple(kind))))))
    values = range(ACE, TEN + 1)
    return frozenset(value for value in values if _is_best(playout, kind, unseen, choices, value))


def _is_best(
    playout: Playout, kind: _Kind, unseen: Unseen, choices: UnseenChoices, value: int
) -> bool:
    """Return whether no legal action is better, and the chart's is worse."""
    cards = list(dict.fromkeys(card for card in unseen.cards if card.value == value))
    numbers = range(ORDERS if cards else 0)
    orders = [unseen.order(choices, [cards[number % len(cards)]]) for number in numbers]

    def worth(verb: str) -> int:
        return sum(playout.result(unseen.deal, Action(verb), order, {1: 1}) for order in orders)

    taken = worth(kind.taken)
    if taken <= worth(kind.advised):
        return False
    others = (verb for verb in kind.legal if verb not in {kind.taken, kind.advised})
    return all(worth(verb) <= taken for verb in others)


def _build_deal(playout: Playout, kind: _Kind) -> Deal:
    rules, stake = playout.rules, smallest_unit(playout.rules)
    cards = tuple(_card(value) for value in _choose_values(kind))
    box = Box.from_bet(Bet(1, stake), (cards[0], cards[1]))
    hand = Hand(cards, stake, from_split=kind.from_split)
    return Deal(
        rules=rules,
        boxes=(box.with_hands((hand,)),),
        dealer=(_card(kind.upcard),),
        cards_drawn=_DEALT,
        face_down=_THREE if rules.hole_card == "dealt" else None,
        blackjack_possible=kind.blackjack_possible,
        draw=_no_draw,
        turn=Turn(1, 1, "play"),
        legal_actions=kind.legal,
    )


def _choose_values(kind: _Kind) -> tuple[int, ...]:
    """Return cards of this kind."""
    if kind.pair:
        return kind.pair, kind.pair
    if kind.soft:
        rest = kind.total - _SOFT
        return (ACE, rest) if kind.two else (ACE, ACE, rest - ACE)
    if kind.two or kind.total < _THREE * _TWO:
        high = min(TEN, kind.total - _TWO)
        return high, kind.total - high
    high = min(TEN, kind.total - _TWO - _TWO)
    return _TWO, high, kind.total - _TWO - high


def _card(value: int) -> Card:
    return next(card for card in CARDS if card.value == value)


def _no_draw(number: int) -> Card:
    raise LookupError(number)
