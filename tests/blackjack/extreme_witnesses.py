"""Constructed rounds: cards and actions of one shoe that give a box the result of a plan."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from random import Random

from blackjack import dealer, side_bets
from blackjack.bets import Bet, smallest_unit
from blackjack.cards import CARDS, RANKS, Card
from blackjack.deal import Deal
from blackjack.hands import BEST, Hand, total_of
from blackjack.openings import Opening, SideOutcomes, _opening
from blackjack.rules import Rules
from blackjack.side_bets import OUTCOMES

FirstCards = tuple[Card, Card, Card, Card | None]
"""The box's two cards, the upcard, and the dealer's second card where it makes a pair."""

_BY_USE = "6578943TJQK2A"
_RANGES = {"any": (0, BEST), "9-11": (9, 11), "10-11": (10, 11), "never": (1, 0)}


class NoSuchRoundError(Exception):
    """The rules or the shoe do not allow the plan."""


@dataclass(frozen=True)
class Plan:
    """Target of a round: the answer before the peek, the number of hands, their results and the dealer's.

    The first `naturals` split hands get an ace; the others win or lose, doubled or not.
    """

    answer: str
    hands: int
    naturals: int
    doubled: bool
    dealer: str
    """"bust" (hands win), "high" (hands lose), "21" or "blackjack"."""


PLANS = [
    Plan(answer, hands, naturals, doubled, end)
    for hands, doubled, end, answer in product(
        (4, 3, 2, 1), (True, False), ("bust", "high"), ("insure", "decline")
    )
    for naturals in range(hands, -1, -1)
    if hands > 1 or naturals == 0
] + [Plan(answer, hands=1, naturals=0, doubled=False, dealer=end)
     for answer, end in product(("insure", "decline", "even_money"), ("blackjack", "21", "bust"))]  # fmt: skip


@dataclass
class Making:
    """A round under construction: the cards dealt, and those left in the shoe."""

    rules: Rules
    bet: Bet
    plan: Plan
    dealt: list[Card] = field(default_factory=list)
    stock: Counter[Card] = field(default_factory=Counter)
    tail: list[Card] = field(default_factory=list)

    def take(self, *cards: Card) -> None:
        """Remove cards from the shoe. Raises NoSuchRoundError if one is not there."""
        for card in cards:
            if not self.stock[card]:
                raise NoSuchRoundError
            self.stock[card] -= 1

    def card(self, rank: str, besides: Sequence[Card] = ()) -> Card:
        """Return a card of this rank that is left once those in `besides` are gone. Raises NoSuchRoundError."""
        for suit in "CDHS":
            card = Card.parse(rank + suit)
            if self.stock[card] > besides.count(card):
                return card
        raise NoSuchRoundError

    @property
    def ranks(self) -> list[str]:
        """Return the ranks that are left, the least needed first."""
        return [r for r in _BY_USE if any(self.stock[Card.parse(r + suit)] for suit in "CDHS")]

    def deal(self, card: Card) -> None:
        """Deal this card next."""
        self.take(card)
        self.dealt.append(card)

    def draw(self, k: int) -> Card:
        """Return card `k`; draws beyond the dealt cards are the dealer's."""
        while len(self.dealt) <= k:
            if not self.tail:
                raise NoSuchRoundError
            self.dealt.append(self.tail.pop(0))
        return self.dealt[k]


def made(rules: Rules, bet: Bet, start: FirstCards, plan: Plan) -> Deal:
    """Return the finished round that begins with these cards. Raises NoSuchRoundError if the plan is impossible."""
    making = Making(rules, bet, plan, stock=Counter(list(CARDS) * (rules.finite_decks or 9)))
    one, two, upcard, mate = start
    for card in (one, upcard, two):
        making.deal(card)
    making.tail = _dealer_cards(making, upcard, mate)
    making.take(*making.tail)
    deal = Deal.start(rules, [bet], making.draw)
    while not deal.complete:
        deal = deal.play(_action(making, deal))
    return deal


