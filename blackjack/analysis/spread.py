"""How the result of a round is spread: the chance of every net result, and from it the standard deviation.

Rounds without a split are exact. A hand out of a split has exact chances too, together with the dealer's end; that the
hands of one split are independent once that end is known is the one assumption here.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import product

import numpy as np

from blackjack.analysis.ends import BLACKJACK, BUST
from blackjack.analysis.play import Played, SplitPair
from blackjack.analysis.positions import Positions
from blackjack.analysis.stock import ACE, TEN, VALUES, Floats, Ints
from blackjack.analysis.upcard import DOUBLE, HIT, STAND, SURRENDER, SplitHands
from blackjack.hands import BEST

Spread = defaultdict[float, float]
"""The chances of net results, by result in units of the bet."""

_ENDS = BLACKJACK + 1
_DIGITS = 9
_SURE = 1e-15


def spread_of(played: Played) -> Spread:
    """Return the spread of rounds behind one upcard."""
    found: Spread = defaultdict(float)
    chance = played.upcard.dealt.copy()
    if played.upcard.table.rules.naturals:
        _add_naturals(found, played, float(chance[ACE, TEN]))
        chance[ACE, TEN] = 0
    for value, kinds in played.splits.items():
        for kind in kinds:
            if kind.is_split:
                chance[value, value] -= kind.pair.chance
                _add_split(found, played, kind)
    _add_unsplit(found, played, np.maximum(chance, 0))
    return found


def _add_naturals(found: Spread, played: Played, chance: float) -> None:
    upcard = played.upcard
    blackjack = upcard.main.blackjack[0, upcard.table.hands.two[ACE, TEN]]
    paid = float(upcard.paid_natural(np.zeros(1))[0])
    found[_key(paid)] += chance * float(1 - blackjack)
    found[0.0] += chance * float(blackjack)


def _key(result: float) -> float:
    return round(result, _DIGITS) + 0.0


@dataclass(frozen=True, slots=True)
class _Finals:
    """Chances of hands of two cards, each (E, n + 1) or (E, n): to stand in the end, doubled or not, and to give up."""

    stood: Floats
    doubled: Floats
    given_up: Floats
    two: Floats
    was_doubled: Floats


def _finals(
    played: Played, positions: Positions, column: Ints, weights: Floats, actions: Ints
) -> _Finals:
    """Follow hands of two cards at `column` (n,), of chances `weights` (E, n), by their first `actions` (n,)."""
    shape = (len(positions.extra), len(positions.hand))

    def by(action: int) -> Floats:
        found = np.zeros(shape)
        found[:, column] = np.where(actions == action, weights, 0)
        return found

    hits = played.policy.hits[positions.hand]
    reached = positions.reached(by(HIT), hits)
    stood = np.where(hits, 0, reached) + by(STAND)
    doubled = positions.reached(by(DOUBLE), np.zeros(len(hits), dtype=bool))
    two = np.zeros(shape)
    two[:, column] = weights
    return _Finals(stood, doubled, by(SURRENDER), two, by(DOUBLE))


def _add_unsplit(found: Spread, played: Played, chance: Floats) -> None:
    upcard = played.upcard
    main = upcard.main
    rows, columns = np.nonzero(np.triu(chance) > 0)
    hand = upcard.table.hands.two[rows, columns]
    finals = _finals(played, main, hand, chance[rows, columns][None], played.actions[hand])
    win, push, blackjack = (part[:, :-1] for part in (main.win, main.push, main.blackjack))
    for bet, final in ((1.0, finals.stood), (2.0, finals.doubled)):
        found[bet] += float((final * win).sum())
        found[0.0] += float((final * push).sum())
    lost = float(finals.two.sum() - finals.was_doubled.sum() - finals.given_up.sum())
    found[-1.0] += lost - float((finals.stood * (win + push)).sum())
    _add_lost_doubles(found, played, finals, win + push)
    late = upcard.table.surrenders(upcard.upcard) == "late"
    taken = float((finals.given_up * blackjack).sum()) if late else 0.0
    found[-0.5] += float(finals.given_up.sum()) - taken
    found[-1.0] += taken


def _add_lost_doubles(found: Spread, played: Played, finals: _Finals, kept: Floats) -> None:
    blackjack = played.upcard.main.blackjack[:, :-1]
    lost = float(finals.was_doubled.sum() - (finals.doubled * kept).sum())
    standing = float((finals.doubled * blackjack).sum())
    every = float((finals.was_doubled * blackjack).sum())
    back = {"none": 0.0, "standing": standing, "all": every}[played.upcard.refund.doubles]
    found[-1.0] += back
    found[-2.0] += lost - back


def _add_split(found: Spread, played: Played, kind: SplitPair) -> None:
    """Add the sums of as many hands as there may be, for every end of the dealer's."""
    hands = played.upcard.split_hands(kind.pair.value)
    weights = hands.chances(kind.pair.splitting)
    by_result = _split_hand(played, hands, weights)
    counts = kind.pair.splitting.hand_counts()
    total = np.sum(list(by_result.values()), axis=0)
    for end in np.flatnonzero(total > _SURE):
        behind = float(total[end] / total.sum()) * kind.pair.chance
        if end == BLACKJACK and played.upcard.refund.splits:
            found[-1.0] += behind
            continue
        one = {result: float(chance[end] / total[end]) for result, chance in by_result.items()}
        several = {0.0: 1.0}
        for count in range(1, len(counts)):
            several = _summed(several, one)
            for result, chance in several.items():
                found[_key(result)] += behind * float(counts[count]) * chance


