"""Detection of returns that chance does not explain: of hands against the expectation as played, of other bets exactly.

False alarms are bounded in advance. A look is one window of closed days of one version; each window length is
examined only every so many days, so a night has few looks. For 20 tables with all bets that is, as a union bound, 20
x 0.379 looks at hands a night, each wrong once in 15,800, and 20 x 5 x 0.379 at other bets, each wrong once in
100,000: 0.9 false alarms in 1,000 nights. `tools/benchmarks/rtp_alarm.py` measures it.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from journal.models import EventKind
from journal.services.recording import record_once
from reports.models import ClosedPart
from reports.selectors.fact_tables import DECISIONS, STAKES
from reports.selectors.period_query import SplitPeriod, find_last_closed, query_split
from reports.selectors.theory import MeasuredReturn, build_measured_return
from reports.services.luck import CHANCES
from reports.values.filters import Filters
from reports.values.period import BEGINNING, DAY
from reports.values.tail_bounds import Bets, complete_outcomes, odds_against, tail_probability
from tables.models import Mathematics, RuleSetVersion
from tables.selectors.returns import HAND, INSURANCE, SIDE
from tables.selectors.tables import load_mathematics_by_digest

REPEAT_AFTER_DAYS: Final = 30
"""Days within which a bet of a version is reported once per window: windows with common days are not independent."""

UNLIKELY_CHANCE: Final = 1e-5
"""Side bets are reported if a return this far off has a smaller probability (two-sided)."""

_HANDS: Final = """
    SELECT version_id, sum(measured)::bigint AS measured, sum(measured_usd)::bigint AS measured_usd,
           sum(net_usd)::float AS net_usd, sum(luck_usd)::float AS luck_usd,
           sum(luck_square)::float AS luck_square, sum(luck_fourth)::float AS luck_fourth
    FROM fact GROUP BY version_id
"""
_STAKES: Final = """
    SELECT version_id, name, weight, chance, sum(bets)::bigint AS bets,
           sum(multiples)::bigint AS multiples
    FROM fact GROUP BY version_id, name, weight, chance
"""
_INSURANCE_RETURNS: Final = 3.0


@dataclass(frozen=True, slots=True)
class Window:
    """A period up to a closed day, examined every `step` days; without `days`, all days."""

    days: int | None
    step: int

    def last(self, closed: date) -> date:
        """Return the newest day at which the window is examined."""
        return closed - closed.toordinal() % self.step * DAY

    def first(self, last: date) -> date:
        """Return the first day of the window."""
        return BEGINNING.date() if self.days is None else last - (self.days - 1) * DAY


WINDOWS: Final = (Window(None, 7), Window(30, 6), Window(90, 18), Window(365, 73))

LOOKS_A_NIGHT: Final = sum(1 / window.step for window in WINDOWS)
"""Average number of looks per night for one version and one bet."""


@dataclass(frozen=True, slots=True)
class OtherBets:
    """Bets other than hands, of one version and window; `chance` is the two-sided probability of such a return."""

    name: str
    bets: int
    theory: float
    actual: float
    chance: float


def report_unlikely_returns() -> int:
    """Raise an alarm for each version and bet with an improbable return; return the number of new alarms. Idempotent."""
    closed = find_last_closed(ClosedPart.DECISIONS)
    if closed is None:
        return 0
    return sum(_look(window, window.last(closed)) for window in WINDOWS)


def _look(window: Window, last: date) -> int:
    span = SplitPeriod((window.first(last), last), ())
    hands = {
        one["version_id"]: build_measured_return(one)
        for one in query_split(DECISIONS, span, Filters(), _HANDS)
    }
    stakes: defaultdict[int, list[Mapping[str, Any]]] = defaultdict(list)
    for one in query_split(STAKES, span, Filters(), _STAKES):
        stakes[one["version_id"]].append(one)
    played = RuleSetVersion.objects.filter(pk__in={*hands, *stakes}).select_related("rule_set")
    known = load_mathematics_by_digest(played)
    told = 0
    for version in played:
        when = f"{window.days or 'all'} {last.toordinal() // REPEAT_AFTER_DAYS}"
        measured = hands.get(version.pk)
        if measured is not None and measured.is_unlikely:
            told += _tell(version, HAND, when, _of_hands(window, measured))
        for bet in examine_other_bets(version, known.get(version.rules_hash), stakes[version.pk]):
            if bet.chance < UNLIKELY_CHANCE:
                told += _tell(version, bet.name, when, _of_bets(window, bet))
    return told


def examine_other_bets(
    version: RuleSetVersion, mathematics: Mathematics | None, rows: list[Mapping[str, Any]]
) -> Iterator[OtherBets]:
    """Yield each bet other than the hands whose chances are known, from sums of `DayOfStakes`."""
    by_name: defaultdict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for row in rows:
        by_name[row["name"]].append(row)
    for name, mine in by_name.items():
        wins = None if name == INSURANCE else _wins(version, mathematics, name)
        if name != INSURANCE and wins is None:
            continue
        bets = [Bets(row["weight"], row["bets"], _outcomes(row, wins)) for row in mine]
        staked = sum(one.weight * one.count for one in bets)
        returned = sum(row["weight"] * row["multiples"] for row in mine)
        yield OtherBets(
            name if name == INSURANCE else f"{SIDE}{name}",
            sum(one.count for one in bets),
            sum(one.mean for one in bets) / staked,
            returned / staked,
            tail_probability(bets, returned, UNLIKELY_CHANCE),
        )


def _outcomes(
    row: Mapping[str, Any], wins: list[tuple[float, float]] | None
) -> tuple[tuple[float, float], ...]:
    return complete_outcomes(wins or [(_INSURANCE_RETURNS, row["chance"] / CHANCES)])


def _wins(
    version: RuleSetVersion, mathematics: Mathematics | None, name: str
) -> list[tuple[float, float]] | None:
    """Return payout and chance of each winning outcome of a side bet in a fresh shoe; None if not computed."""
    found = ((mathematics and mathematics.result) or {}).get("side_bets", {}).get(name)
    odds = version.rules.side_bets.get(name)
    if found is None or odds is None:
        return None
    return [(1.0 + odds[outcome], chance) for outcome, chance in found["outcomes"].items()]


def _of_hands(window: Window, found: MeasuredReturn) -> dict[str, object]:
    return {
        "rounds": found.rounds,
        "expected": round(found.played, 6),
        "actual": round(found.actual, 6),
        "z": round(found.z, 2),
        "days": window.days,
    }


def _of_bets(window: Window, found: OtherBets) -> dict[str, object]:
    return {
        "bets": found.bets,
        "theory": round(found.theory, 6),
        "actual": round(found.actual, 6),
        "one_in": odds_against(found.chance),
        "days": window.days,
    }


def _tell(version: RuleSetVersion, bet: str, when: str, data: dict[str, object]) -> bool:
    return record_once(
        EventKind.RETURN_UNLIKELY,
        subject=f"rules {version}",
        data={"bet": bet, **data},
        once=f"{bet} {when}",
    )