def _dealer_cards(making: Making, upcard: Card, mate: Card | None) -> list[Card]:
    """Return the dealer's cards besides the upcard, at most four cards in all."""
    seconds = [making.card(rank) for rank in making.ranks if rank != upcard.rank]
    waiting = [[mate]] if mate else [[card] for card in seconds]
    while waiting:
        tail = waiting.pop(0)
        cards = (upcard, *tail)
        if not dealer.draws(making.rules, cards):
            if _is_end(making, cards):
                return tail
        elif len(cards) < 4:
            for rank in making.ranks:
                with contextlib.suppress(NoSuchRoundError):
                    waiting.append([*tail, making.card(rank, tail)])
    raise NoSuchRoundError


def _is_end(making: Making, cards: Sequence[Card]) -> bool:
    total, blackjack = total_of(cards).value, dealer.is_blackjack(making.rules, cards)
    standing = len(cards) == 2 and cards[0].rank == cards[1].rank
    return {
        "blackjack": blackjack,
        "bust": total > BEST or (standing and total <= BEST),
        "high": 18 <= total <= BEST and not blackjack,
        "21": total == BEST and not blackjack,
    }[making.plan.dealer]


def _action(making: Making, deal: Deal) -> str:
    legal, plan = deal.legal_actions, making.plan
    if deal.phase == "before_peek":
        return plan.answer if plan.answer in legal else "decline"
    box, place = deal.in_turn
    hand = box.hands[place]
    if "split" in legal and len(box.hands) < plan.hands:
        _deal_split(making, hand, len(box.hands))
        return "split"
    if "double" in legal and plan.doubled:
        making.deal(_third(making, deal, hand))
        return "double"
    return _plain(making, deal, hand)


def _plain(making: Making, deal: Deal, hand: Hand) -> str:
    if _is_good(making, hand.cards) or "hit" not in deal.legal_actions:
        return "stand"
    last = [r for r in making.ranks if _is_good(making, (*hand.cards, making.card(r)))]
    making.deal(making.card(last[0] if last else "T"))
    return "hit"


def _deal_split(making: Making, hand: Hand, hands: int) -> None:
    """Deal the left hand another card of its rank while hands are missing, and each hand the card its plan needs."""
    plan = making.plan
    for k, card in enumerate(hand.cards):
        if k == 0 and hands + 1 < plan.hands:
            making.deal(_twin(making, card))
        else:
            left = plan.hands - (hands + 1) if k else plan.hands - 1
            making.deal(_second(making, card, natural=left < plan.naturals))


def _twin(making: Making, card: Card) -> Card:
    ranks = [card.rank] if making.rules.split_by == "rank" else [card.rank, *"TJQK"]
    twins = [r for r in ranks if r in making.ranks and Card.parse(r + "C").value == card.value]
    if not twins:
        raise NoSuchRoundError
    return making.card(twins[0])


def _second(making: Making, card: Card, *, natural: bool) -> Card:
    if natural:
        return making.card("A")
    low, high = _RANGES[making.rules.double_on]
    ranks = [r for r in making.ranks if Card.parse(r + "C").value != card.value]
    for rank, third in product(ranks, making.ranks):
        cards = (card, making.card(rank))
        total = total_of(cards).value
        if making.plan.doubled and low <= total <= high and total != BEST:
            if _is_good(making, (*cards, making.card(third))):
                return cards[1]
        elif not making.plan.doubled and total != BEST + 1 and _is_good(making, cards):
            return cards[1]
    return making.card("6")


def _third(making: Making, deal: Deal, hand: Hand) -> Card:
    for rank in making.ranks:
        if _is_good(making, (*hand.cards, making.card(rank))):
            return making.card(rank)
    raise NoSuchRoundError


def _is_good(making: Making, cards: Sequence[Card]) -> bool:
    """Return whether these cards do what the plan wants of a hand. A dealer with a pair of 9s or tens stands."""
    total = total_of(cards).value
    if making.plan.dealer == "bust":
        upcard = making.dealt[1]
        paired = bool(making.tail or making.dealt[3:4]) and _mate_rank(making) == upcard.rank
        standing = 2 * upcard.value if paired and upcard.value > 8 else 0
        return standing < total <= BEST
    return total > BEST or total < 17