def _summed(one: dict[float, float], other: dict[float, float]) -> dict[float, float]:
    found: Spread = defaultdict(float)
    for (result, chance), (more, likely) in product(one.items(), other.items()):
        if chance * likely > 0:
            found[_key(result + more)] += chance * likely
    return found


def _split_hand(played: Played, hands: SplitHands, weights: Floats) -> dict[float, Floats]:
    """Return the chances (24,) of each result of a split hand, by the dealer's end."""
    positions, second = hands.positions, hands.second
    actions = np.full(VALUES, STAND) if hands.one_card else played.split_actions(hands)
    found: defaultdict[float, Floats] = defaultdict(lambda: np.zeros(_ENDS))
    rules = played.upcard.table.rules
    weights = weights.copy()
    if hands.value == TEN and rules.naturals and rules.split_tens_natural:
        _add_split_naturals(
            found, played, (weights[:, ACE, None] * positions.ends[:, second[ACE]]).sum(0)
        )
        weights[:, ACE] = 0
    finals = _finals(played, positions, second, weights, actions)
    _add_standing(found, played, positions, finals.stood, 1.0)
    _add_standing(found, played, positions, finals.doubled, 2.0)
    given_up = _by_end(positions, finals.given_up)
    ends = np.arange(_ENDS)
    found[-0.5] += np.where(ends == BLACKJACK, 0, given_up)
    found[-1.0] += np.where(ends == BLACKJACK, given_up, 0)
    hit = finals.two - finals.was_doubled - finals.given_up
    found[-1.0] += np.maximum(_by_end(positions, hit) - _by_end(positions, finals.stood), 0)
    bust = np.maximum(
        _by_end(positions, finals.was_doubled) - _by_end(positions, finals.doubled), 0
    )
    all_back = played.upcard.refund.doubles == "all"
    found[-2.0] += np.where((ends == BLACKJACK) & all_back, 0, bust)
    found[-1.0] += np.where((ends == BLACKJACK) & all_back, bust, 0)
    return found


def _add_split_naturals(found: defaultdict[float, Floats], played: Played, chance: Floats) -> None:
    ends = np.arange(_ENDS)
    paid = float(played.upcard.paid_natural(np.zeros(1))[0])
    found[_key(paid)] += np.where(ends == BLACKJACK, 0, chance)
    found[0.0] += np.where(ends == BLACKJACK, chance, 0)


def _by_end(positions: Positions, chance: Floats) -> Floats:
    found: Floats = (chance[:, :, None] * positions.ends).sum((0, 1))
    return found


def _add_standing(
    found: defaultdict[float, Floats],
    played: Played,
    positions: Positions,
    chance: Floats,
    bet: float,
) -> None:
    """Add hands that stand in the end, busted ones left out."""
    table, hand = played.upcard.table, positions.hand
    ends = np.arange(_ENDS)
    kept = -bet if played.upcard.refund.doubles == "none" else -1.0
    for total, charlie in product(range(1, BEST + 1), (False, True)):
        same = (table.hands.total[hand] == total) & (table.charlies[hand] == charlie)
        if same.any():
            by_end = (chance[:, same, None] * positions.ends[:, same]).sum((0, 1))
            wins = (ends < total) | (ends == BUST) | (charlie & (ends != BLACKJACK))
            found[bet] += np.where(wins, by_end, 0)
            found[0.0] += np.where((ends == total) & ~wins, by_end, 0)
            found[-bet] += np.where((ends > total) & (ends <= BEST) & ~wins, by_end, 0)
            found[kept] += np.where(ends == BLACKJACK, by_end, 0)
