"""COL2: two linked accounts bet on the same box."""

from collections.abc import Mapping
from typing import Final

import numpy as np
from django.utils.translation import gettext as _, gettext_lazy

from signals.columns import DAY, UNITS
from signals.definition import Family, Signal, SignalScope, Threshold, Unit
from signals.evidence import Axis, Point, Scatter
from signals.outcomes import Outcome, OutcomeStatus, not_applicable, too_few
from signals.pairs import PlayerPair
from signals.statistics.windows import find_window_starts, sort_by_time, sum_windows

_WINDOW: Final = 30 * DAY


def judge(pair: PlayerPair, thresholds: Mapping[str, float]) -> Outcome:
    """Subtract their results on shared boxes over 30 days, whichever 30 days show most."""
    n = len(pair.boxes)
    if not pair.linked:
        return not_applicable("not_linked", n)
    if not n:
        return too_few(n)
    boxes = pair.boxes.take(sort_by_time(pair.boxes))
    between = np.abs(sum_windows(boxes.at, boxes.net - boxes.other_net, _WINDOW))
    last = int(between.argmax())
    window = boxes.take(slice(int(find_window_starts(boxes.at, _WINDOW)[last]), last + 1))
    figures = {
        "between": float(between[last]) / UNITS,
        "net": float(window.net.sum()) / UNITS,
        "other_net": float(window.other_net.sum()) / UNITS,
    }
    rounds = np.unique(np.concatenate([window.round, window.other_round]))
    status = (
        OutcomeStatus.FLAGGED if figures["between"] > thresholds["between"] else OutcomeStatus.BELOW
    )
    from_at, to_at = float(window.at[0]), float(window.at[-1])
    return Outcome(status, len(window), figures, "", rounds, from_at, to_at)


def sentence(outcome: Outcome) -> str:
    return _(
        "Two linked accounts bet on the same box %(n)d times within 30 days; their results differ by %(between).0f USD."
    ) % {"n": outcome.n, **outcome.figures}


def draw(pair: PlayerPair, _outcome: Outcome) -> Scatter:
    """Draw the results of both on each shared box: money that moves falls from left to right, luck rises."""
    boxes = pair.boxes.take(sort_by_time(pair.boxes))
    own, others = boxes.net / UNITS, boxes.other_net / UNITS
    points = (
        Point(float(x), float(y), int(round_))
        for x, y, round_ in zip(own, others, boxes.round, strict=True)
    )
    return Scatter(Axis(pair.one.player, "USD"), Axis(pair.other.player, "USD"), tuple(points))


SIGNAL = Signal(
    id="COL2",
    version=1,
    family=Family.ACCOUNTS,
    severity=40,
    unit=Unit.EVENTS,
    window_days=60,
    words=gettext_lazy("Linked accounts on one box"),
    meaning=gettext_lazy(
        "Two accounts linked by MA1 bet on one box, and one gained what the other lost: money moved from account to "
        "account. Unequal stakes on the same cards differ by luck as well; the rounds show how."
    ),
    judge=judge,
    sentence=sentence,
    draw=draw,
    thresholds=(
        Threshold("between", gettext_lazy("Difference of their results (USD)"), 500, 50, 1_000_000),
    ),
    reasons={"not_linked": gettext_lazy("the accounts are not linked")},
    scope=SignalScope.PAIR,
)
