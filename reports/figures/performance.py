"""Report 2: actual and theoretical returns of each version of the rules."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from django.db.models import Min

from reports.figures.overview import OpenRounds, OverviewLine, sum_open_rounds_by_version
from reports.figures.withdrawn_wagers import NONE_WITHDRAWN, WithdrawnWagers, load_withdrawn_wagers
from reports.selectors.fact_tables import DECISIONS, GAMES, SIDES
from reports.selectors.names import load_country_names
from reports.selectors.period_query import SplitPeriod, query_split, split_by_day
from reports.selectors.theory import MeasuredReturn, Theory, build_measured_return, load_theories
from reports.values.filters import Filters
from reports.values.period import Period
from reports.values.played_sums import SUMMED, PlayedSums
from tables.models import RuleSetVersion, VersionState, VersionStep
from wallet.money.values import BASE_CURRENCY, Money

_GAMES: Final = f"""
    SELECT version_id, country, {SUMMED}, sum(bets_usd)::bigint AS bets_usd
    FROM fact GROUP BY GROUPING SETS ((version_id), (country))
    ORDER BY sum(staked_usd) DESC, version_id, country
"""  # noqa: S608 - columns named above
_SIDES: Final = """
    SELECT version_id, name, sum(bets)::bigint AS bets, sum(staked_usd)::bigint AS staked_usd,
           sum(returned_usd)::bigint AS returned_usd
    FROM fact GROUP BY version_id, name ORDER BY version_id, sum(staked_usd) DESC, name
"""
_DECISIONS: Final = """
    SELECT version_id, sum(judged)::bigint AS judged, sum(bets_usd)::bigint AS bets_usd,
           sum(decisions)::bigint AS decisions, sum(deviations)::bigint AS deviations,
           sum(cost_usd)::float AS cost_usd, sum(insurance_usd)::float AS insurance_usd,
           sum(measured)::bigint AS measured, sum(measured_usd)::bigint AS measured_usd,
           sum(net_usd)::float AS net_usd, sum(luck_usd)::float AS luck_usd,
           sum(luck_square)::float AS luck_square, sum(luck_fourth)::float AS luck_fourth
    FROM fact GROUP BY version_id
