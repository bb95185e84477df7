"""COL1: a team at a live table. One plays flat and watches the shoe, the partner joins when the count is good."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf, sqrt
from typing import Final

import numpy as np
from django.utils.translation import gettext as _, gettext_lazy

from signals.columns import DealMark, Deals, Flags, Floats, Ints
from signals.definition import Family, Signal, SignalScope, Threshold, Unit
from signals.evidence import Axis, Bars, EvidenceBar
from signals.outcomes import Outcome, OutcomeStatus, not_applicable, too_few
from signals.pairs import PlayerPair, Side
from signals.scipy_packages import stats
from signals.statistics.intervals import estimate_share

_FEWEST_TOGETHER: Final = 50
_FEWEST: Final = 200  # as CC3
_FEWEST_SHOES: Final = 8
_GOOD, _BAD = 1.0, -1.0
_LOW, _HIGH = 10, 90  # percentiles of the stakes of a flat player
_WIDEST: Final = 3  # true counts shown one by one
_PERCENT: Final = 100


@dataclass(frozen=True, slots=True)
class _Watched:
    """Deals that the flat player saw, in shoes that the partner joined at least once."""

    joined: Flags
    count: Floats
    shoe: Ints

    @property
    def good(self) -> Flags:
        return self.count >= _GOOD

    @property
    def bad(self) -> Flags:
        return self.count <= _BAD

    @property
    def n(self) -> int:
        return int((self.good | self.bad).sum())


def judge(pair: PlayerPair, thresholds: Mapping[str, float]) -> Outcome:
    """Compare how often the partner joined at good and at bad counts; of both orders the one that shows more."""
    together = len(pair.shared[0])
    if together < _FEWEST_TOGETHER:
        return too_few(together)
    if pair.share <= thresholds["share"]:
        return Outcome(OutcomeStatus.BELOW, together, {"share": pair.share})
    tried = [
        _judge_order(pair, flat, partner, thresholds)
        for flat, partner in ((pair.one, pair.other), (pair.other, pair.one))
    ]
    return max(tried, key=lambda outcome: (_RANK[outcome.status], outcome.figures.get("z", -inf)))


_RANK: Final = {
    OutcomeStatus.ERROR: 0,
    OutcomeStatus.NOT_APPLICABLE: 1,
    OutcomeStatus.TOO_FEW: 2,
    OutcomeStatus.BELOW: 3,
    OutcomeStatus.FLAGGED: 4,
}


def _judge_order(
    pair: PlayerPair, flat: Side, partner: Side, thresholds: Mapping[str, float]
) -> Outcome:
    spread = _measure_spread(flat.deals)
    if spread > thresholds["spread"]:
        return not_applicable("nobody_flat", len(pair.shared[0]))
    watched = _watch(flat.deals, partner.deals)
    if watched.n < _FEWEST or not watched.good.any() or not watched.bad.any():
        return too_few(watched.n)
    good, bad = watched.joined[watched.good].mean(), watched.joined[watched.bad].mean()
    figures = {
        "share": pair.share,
        "spread": spread,
        "good": float(good),
        "bad": float(bad),
        "z": _compare_shares(watched),
        "p": _compare_by_shoe(watched),
    }
    over = (
        figures["z"] > thresholds["z"]
        and figures["p"] < thresholds["p"]
        and good - bad > thresholds["difference"]
    )
    rounds = partner.deals.round[_places_of_bets(partner.deals)]
    at = flat.deals.at
    status = OutcomeStatus.FLAGGED if over else OutcomeStatus.BELOW
    return Outcome(status, watched.n, figures, "", rounds, float(at.min()), float(at.max()))


def _places_of_bets(deals: Deals) -> Ints:
    unreal = (deals.marks & int(DealMark.PLAY_MONEY)) > 0
    return np.flatnonzero(deals.played & ~unreal & ((deals.marks & int(DealMark.LIVE)) > 0))


def _measure_spread(deals: Deals) -> float:
    """High stakes ÷ low stakes of a player: 1 if all are equal."""
    stakes = deals.stake[_places_of_bets(deals)]
    if not len(stakes):
        return inf
    low, high = np.percentile(stakes, [_LOW, _HIGH])
    return float(high / low)


def _watch(flat: Deals, partner: Deals) -> _Watched:
    bets = _places_of_bets(partner)
    seen = flat.take(np.isin(flat.shoe, partner.shoe[bets]))
    return _Watched(np.isin(seen.deal, partner.deal[bets]), seen.true_count, seen.shoe)


def _compare_shares(watched: _Watched) -> float:
    """Two-proportion z of joining at good against bad counts (CC3)."""
    good, bad = watched.joined[watched.good], watched.joined[watched.bad]
    share = (good.sum() + bad.sum()) / (len(good) + len(bad))
    error = sqrt(share * (1 - share) * (1 / len(good) + 1 / len(bad)))
    return float((good.mean() - bad.mean()) / error) if error else 0.0


def _compare_by_shoe(watched: _Watched) -> float:
    """Student's p of the same with one number for each shoe: the chance that shoes agree so much.

    A player who joins stays for a while and a count lasts for a while, so that deals of one shoe are not independent: a
    friend who comes late and stays reaches any z. Shoes are independent.
    """
    sides = watched.good.astype(float) - watched.bad.astype(float)
    counted = sides != 0
    centre = watched.joined[counted].mean()
    parts: Floats = np.where(counted, (watched.joined - centre) * sides, 0.0)
    _, shoe = np.unique(watched.shoe[counted], return_inverse=True)
    sums = np.bincount(shoe, parts[counted])
    if len(sums) < _FEWEST_SHOES or np.ptp(sums) == 0:
        return 1.0
    return float(stats.ttest_1samp(sums, 0.0, alternative="greater").pvalue)


def sentence(outcome: Outcome) -> str:
    figures = outcome.figures
    if "good" not in figures:
        return _(
            "They share %(share).0f%% of the rounds of the one that played less: too few to look for a team."
        ) % {"share": _PERCENT * figures["share"]}
    return _(
        "One plays flat; the partner joined %(good).0f%% of the deals at a true count of +1 or more and %(bad).0f%% at -1 "
        "or less (%(n)d deals, z = %(z).1f, p over shoes %(p).1g). They share %(share).0f%% of the rounds of the one that "
        "played less."
    ) % {
        "n": outcome.n,
        "z": figures["z"],
        "p": figures["p"],
        **{name: 100 * figures[name] for name in ("good", "bad", "share")},
    }


def draw(pair: PlayerPair, outcome: Outcome) -> Bars:
    """Draw how often the partner joined by true count, with exact 95 % intervals."""
    flat, partner = _find_order(pair, outcome)
    watched = _watch(flat.deals, partner.deals)
    counts = np.clip(np.rint(watched.count), -_WIDEST, _WIDEST)
    return Bars(
        Axis(gettext_lazy("Deals that the partner joined, by true count"), "%"),
        tuple(
            _draw_share(_name_count(count), watched.joined[counts == count])
            for count in range(-_WIDEST, _WIDEST + 1)
        ),
        roles=(
            (gettext_lazy("plays flat"), flat.player),
            (gettext_lazy("joins"), partner.player),
        ),
    )


def _draw_share(words: str, joined: Flags) -> EvidenceBar:
    share = estimate_share(int(joined.sum()), len(joined))
    value, low, high = (_PERCENT * one for one in share)
    return EvidenceBar(words, value, len(joined), low, high)


def _find_order(pair: PlayerPair, outcome: Outcome) -> tuple[Side, Side]:
    """Return the flat player and the partner of a judgement: the order whose shares are nearest to its own.

    Rows may have come or gone since, so the shares need not be the same.
    """
    orders = (pair.one, pair.other), (pair.other, pair.one)
    if "good" not in outcome.figures:
        return orders[0]
    return min(orders, key=lambda order: _measure_distance(order[0], order[1], outcome.figures))


def _measure_distance(flat: Side, partner: Side, figures: Mapping[str, float]) -> float:
    watched = _watch(flat.deals, partner.deals)
    if not watched.good.any() or not watched.bad.any():
        return inf
    good, bad = watched.joined[watched.good].mean(), watched.joined[watched.bad].mean()
    return float(abs(good - figures["good"]) + abs(bad - figures["bad"]))


def _name_count(count: int) -> str:
    sign = {-_WIDEST: "\N{LESS-THAN OR EQUAL TO} ", _WIDEST: "\N{GREATER-THAN OR EQUAL TO} "}
    return f"{sign.get(count, '')}{count:+d}" if count else "0"


SIGNAL = Signal(
    id="COL1",
    version=1,
    family=Family.ACCOUNTS,
    severity=60,
    unit=Unit.EVENTS,
    window_days=90,
    words=gettext_lazy("Team at a live table"),
    meaning=gettext_lazy(
        "One bets the same all the time and watches the shoe; the partner bets only when the count is good. Friends who "
        "play at one table join and leave without regard to the count."
    ),
    judge=judge,
    sentence=sentence,
    draw=draw,
    thresholds=(
        Threshold(
            "share", gettext_lazy("Shared deals ÷ the fewer rounds of either"), 0.5, 0.2, 0.99
        ),
        Threshold("spread", gettext_lazy("High stakes ÷ low stakes of the flat player"), 1.5, 1, 3),
        Threshold(
            "difference", gettext_lazy("Share joined at good less at bad counts"), 0.25, 0.05, 0.9
        ),
        Threshold("z", gettext_lazy("z of that difference"), 4, 2.5, 20),
        Threshold(
            "p", gettext_lazy("p of the same with one number for each shoe"), 0.0001, 1e-6, 0.01
        ),
    ),
    reasons={"nobody_flat": gettext_lazy("neither plays flat")},
    statistical=True,
    scope=SignalScope.PAIR,
)