def _mate_rank(making: Making) -> str:
    second = making.dealt[3] if making.rules.hole_card == "dealt" else making.tail[0]
    return second.rank


def first_cards(copies: int) -> Iterator[FirstCards]:
    """Yield all first cards of a shoe with this many copies; the box's lower card is always a club."""
    for one in CARDS[: len(RANKS)]:
        for two, three in product(CARDS, CARDS):
            if RANKS.index(two.rank) < RANKS.index(one.rank):
                continue
            for mate in (None, *(card for card in CARDS if card.rank == three.rank)):
                cards = [card for card in (one, two, three, mate) if card]
                if max(map(cards.count, cards)) <= copies:
                    yield one, two, three, mate


def sides_of(cards: FirstCards) -> tuple[str | None, ...]:
    """Return the outcomes of player_pair, 21+3 and dealer_pair."""
    one, two, three, mate = cards
    own = (one, two)
    pair = side_bets.best_outcome("dealer_pair", own, (three, mate)) if mate else None
    first = (side_bets.best_outcome(name, own, (three,)) for name in ("player_pair", "21+3"))
    return (*first, pair)


def any_rules(random: Random) -> Rules:
    """Return rules in which every field that could matter is random."""
    names = [name for name in OUTCOMES if random.random() < 0.5]
    tables = {
        name: {outcome: random.choice([0, 1, 5, 12, 40, 100]) for outcome in OUTCOMES[name]}
        for name in names
    }
    hole_card, peek = random.choice(
        [("dealt", "ace_and_ten"), ("dealt", "ace"), ("dealt", "never"), ("not_dealt", "never")]
    )
    flags = [
        "double_after_split", "double_for_less", "hit_split_aces", "double_split_aces",
        "split_tens_natural", "surrender_after_split", "even_money", "auto_stand_21", "inverted",
    ]  # fmt: skip
    return Rules(
        decks=random.choice([1, 1, 2, 3, 6, "infinite"]),
        hole_card=hole_card,  # type: ignore[arg-type]  # words of the list above
        peek=peek,  # type: ignore[arg-type]  # as above
        dealer_blackjack_takes=random.choice(["all_bets", "all_but_doubles", "original_bet"]),
        soft_17=random.choice(["hit", "stand"]),
        naturals=random.random() < 0.8,
        blackjack_pays=random.choice(["1:5", "1:1", "3:2", "2:1", "7:2", "4:1", "50:1"]),
        double_on=random.choice(["any", "9-11", "10-11", "never"]),
        split_by=random.choice(["value", "rank"]),
        max_splits=random.randint(0, 3),
        max_ace_splits=random.randint(0, 3),
        surrender=random.choice(["none", "late", "early", "early_vs_non_ace"]),
        insurance=random.choice(["none", "half", "up_to_half"]),
        charlie=random.choice([None, 5, 6]),
        max_cards=random.choice([None, 5, 7]),
        side_bets=tables,
        **{flag: random.random() < 0.5 for flag in flags},  # type: ignore[arg-type]  # flags are bools
    )


def any_bet(random: Random, rules: Rules) -> Bet:
    sides = {name: random.choice([1, 3, 50]) for name in rules.side_bets if random.random() < 0.8}
    return Bet(1, smallest_unit(rules) * random.randint(1, 3), sides)


@lru_cache(maxsize=4)
def dealt_for(copies: int) -> dict[tuple[Opening, SideOutcomes], FirstCards]:
    """Return first cards for every opening with every result of the side bets."""
    found: dict[tuple[Opening, SideOutcomes], FirstCards] = {}
    for cards in first_cards(copies):
        one, two, upcard, mate = cards
        opening = _opening(one, two, upcard, paired=mate is not None)
        found.setdefault((opening, SideOutcomes(*sides_of(cards))), cards)
    return found
