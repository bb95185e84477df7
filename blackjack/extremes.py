"""Maximum payout and exposure of a box in one deal, over all orders of the shoe's cards and all legal play.

Amounts are whole units. Payout and exposure, `inverted` or not, are one problem: maximise a
weighted sum of money staked and money returned. It is solved for each kind of first cards, because
these decide the side bets and what the hand may become. For one kind the solution is simple:

- Without a blackjack the dealer can still bust or reach 21. All hands of a box therefore win
  together or lose together, each with the maximum money on it: a push, a surrender or a double for
  less lies between, and even money is a win. This takes at most four cards, so `charlie` and
  `max_cards` have no effect. A dealer pair of nines or tens stands, and a doubled 9 or less may not
  beat it; but with another dealer pair the same side bets win, and the double does too.
- A dealer blackjack helps a natural only. Any other box gets 2 stakes more without it, or 1 for
  each of its hands, and insurance never gains or loses more than 1.5. So `peek` and
  `dealer_blackjack_takes` have no effect.
- No more of a card can come than the shoe has. One deck has four cards of a rank, so pairs run
  short if the dealer shows the same rank. The aces of four split tens never run short, because side
  bets that win against an ace also win against a ten. A deal that uses up the shoe takes all cards
  again (`_is_scarce`).

The figures are exact with one exception, where they may be too high but never too low: one deck
from the third box on, and bets on a dealer pair with `not_dealt` and one or two decks. There the
number of boxes and splits might let a deal use up the shoe, and the shoe's limit is not applied.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from blackjack.bets import Bet, check_bets
from blackjack.cards import ACE, CARDS, TEN
from blackjack.hands import BEST
from blackjack.openings import MOST_ALIKE, Opening, SideOutcomes, list_openings
from blackjack.rules import Rules

_OF_A_RANK = 4
_ELEVEN = 11
_DOUBLE_FROM = {"9-11": 9, "10-11": 10}
_IN_A_DECK = sum(card.value for card in CARDS)
_UNLIMITED = 10**30  # units
_MOST_IN_A_HAND = BEST + TEN
"""Maximum sum of the cards of one hand, aces as 1: a ten on a 21."""


def maximum_payout(rules: Rules, bet: Bet) -> int:
    """Return the maximum units that a deal can return to the first bettor of the bet's box, stakes included.

    Bets behind are not counted. Raises BetError if the rules reject the bet.
    """
    return _most(
        rules, bet, StakedAndReturned(2, -1) if rules.inverted else StakedAndReturned(0, 1)
    )


def maximum_exposure(rules: Rules, bet: Bet, most_on_hands: int = _UNLIMITED) -> int:
    """Return the maximum units that the house can lose to the first bettor of the bet's box: money returned minus money staked.

    `most_on_hands` is the maximum stake on all hands of the box, splits and doubles included; it
    must not be below the stake. Bets behind are not counted. Raises BetError if the rules reject
    the bet.
    """
    weights = StakedAndReturned(1, -1) if rules.inverted else StakedAndReturned(-1, 1)
    return _most(rules, bet, weights, most_on_hands)


class StakedAndReturned(NamedTuple):
    """Units staked and units returned; as weights, the value of one unit of each."""

    staked: int
    back: int


def _most(rules: Rules, bet: Bet, weights: StakedAndReturned, limit: int = _UNLIMITED) -> int:
    check_bets(rules, [bet])
    play = _Play(rules, bet.stake, weights, scarce=_is_scarce(rules, bet.box), limit=limit)
    seen: dict[SideOutcomes, int] = {}
    most: list[int] = []
    for opening, reached in _openings(rules).items():
        if not opening.paired or "dealer_pair" in bet.side_bets:
            for sides in reached - seen.keys():
                seen[sides] = play.worth(_side_money(rules, bet, sides))
            most.append(play.best(opening) + max(seen[sides] for sides in reached))
    return max(most)


def _side_money(rules: Rules, bet: Bet, sides: SideOutcomes) -> StakedAndReturned:
    back = 0
    for name, stake in bet.side_bets.items():
        outcome = sides.of(name)
        back += 0 if outcome is None else stake + stake * rules.side_bets[name][outcome]
    return StakedAndReturned(sum(bet.side_bets.values()), back)


@dataclass(frozen=True, slots=True)
class _Play:
    """Best result of a stake, valued by `weights`, with at most `limit` units on all hands.

    `scarce`: the deal has one deck only.
    """

    rules: Rules
    stake: int
    weights: StakedAndReturned
    scarce: bool
    limit: int = _UNLIMITED

    def worth(self, *results: StakedAndReturned) -> int:
        """Return the value of the best of the results."""
        by_staked, by_back = self.weights
        return max(by_staked * staked + by_back * back for staked, back in results)

    def best(self, opening: Opening) -> int:
        """Return the maximum value of the stake after this opening, with insurance."""
        if _is_21(opening) and self.rules.naturals:
            return self._natural_worth(opening)
        hands = [self.worth(*self._unsplit_results(opening)), *self._split_worths(opening)]
        return max(hands) + self._insurance_worth(opening, won=False)

    def _natural_worth(self, opening: Opening) -> int:
        """Return the value of a natural: paid, or pushed by a dealer blackjack. Even money is a plain win."""
        paid = self.worth(self._paid_natural) + self._insurance_worth(opening, won=False)
        if opening.paired or opening.upcard not in (ACE, TEN):
            return paid
        pushed = self.worth(StakedAndReturned(self.stake, self.stake)) + self._insurance_worth(
            opening, won=True
        )
        return max(paid, pushed)

    @property
    def _paid_natural(self) -> StakedAndReturned:
        numerator, denominator = self.rules.natural_odds
        return StakedAndReturned(self.stake, self.stake + self.stake * numerator // denominator)

    def _insurance_worth(self, opening: Opening, *, won: bool) -> int:
        """Return what insurance adds; 0 if it is not offered or not worth it."""
        if opening.upcard != ACE or not self.rules.naturals or self.rules.insurance == "none":
            return 0
        half = self.stake // 2
        return self.worth(StakedAndReturned(0, 0), StakedAndReturned(half, 3 * half if won else 0))

    def _unsplit_results(self, opening: Opening) -> list[StakedAndReturned]:
        """Return the possible results of the first two cards, not a natural, as one hand."""
        stake = self.stake
        if _is_21(opening) and self.rules.auto_stand_21:
            return [StakedAndReturned(stake, 2 * stake), StakedAndReturned(stake, stake)]
        ends = [StakedAndReturned(stake, 2 * stake), StakedAndReturned(stake, 0)]
        if _may_double(self.rules, opening):
            ends += self._double_results(self.limit - stake)
        return ends

    def _double_results(self, left: int) -> list[StakedAndReturned]:
        """Return the results of a hand doubled with the `left` units as far as allowed; empty if it cannot be doubled."""
        added = self.stake if left >= self.stake else left if self.rules.double_for_less else 0
        on_it = self.stake + added
        return [StakedAndReturned(on_it, 2 * on_it), StakedAndReturned(on_it, 0)] if added else []

    def _split_worths(self, opening: Opening) -> list[int]:
        """Return the values of 2, 3 … hands, up to the maximum number."""
        most = min(self._most_hands(opening), self.limit // self.stake)
        return [self._split_worth(opening.low, count) for count in range(2, most + 1)]

    def _split_worth(self, value: int, count: int) -> int:
        """Return the value of `count` hands of split cards; each in turn is doubled if that is allowed and best."""
        stake, left, total = self.stake, self.limit - count * self.stake, 0
        ends = [StakedAndReturned(stake, 2 * stake), StakedAndReturned(stake, 0)]
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
    """Return whether the first two cards may be doubled, including a 21 that does not stand automatically."""
    if rules.double_on == "any":
        return True
    least = _DOUBLE_FROM.get(rules.double_on, BEST)
    return opening.low != ACE and least <= opening.low + opening.high <= _ELEVEN


def _may_double_split(rules: Rules, value: int) -> bool:
    """Return whether a split card of this value may be doubled with some second card; 2 to 9 make 11 with one."""
    if rules.double_on == "never" or not rules.double_after_split:
        return False
    if value == ACE and not (rules.hit_split_aces and rules.double_split_aces):
        return False
    return rules.double_on == "any" or value not in (ACE, TEN)


def _openings(rules: Rules) -> Mapping[Opening, frozenset[SideOutcomes]]:
    copies = min(rules.finite_decks or MOST_ALIKE, MOST_ALIKE)
    on_the_table = rules.seats * _most_hands(rules) * _MOST_IN_A_HAND + TEN
    drawn_late = rules.hole_card == "not_dealt" and on_the_table >= copies * _IN_A_DECK
    return list_openings(copies, MOST_ALIKE if drawn_late else copies)


def _is_scarce(rules: Rules, box: int) -> bool:
    """Return whether the deal has one deck only until this box has all its hands.

    Cards are counted by value: those of the boxes before it, of its own hands (at most three, and
    the card that a new one starts with; the three win, or two of them bust), and two cards of each
    box after it and of the dealer.
    """
    before = (box - 1) * _most_hands(rules) * _MOST_IN_A_HAND
    own = max(3 * BEST, 2 * _MOST_IN_A_HAND) + TEN
    others = 2 * TEN * (rules.seats - box + 1)
    return rules.decks == 1 and before + own + others < _IN_A_DECK


def _most_hands(rules: Rules) -> int:
    return 1 + max(rules.max_splits, rules.max_ace_splits)
