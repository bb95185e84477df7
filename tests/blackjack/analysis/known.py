"""Analyses shared by several tests, computed once per test run by the first worker that needs them."""

import fcntl
import pickle
from fractions import Fraction
from functools import cache, lru_cache

from blackjack.analysis.play import BestByCards, Played
from blackjack.analysis.result import Analysis, analyse
from blackjack.analysis.round_limit import RoundLimitCost, round_limit_cost
from blackjack.analysis.stock import VALUES, Stock
from blackjack.analysis.table import AnalysisTable
from blackjack.analysis.upcard import Upcard
from blackjack.rules import Rules
from config.testing import current_run


@cache
def analysis(rules: Rules, round_limit: Fraction | None = None) -> Analysis:
    """Return the result of `analyse`, stored in the run's folder; a file lock makes other workers wait for it."""
    folder = current_run().folder / "analyses"
    folder.mkdir(exist_ok=True)
    name = f"{rules.digest}-{round_limit}".replace("/", "_")
    with (folder / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        file = folder / name
        if file.exists():
            found: Analysis = pickle.loads(file.read_bytes())  # noqa: S301 - written by this function
            return found
        found = analyse(rules, round_limit)
        file.write_bytes(pickle.dumps(found))
        return found


def cost_of_limit(rules: Rules, bets: int) -> RoundLimitCost:
    """Return the cost that `analyse` reports for a limit of `bets` bets, without its other results."""
    return round_limit_cost(rules, _best_play(rules), Fraction(bets))


@lru_cache(maxsize=2)
def _best_play(rules: Rules) -> list[Played]:
    table = AnalysisTable(rules, Stock.from_rules(rules))
    upcards = (Upcard(table, value) for value in range(VALUES))
    return [Played(upcard, BestByCards(upcard)) for upcard in upcards]
