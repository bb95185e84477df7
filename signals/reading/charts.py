"""Charts of rule sets, computed once for all that play alike."""

from dataclasses import replace
from functools import lru_cache

from blackjack.analysis.result import analyse
from blackjack.rules import Rules
from blackjack.strategy import Chart
from signals.worths import keep_playing_rules


def compute_chart(rules: Rules) -> Chart:
    """Return the best chart of these rules; the first time takes seconds."""
    return _compute_chart(replace(keep_playing_rules(rules), reshuffle="at_penetration"))


@lru_cache(maxsize=256)
def _compute_chart(rules: Rules) -> Chart:
    return analyse(rules).chart
