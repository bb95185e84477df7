"""Report 2: theory against actual, by version of the rules."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from pages.charts import Plot, Series
from pages.lists import Column
from pages.moments import in_zone_lazy
from pages.page_links import PageLink
from reports.figures import performance
from reports.figures.overview import OverviewLine
from reports.figures.performance import DecisionSums, SideBetReturn, VersionPerformance
from reports.selectors.theory import MeasuredReturn
from reports.sheets.parts import SHARES, Body, played_columns, to_chart_share, to_share
from reports.values.filters import Filters
from reports.values.period import Period
from reports.values.sheet import Figure, SheetSection
from tables.models import VersionState
from tables.words.rules import bet_name


@dataclass(frozen=True, slots=True)
class _Side:
    version: str
    bet: SideBetReturn


def _verdict(row: VersionPerformance) -> str:
    if row.measured is None:
        return _("not judged yet") if row.actual is not None else _("nothing played")
    if row.measured.is_unlikely:
        return _("ALERT: too far to be chance")
    low, high = row.measured.band
    return _("within its band") if low <= row.measured.actual <= high else _("outside its band")


def _luck_column(
    key: str, title: Promise, value: Callable[[MeasuredReturn], object]
) -> Column[VersionPerformance]:
    """Return a column of measured returns; empty without judged rounds."""
    return Column(key, title, lambda row: row.measured and value(row.measured), numeric=True)


def _decision_column(
    key: str, title: Promise, value: Callable[[DecisionSums], object]
) -> Column[VersionPerformance]:
    """Return a column of players' decisions; empty without judged rounds."""
    return Column(key, title, lambda row: row.decisions and value(row.decisions), numeric=True)


_NAME: Column[VersionPerformance] = Column(
    "version",
    gettext_lazy("Rules"),
    lambda row: row.name,
    link=lambda row: PageLink("tables:version", (row.version_id,)),
)
_THEORY: tuple[Column[VersionPerformance], ...] = (
    _NAME,
    Column("rounds", gettext_lazy("Rounds"), lambda row: row.played.rounds, numeric=True),
    Column(
        "theory",
        gettext_lazy("RTP of best play"),
        lambda row: row.theory and to_share(row.theory.rtp),
        numeric=True,
    ),
    _luck_column("measured", gettext_lazy("Rounds judged"), lambda one: one.rounds),
    _luck_column("played", gettext_lazy("RTP as played"), lambda one: to_share(one.played)),
    _luck_column("actual", gettext_lazy("Actual RTP"), lambda one: to_share(one.actual)),
    _luck_column("low", gettext_lazy("Band, from"), lambda one: to_share(one.band[0])),
    _luck_column("high", gettext_lazy("Band, to"), lambda one: to_share(one.band[1])),
    _luck_column("z", gettext_lazy("z-score"), lambda one: Decimal(f"{one.z:.2f}")),
    Column("verdict", gettext_lazy("Verdict"), _verdict),
)
_PLAYED: tuple[Column[VersionPerformance], ...] = (
    _NAME,
    Column("state", gettext_lazy("State, now"), lambda row: VersionState(row.state).label),
    *played_columns(lambda row: row.played),
    Column(
        "interrupted", gettext_lazy("Interrupted"), lambda row: row.played.interrupted, numeric=True
    ),
    Column("cancelled", gettext_lazy("Cancelled"), lambda row: row.played.cancelled, numeric=True),
    Column(
        "cancelled_usd",
        gettext_lazy("Cancelled wagers, in USD"),
        lambda row: row.withdrawn.cancelled,
        money=True,
    ),
    Column("voided", gettext_lazy("Voided"), lambda row: row.played.voided, numeric=True),
    Column(
        "voided_usd",
        gettext_lazy("Voided wagers, in USD"),
        lambda row: row.withdrawn.voided,
        money=True,
    ),
    Column("open", gettext_lazy("Open rounds, now"), lambda row: row.open.rounds, numeric=True),
    Column("held", gettext_lazy("Held in them"), lambda row: row.open.staked, money=True),
)
_GAMES: tuple[Column[VersionPerformance], ...] = (
    _NAME,
    Column("number", gettext_lazy("Number"), lambda row: str(row.version_id)),
    Column("type", gettext_lazy("Type of game"), lambda _row: _("Blackjack")),
    Column(
        "available",
        in_zone_lazy(gettext_lazy("Available from ({zone})")),
        lambda row: row.available_at,
    ),
    Column("hash", gettext_lazy("Hash of the rules"), lambda row: row.rules_hash),
)
_COUNTRIES: tuple[Column[OverviewLine], ...] = (
    Column("country", gettext_lazy("Country"), lambda row: row.name, code=lambda row: row.key),
    *played_columns(lambda row: row.played),
)
_DECISIONS: tuple[Column[VersionPerformance], ...] = (
    _NAME,
    _decision_column("judged", gettext_lazy("Rounds judged"), lambda one: one.judged),
    _decision_column("decisions", gettext_lazy("Decisions"), lambda one: one.decisions),
    _decision_column("deviations", gettext_lazy("Against best play"), lambda one: one.deviations),
    _decision_column(
        "cost",
        gettext_lazy("Cost of errors, share of the first bet"),
        lambda one: to_share(one.cost),
    ),
    Column(
        "insurance",
        gettext_lazy("Cost of insurance"),
        lambda row: row.decisions and row.decisions.insurance,
        money=True,
    ),
)
_SIDES: tuple[Column[_Side], ...] = (
    Column("version", gettext_lazy("Rules"), lambda row: row.version),
    Column("bet", gettext_lazy("Bet"), lambda row: bet_name(row.bet.name)),
    Column("bets", gettext_lazy("Bets"), lambda row: row.bet.bets, numeric=True),
    Column("staked", gettext_lazy("Staked"), lambda row: row.bet.staked, money=True),
    Column("paid", gettext_lazy("Paid"), lambda row: row.bet.returned, money=True),
    Column(
        "theory",
        gettext_lazy("Theoretical RTP"),
        lambda row: to_share(row.bet.theory),
        numeric=True,
    ),
    Column(
        "actual", gettext_lazy("Actual RTP"), lambda row: to_share(row.bet.actual), numeric=True
    ),
)


