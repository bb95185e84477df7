"""CC3: sits out bad counts, or changes the shoe in them."""

from collections.abc import Mapping
from typing import Final

import numpy as np
from django.utils.translation import gettext as _, gettext_lazy

from signals.columns import DECK, DealMark, EarlyShoeEnds, Flags, Floats, History
from signals.definition import Family, Signal, Threshold, Unit
from signals.evidence import Axis, Bars, EvidenceBar
from signals.outcomes import Outcome, OutcomeStatus, not_applicable, too_few
from signals.rows import keep_counted, keep_deals
from signals.statistics.counts import CountPaths, Singles, estimate_chance
from signals.statistics.intervals import compare_shares, estimate_share

_BAD, _GOOD, _FEWEST = -1.0, 1.0, 200
_SETS: Final = 8_000


def judge(history: History, thresholds: Mapping[str, float]) -> Outcome:
    """Compare shares at TC ≤ -1 and TC ≥ +1: of deals sat out at live tables, of private shoes changed early.

    Players sit out for a while, and counts last for a while: z alone takes each deal as new evidence. `p` is how often
    counts that have nothing to do with sitting out give this z, with the deals sat out as they are. A shoe is changed
    once, so that its chances are independent and z says enough.
    """
    counted = keep_counted(history)
    if len(history.deals) and not len(counted.deals):
        return not_applicable("no_count")
    live = keep_deals(counted, counted.deals.marks & DealMark.LIVE > 0)
    n, ends = len(live.deals), history.shoe_ends
    if max(n, len(ends)) < _FEWEST:
        return too_few(max(n, len(ends)))
    at_tables, figures = _judge_tables(live, thresholds) if n >= _FEWEST else (False, {})
    of_shoes, more = _judge_shoes(ends, thresholds) if len(ends) >= _FEWEST else (False, {})
    status = OutcomeStatus.FLAGGED if at_tables or of_shoes else OutcomeStatus.BELOW
    deals = live.deals if n >= _FEWEST else counted.deals
    rounds = deals.round[deals.played]
    return Outcome(
        status,
        n if n >= _FEWEST else len(ends),
        {**figures, **more},
        "",
        rounds,
        float(deals.at.min()),
        float(deals.at.max()),
    )


def _judge_tables(
    history: History, thresholds: Mapping[str, float]
) -> tuple[bool, dict[str, float]]:
    deals = history.deals
    sat_out = (~deals.played).astype(float)
    z = float(_compare(sat_out, deals.true_count[:, None])[0])
    bad, good = deals.true_count <= _BAD, deals.true_count >= _GOOD
    figures = {"z": z, "bad": _mean(sat_out[bad]), "good": _mean(sat_out[good])}
    if z <= thresholds["z"]:
        return False, figures
    paths = CountPaths.from_deals(deals, history.rules)
    p = estimate_chance(paths, lambda drawn: _compare(sat_out, drawn) >= z, _SETS)
    return p < thresholds["p"], {**figures, "p": p}


def _judge_shoes(
    ends: EarlyShoeEnds, thresholds: Mapping[str, float]
) -> tuple[bool, dict[str, float]]:
    counts = _end_counts(ends)
    bad, good = ends.changed[counts <= _BAD], ends.changed[counts >= _GOOD]
    z = compare_shares(int(bad.sum()), len(bad), int(good.sum()), len(good))
    figures = {"shoe_z": z, "changed_bad": _mean(bad), "changed_good": _mean(good)}
    return z > thresholds["z"], figures


def _compare(sat_out: Floats, counts: Floats | Singles) -> Floats:
    """Two-proportion z of each set of counts (columns), as `compare_shares`."""
    bad, good = counts <= _BAD, counts >= _GOOD
    of_bad, of_good = bad.sum(axis=0), good.sum(axis=0)
    one, other = sat_out @ bad, sat_out @ good
    with np.errstate(divide="ignore", invalid="ignore"):
        pooled = (one + other) / (of_bad + of_good)
        error = np.sqrt(pooled * (1 - pooled) * (1 / of_bad + 1 / of_good))
        z = (one / of_bad - other / of_good) / error
    return np.where(np.isfinite(z), z, 0.0)


def _end_counts(ends: EarlyShoeEnds) -> Floats:
    counts: Floats = ends.running * DECK / np.maximum(ends.left, 1)
    return counts


def _mean(of: Floats | Flags) -> float:
    return float(np.mean(of)) if len(of) else 0.0


def sentence(outcome: Outcome) -> str:
    shares = {name: 100 * value for name, value in outcome.figures.items()}
    if "z" in outcome.figures:
        return _(
            "Over %(n)d deals %(bad).0f%% were sat out in bad counts and %(good).0f%% in good ones (z = %(z).1f)."
        ) % {**shares, "n": outcome.n, "z": outcome.figures["z"]}
    return _(
        "Of %(n)d chances to change the shoe, %(changed_bad).0f%% were taken in bad counts and %(changed_good).0f%% in "
        "good ones (z = %(z).1f)."
    ) % {**shares, "n": outcome.n, "z": outcome.figures["shoe_z"]}


def draw(history: History, _outcome: Outcome) -> Bars:
    """Share of deals sat out, and of shoes changed, by the count."""
    counted = keep_counted(history)
    deals = counted.deals.take(counted.deals.marks & DealMark.LIVE > 0)
    ends = history.shoe_ends
    bars = [
        *_draw_bars(gettext_lazy("Sat out, count %s"), ~deals.played, deals.true_count),
        *_draw_bars(gettext_lazy("Shoe changed, count %s"), ends.changed, _end_counts(ends)),
    ]
    return Bars(Axis(gettext_lazy("Share of chances"), "%"), tuple(bars))


def _draw_bars(words: object, taken: Flags, counts: Floats) -> list[EvidenceBar]:
    groups = {
        "≤ -1": counts <= _BAD,
        "-1 … +1": (counts > _BAD) & (counts < _GOOD),
        "≥ +1": counts >= _GOOD,
    }
    bars = []
    for name, chosen in groups.items():
        if chosen.any():
            share = estimate_share(int(taken[chosen].sum()), int(chosen.sum()))
            low, high = 100 * share.low, 100 * share.high
            bars.append(
                EvidenceBar(str(words) % name, 100 * share.value, int(chosen.sum()), low, high)
            )
    return bars


SIGNAL = Signal(
    id="CC3",
    version=1,
    family=Family.COUNTING,
    severity=15,
    unit=Unit.DEALS,
    window_days=None,
    words=gettext_lazy("Sits out bad counts"),
    meaning=gettext_lazy(
        "At live tables the player sits out when the count is bad, or changes private shoes then. Someone who leaves "
        "after losses does so whatever the count."
    ),
    judge=judge,
    sentence=sentence,
    thresholds=(
        Threshold("z", gettext_lazy("z of the two shares"), 4.0, 2.0, 20.0),
        Threshold("p", gettext_lazy("Chance of such a difference"), 0.0004, 0.0002, 0.01),
    ),
    reasons={"no_count": gettext_lazy("no deal came from a shoe that can be counted")},
    draw=draw,
    statistical=True,
)
