"""Rules, charts and worths of rule set versions as signals read them, kept for the life of the process."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

import numpy as np

from blackjack.analysis.effects import Effects
from blackjack.rules import Rules
from blackjack.strategy import ROWS, UPCARDS, Chart
from casino.values.charts import read_chart
from detection.selectors.finished_rounds import is_legal
from detection.values.packing import Batch
from signals.columns import VERBS
from signals.worths import CountWorth, project_effects
from tables.models import Mathematics, RuleSetVersion
from tables.selectors.tables import find_mathematics
from tables.values.questions import effects_question, question_digest

_CELLS: Final = len(ROWS) * len(UPCARDS)
_DECLINE: Final = VERBS.index("decline")
_SURRENDER: Final = VERBS.index("surrender")
_NONE: Final = -1
_known_charts: dict[int, Any] = {}
_known_worths: dict[str, CountWorth] = {}


@lru_cache(maxsize=1024)
def load_rules(version: int) -> Rules:
    """Return the rules of a version, which never change once it is played."""
    return RuleSetVersion.objects.get(pk=version).rules


def advise_decisions(decisions: Batch, versions: Any) -> Any:
    """Return the chart's verb for each decision, by its version; -1 where no chart is known or none is asked."""
    advised = np.full(len(versions), _NONE, np.int64)
    for version in np.unique(versions).tolist():
        order = _load_order(version)
        if order is None:
            continue
        chosen = versions == version
        advised[chosen] = _first_legal(order, decisions["spot"][chosen], decisions["legal"][chosen])
    return advised


def _load_order(version: int) -> Any:
    """Verbs of each cell, the preferred first, padded with -1; None without a chart."""
    if version not in _known_charts:
        chart = read_chart(find_mathematics(RuleSetVersion.objects.get(pk=version)))
        if chart is None:
            return None  # may be computed later: not kept
        _known_charts[version] = _number_chart(chart)
    return _known_charts[version]


def _number_chart(chart: Chart) -> Any:
    verbs = [chart.verbs(row, upcard) for row in ROWS for upcard in UPCARDS]
    order = np.full((_CELLS, max(len(one) for one in verbs)), _NONE, np.int64)
    for cell, names in enumerate(verbs):
        order[cell, : len(names)] = [VERBS.index(name) for name in names]
    return order


def _first_legal(order: Any, spots: Any, legal: Any) -> Any:
    """Return the first verb of each decision's cell that is legal, else "stand"; before the peek surrender or "decline"."""
    before_peek = is_legal(legal, _DECLINE)
    found = np.full(len(spots), _NONE, np.int64)
    for verbs in order[np.maximum(spots, 0)].T:
        known = (verbs >= 0) & (found == _NONE)
        allowed = np.zeros(len(spots), bool)
        for verb in np.unique(verbs[known]).tolist():
            allowed |= (verbs == verb) & is_legal(legal, verb)
        found[known & allowed] = verbs[known & allowed]
    found[(found == _NONE) & (spots >= 0)] = VERBS.index("stand")
    found[before_peek & (found != _SURRENDER)] = _DECLINE
    found[~before_peek & (spots < 0)] = _NONE
    return found


def make_worths() -> Callable[[Rules], CountWorth | None]:
    """Return a function for `History.worth_of` from computed effects of removal; it returns None where they are missing."""

    def find(rules: Rules) -> CountWorth | None:
        digest = question_digest(rules, effects_question())
        if digest not in _known_worths:
            row = Mathematics.objects.filter(digest=digest, state=Mathematics.State.DONE).first()
            if row is None or row.result is None or not row.is_current:
                return None
            _known_worths[digest] = project_effects(Effects.from_dict(row.result))
        return _known_worths[digest]

    return find