def build(period: Period, chosen: Filters) -> Body:
    """Build report 2: theoretical and actual return of each version, decisions, other bets; play by country."""
    found = performance.load_figures(period, chosen)
    versions = found.versions
    sides = [_Side(one.name, bet) for one in versions for bet in one.beside]
    told = [one for one in versions if one.measured is not None]
    alerts = sum(1 for one in told if one.measured and one.measured.is_unlikely)
    figures = [
        Figure(_("Rules played"), len(versions)),
        Figure(_("Alerts"), alerts, _("z beyond 4")),
        Figure(_("Rounds"), sum(one.played.rounds for one in versions)),
    ]
    judged = [one for one in versions if one.decisions is not None]
    return Body(
        figures,
        [
            SheetSection(_("Theory against actual"), _THEORY, versions, charts=(_chart(told),)),
            SheetSection(_("Volume of play"), _PLAYED, versions),
            SheetSection(_("Games"), _GAMES, versions),
            SheetSection(_("By country"), _COUNTRIES, found.countries),
            SheetSection(_("Quality of play"), _DECISIONS, judged),
            SheetSection(_("Insurance and side bets"), _SIDES, sides),
        ],
        [
            _(
                "Returns are of the first bet of each box, its splits and doubles included; other bets are in a table of their own."
            ),
            _(
                "As played, band, actual and z-score count rounds of closed days whose decisions are judged. As played: what best play returns with the cards left in the shoe at each bet, less the cost of players' errors. The band is its 95 percent confidence interval."
            ),
        ],
    )


def _chart(versions: list[VersionPerformance]) -> Plot:
    shown = [one for one in versions if one.measured is not None and one.theory is not None]
    measured = [one.measured for one in shown if one.measured is not None]
    best = [one.theory.rtp for one in shown if one.theory is not None]
    return Plot(
        key="returns",
        title=_("RTP of best play, as played, and actual"),
        places=tuple(one.name for one in shown),
        series=(
            Series(_("RTP of best play"), tuple(map(to_chart_share, best))),
            Series(_("RTP as played"), tuple(to_chart_share(one.played) for one in measured)),
            Series(_("Actual RTP"), tuple(to_chart_share(one.actual) for one in measured)),
        ),
        written=SHARES.written,
    )