"""


@dataclass(frozen=True, slots=True)
class SideBetReturn:
    """Insurance or a side bet: stakes, payouts, and the theoretical return."""

    name: str
    bets: int
    staked: Money
    returned: Money
    theory: float | None

    @property
    def actual(self) -> float | None:
        """Actual return per unit staked."""
        return self.returned.units / self.staked.units if self.staked else None


@dataclass(frozen=True, slots=True)
class DecisionSums:
    """Decisions of judged rounds. `cost` is per unit of first bets and without insurance, whose cost is `insurance`, in dollars."""

    judged: int
    decisions: int
    deviations: int
    cost: float
    insurance: Money


@dataclass(frozen=True, slots=True)
class VersionPerformance:
    """One version. `open` is the number of its running rounds, `available_at` when it was first in force.

    `theory` is None without mathematics; `actual`, `measured` and `decisions` are None without (judged) rounds. `actual` and
    `measured` are for boxes with splits and doubles, per unit of first bets; other bets are in `beside`.
    """

    version_id: int
    name: str
    state: str  # of tables.models.VersionState, now
    open: OpenRounds
    played: PlayedSums
    theory: Theory | None
    actual: float | None
    measured: MeasuredReturn | None
    decisions: DecisionSums | None
    beside: tuple[SideBetReturn, ...]
    rules_hash: str
    available_at: datetime | None = None
    withdrawn: WithdrawnWagers = NONE_WITHDRAWN


@dataclass(frozen=True, slots=True)
class GamePerformance:
    """Figures of every version played and of every country, highest stakes first."""

    versions: tuple[VersionPerformance, ...]
    countries: tuple[OverviewLine, ...]


def load_figures(period: Period, chosen: Filters) -> GamePerformance:
    """Return the performance of each version in the period. Nine queries."""
    span = split_by_day(period)
    found = query_split(GAMES, span, chosen, _GAMES)
    games = [one for one in found if one["version_id"] is not None]
    sides, decisions = _beside(span, chosen), _query_decisions(span, chosen)
    played = [one["version_id"] for one in games]
    versions = {
        version.pk: version
        for version in RuleSetVersion.objects.filter(pk__in=played).select_related("rule_set")
    }
    names = load_country_names()
    first = _load_first_days(played)
    withdrawn = load_withdrawn_wagers(period, chosen)
    known, running = load_theories(versions.values()), sum_open_rounds_by_version(chosen)
    return GamePerformance(
        tuple(
            replace(
                _performance(
                    one,
                    versions[one["version_id"]],
                    running.get(one["version_id"], OpenRounds(0, Money.zero(BASE_CURRENCY))),
                    known.get(one["version_id"]),
                    sides[one["version_id"]],
                    decisions.get(one["version_id"]),
                ),
                available_at=first.get(one["version_id"]),
                withdrawn=withdrawn.get(one["version_id"], NONE_WITHDRAWN),
            )
            for one in games
        ),
        tuple(
            OverviewLine(
                one["country"],
                names.get(one["country"], str(one["country"])),
                PlayedSums.from_row(one),
            )
            for one in found
            if one["version_id"] is None
        ),
    )


def _beside(span: SplitPeriod, chosen: Filters) -> Mapping[int, list[dict[str, Any]]]:
    found: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    for one in query_split(SIDES, span, chosen, _SIDES):
        found[one["version_id"]].append(one)
    return found


def _query_decisions(span: SplitPeriod, chosen: Filters) -> Mapping[int, dict[str, Any]]:
    """Return the decisions of closed days only: today's rounds are judged later."""
    if span.closed is None:
        return {}
    closed = query_split(DECISIONS, SplitPeriod(span.closed, ()), chosen, _DECISIONS)
    return {one["version_id"]: one for one in closed}


def _performance(
    one: Mapping[str, Any],
    version: RuleSetVersion,
    running: OpenRounds,
    theory: Theory | None,
    sides: list[dict[str, Any]],
    decided: Mapping[str, Any] | None,
) -> VersionPerformance:
    played = PlayedSums.from_row(one)
    on_sides = sum(side["returned_usd"] - side["staked_usd"] for side in sides)
    net = played.returned_usd - played.staked_usd - on_sides
    return VersionPerformance(
        version_id=version.pk,
        name=version.display_name,
        state=version.state,
        open=running,
        played=played,
        theory=theory,
        actual=1 + net / one["bets_usd"] if one["bets_usd"] else None,
        measured=None if decided is None else build_measured_return(decided),
        decisions=None if decided is None else _decisions(decided),
        beside=tuple(
            SideBetReturn(
                side["name"],
                side["bets"],
                Money(side["staked_usd"], BASE_CURRENCY),
                Money(side["returned_usd"], BASE_CURRENCY),
                None if theory is None else theory.beside.get(side["name"]),
            )
            for side in sides
        ),
        rules_hash=version.rules_hash,
    )


def _load_first_days(versions: list[int]) -> dict[int, datetime]:
    """Return when each version was first in force."""
    steps = VersionStep.objects.filter(version__in=versions, to_state=VersionState.ACTIVE)
    return dict(steps.values_list("version").annotate(Min("at")))


def _decisions(decided: Mapping[str, Any]) -> DecisionSums | None:
    if not decided["bets_usd"]:
        return None
    return DecisionSums(
        judged=decided["judged"],
        decisions=decided["decisions"],
        deviations=decided["deviations"],
        cost=decided["cost_usd"] / decided["bets_usd"],
        insurance=Money(round(decided["insurance_usd"]), BASE_CURRENCY),
    )
