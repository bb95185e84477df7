"""The most that a box can win in one deal: over every order of the shoe's cards and every legal play.

Amounts are whole units. Payout and exposure, `inverted` or not, are one question: the greatest sum of money put in and
money that came back, each times a weight. It is asked of every kind of first cards, because these decide the side bets
as well as what the hand may become, and the answer for one of them is simple:

- Without a blackjack the dealer can still bust or come to 21. So all hands of a box win together or lose together,
  each with the most money on it: a push, a surrender or a double for less lies between, even money is a win. It takes
  at most four cards, so that neither `charlie` nor `max_cards` moves anything. Two nines and two tens stand, and a
  doubled 9 or less may not beat them; but with another pair of the dealer's the same side bets win, and it does.
- A dealer's blackjack is of use to a natural only. Any other box gets 2 stakes more without it, or 1 for each of its
  hands, and insurance never gains more than 1.5; nor does it lose more. So neither `peek` nor
  `dealer_blackjack_takes` moves anything.
- No more of a card can come than the shoe has. One deck has four cards of a rank, so that pairs run
  short where the dealer shows the same; the aces of four split tens never do, for whatever side bets win against an
  ace they also win against a ten. A deal that uses up the shoe takes all cards again (`_is_scarce`).

The figures are exact but for one corner, where they may be above what can happen and are never below: one deck from
the third box on, and bets on a dealer's pair with `not_dealt` and one or two decks, where the number of boxes and
splits might let a deal use up the shoe. There the shoe's limit is not applied.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from blackjack.bets import Bet, check_bets
from blackjack.cards import ACE, CARDS, TEN
from blackjack.hands import BEST
from blackjack.openings import MOST_ALIKE, Opening, Sides, openings
from blackjack.rules import Rules

_OF_A_RANK = 4
_ELEVEN = 11
_DOUBLE_FROM = {"9-11": 9, "10-11": 10}
_IN_A_DECK = sum(card.value for card in CARDS)
_UNLIMITED = 10**30  # units
_MOST_IN_A_HAND = BEST + TEN
"""What the cards of one hand add up to at most, aces as 1: a ten on a 21."""


def maximum_payout(rules: Rules, bet: Bet) -> int:
    """Return the most units that a deal can give back to the first bettor of the bet's box, stakes included.

    Bets behind are not counted. A bet that the rules do not take is a BetError.
    """
    return _most(rules, bet, StakedAndBack(2, -1) if rules.inverted else StakedAndBack(0, 1))


def maximum_exposure(rules: Rules, bet: Bet, most_on_hands: int = _UNLIMITED) -> int:
    """Return the most units that the house can lose to the first bettor of the bet's box: given back less put in.

    `most_on_hands` is what all hands of the box may hold at most, splits and doubles included; it is not below the stake.
    Bets behind are not counted. A bet that the rules do not take is a BetError.
    """
    weights = StakedAndBack(1, -1) if rules.inverted else StakedAndBack(-1, 1)
    return _most(rules, bet, weights, most_on_hands)


class StakedAndBack(NamedTuple):
    """Units that were put in and that came back; as weights, what one unit of each counts."""

    staked: int
    back: int


def _most(rules: Rules, bet: Bet, weights: StakedAndBack, limit: int = _UNLIMITED) -> int:
    check_bets(rules, [bet])
    play = _Play(rules, bet.stake, weights, scarce=_is_scarce(rules, bet.box), limit=limit)
    seen: dict[Sides, int] = {}
    most: list[int] = []
    for opening, reached in _openings(rules).items():
        if not opening.paired or "dealer_pair" in bet.side_bets:
            for sides in reached - seen.keys():
                seen[sides] = play.worth(_side_money(rules, bet, sides))
            most.append(play.best(opening) + max(seen[sides] for sides in reached))
    return max(most)


def _side_money(rules: Rules, bet: Bet, sides: Sides) -> StakedAndBack:
    back = 0
    for name, stake in bet.side_bets.items():
        outcome = sides.of(name)
        back += 0 if outcome is None else stake + stake * rules.side_bets[name][outcome]
    return StakedAndBack(sum(bet.side_bets.values()), back)


@dataclass(frozen=True, slots=True)
class _Play:
    """The best result of a stake, counted in `weights`, with at most `limit` on all hands.

    `scarce`: one deck is all that can come in the deal.
    """

    rules: Rules
    stake: int
    weights: StakedAndBack
    scarce: bool
    limit: int = _UNLIMITED

    def worth(self, *results: StakedAndBack) -> int:
        """Return the worth of the best of the results."""
        by_staked, by_back = self.weights
        return max(by_staked * staked + by_back * back for staked, back in results)

    def best(self, opening: Opening) -> int:
        """Return the most that the stake comes to after this opening, with insurance."""
        if _is_21(opening) and self.rules.naturals:
            return self._natural_worth(opening)
        hands = [self.worth(*self._unsplit_results(opening)), *self._split_worths(opening)]
        return max(hands) + self._insurance_worth(opening, won=False)

    def _natural_worth(self, opening: Opening) -> int:
        """Return what a natural comes to: paid, or a push with a dealer's blackjack. Even money is a plain win."""
        paid = self.worth(self._paid_natural) + self._insurance_worth(opening, won=False)
        if opening.paired or opening.upcard not in (ACE, TEN):
            return paid
        pushed = self.worth(StakedAndBack(self.stake, self.stake)) + self._insurance_worth(
            opening, won=True
        )
        return max(paid, pushed)

    @property
    def _paid_natural(self) -> StakedAndBack:
        numerator, denominator = self.rules.natural_odds
        return StakedAndBack(self.stake, self.stake + self.stake * numerator // denominator)

    def _insurance_worth(self, opening: Opening, *, won: bool) -> int:
        """Return what insurance adds, where it is offered and worth it."""
        if opening.upcard != ACE or not self.rules.naturals or self.rules.insurance == "none":
            return 0
        half = self.stake // 2
        return self.worth(StakedAndBack(0, 0), StakedAndBack(half, 3 * half if won else 0))

    def _unsplit_results(self, opening: Opening) -> list[StakedAndBack]:
        """Return what the first two cards come to as one hand; they are no natural."""
        stake = self.stake
        if _is_21(opening) and self.rules.auto_stand_21:
            return [StakedAndBack(stake, 2 * stake), StakedAndBack(stake, stake)]
        ends = [StakedAndBack(stake, 2 * stake), StakedAndBack(stake, 0)]
        if _may_double(self.rules, opening):
            ends += self._double_results(self.limit - stake)
        return ends

    def _double_results(self, left: int) -> list[StakedAndBack]:
        """Return what a hand comes to that is doubled as far as what is left under the limit allows; nothing if it cannot."""
        added = self.stake if left >= self.stake else left if self.rules.double_for_less else 0
        on_it = self.stake + added
        return [StakedAndBack(on_it, 2 * on_it), StakedAndBack(on_it, 0)] if added else []

    def _split_worths(self, opening: Opening) -> list[int]:
        """Return what 2 hands, 3 … come to, as many as there may be."""
        most = min(self._most_hands(opening), self.limit // self.stake)
        return [self._split_worth(opening.low, count) for count in range(2, most + 1)]

    def _split_worth(self, value: int, count: int) -> int:
        """Return what so many hands of split cards come to: each in turn is doubled where that is best and may be."""
        stake, left, total = self.stake, self.limit - count * self.stake, 0
        ends = [StakedAndBack(stake, 2 * stake), StakedAndBack(stake, 0)]
        if value == TEN and self.rules.naturals and self.rules.split_tens_natural:
            ends.append(self._paid_natural)
        may_double = _may_double_split(self.rules, value)
        for _ in range(count):
            doubled = self._double_results(left) if may_double else []
            plain, best = self.worth(*ends), self.worth(*ends, *doubled)
            total += best
            if best > plain:
                left -= doubled[0].staked - stake
        return total

    def _most_hands(self, opening: Opening) -> int:
        by_rank = self.rules.split_by == "rank"
        if opening.low != opening.high or (by_rank and not opening.alike):
            return 1
        splits = self.rules.max_ace_splits if opening.low == ACE else self.rules.max_splits
        if not self.scarce or (opening.low == TEN and not by_rank):
            return 1 + splits
        return min(1 + splits, _OF_A_RANK - opening.twins)


def _is_21(opening: Opening) -> bool:
    return (opening.low, opening.high) == (ACE, TEN)


def _may_double(rules: Rules, opening: Opening) -> bool:
    """Tell whether the first two cards may be doubled, a 21 that is asked among them."""
    if rules.double_on == "any":
        return True
    least = _DOUBLE_FROM.get(rules.double_on, BEST)
    return opening.low != ACE and least <= opening.low + opening.high <= _ELEVEN


def _may_double_split(rules: Rules, value: int) -> bool:
    """Tell whether a split card of this value may get a second one on which to double; 2 to 9 make 11 with one."""
    if rules.double_on == "never" or not rules.double_after_split:
        return False
    if value == ACE and not (rules.hit_split_aces and rules.double_split_aces):
        return False
    return rules.double_on == "any" or value not in (ACE, TEN)


def _openings(rules: Rules) -> Mapping[Opening, frozenset[Sides]]:
    copies = min(rules.finite_decks or MOST_ALIKE, MOST_ALIKE)
    on_the_table = rules.seats * _most_hands(rules) * _MOST_IN_A_HAND + TEN
    drawn_late = rules.hole_card == "not_dealt" and on_the_table >= copies * _IN_A_DECK
    return openings(copies, MOST_ALIKE if drawn_late else copies)


def _is_scarce(rules: Rules, box: int) -> bool:
    """Tell whether one deck is all that can come in the deal before this box has all its hands.

    Cards are counted by their values: those of the boxes before it, of its own hands (at most three, and the card that
    a fresh one is dealt on; the three win, or two of them bust), two cards of each box after it and of the dealer.
    """
    before = (box - 1) * _most_hands(rules) * _MOST_IN_A_HAND
    own = max(3 * BEST, 2 * _MOST_IN_A_HAND) + TEN
    others = 2 * TEN * (rules.seats - box + 1)
    return rules.decks == 1 and before + own + others < _IN_A_DECK


def _most_hands(rules: Rules) -> int:
    return 1 + max(rules.max_splits, rules.max_ace_splits)
