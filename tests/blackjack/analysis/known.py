"""Analyses that several tests look at: each is made once in a run of the suite, by whichever worker asks first."""

import fcntl
import pickle
from fractions import Fraction
from functools import cache

from blackjack.analysis.result import Analysis, analyse
from blackjack.rules import Rules
from config.testing import run


@cache
def analysis(rules: Rules, round_limit: Fraction | None = None) -> Analysis:
    """What `analyse` says, kept in the run's folder; a worker that wants what another is making waits for it."""
    folder = run().folder / "analyses"
    folder.mkdir(exist_ok=True)
    name = f"{rules.digest}-{round_limit}".replace("/", "_")
    with (folder / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        file = folder / name
        if file.exists():
            found: Analysis = pickle.loads(file.read_bytes())  # noqa: S301 - written three lines below
            return found
        found = analyse(rules, round_limit)
        file.write_bytes(pickle.dumps(found))
        return found
