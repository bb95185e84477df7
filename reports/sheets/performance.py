"""Report 2: theory against actual, by version of the rules."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pages.charts import Chart, Series
from pages.lists import Column
from reports.figures import performance
from reports.figures.performance import Beside, Decisions, Performance
from reports.filters import Filters
from reports.period import Period
from reports.sheet import Figure, Section
from reports.sheets.parts import SHARES, Body, link_to, part, played_columns, share
from reports.theory import Compared
from tables.models import VersionState
from tables.wording import bet_name


@dataclass(frozen=True, slots=True)
class _Side:
    """A bet beside the hand, of one version."""

    version: str
    bet: Beside


def _verdict(row: Performance) -> str:
    if row.theory is None:
        return _("no mathematics yet")
    if row.compared is None:
        return _("nothing played")
    if row.compared.is_unlikely:
        return _("ALERT: too far to be chance")
    low, high = row.compared.band
    return _("within its band") if low <= row.compared.actual <= high else _("outside its band")


def _found(key: str, title: Promise, value: Callable[[Compared], object]) -> Column[Performance]:
    """What theory and play came to; empty where there is no theory, or nothing was played."""
    return Column(key, title, lambda row: row.compared and value(row.compared), numeric=True)


def _chosen(key: str, title: Promise, value: Callable[[Decisions], object]) -> Column[Performance]:
    """What players' decisions came to; empty where none is judged."""
    return Column(key, title, lambda row: row.decisions and value(row.decisions), numeric=True)


_NAME: Column[Performance] = Column(
    "version",
    gettext_lazy("Rules"),
    lambda row: row.name,
    link=lambda row: link_to("tables:version", row.version_id),
)
_THEORY: tuple[Column[Performance], ...] = (
    _NAME,
    Column("rounds", gettext_lazy("Rounds"), lambda row: row.played.rounds, numeric=True),
    Column(
        "theory",
        gettext_lazy("Theoretical RTP"),
        lambda row: row.theory and share(row.theory.rtp),
        numeric=True,
    ),
    _found("actual", gettext_lazy("Actual RTP"), lambda one: share(one.actual)),
    _found("low", gettext_lazy("Band, from"), lambda one: share(one.band[0])),
    _found("high", gettext_lazy("Band, to"), lambda one: share(one.band[1])),
    _found("z", gettext_lazy("z-score"), lambda one: Decimal(f"{one.z:.2f}")),
    _chosen("decided", gettext_lazy("Expected as it was played"), lambda one: share(one.rtp)),
    Column("verdict", gettext_lazy("Verdict"), _verdict),
)
_PLAYED: tuple[Column[Performance], ...] = (
    _NAME,
    Column("state", gettext_lazy("State, now"), lambda row: VersionState(row.state).label),
    *played_columns(lambda row: row.played),
    Column(
        "interrupted", gettext_lazy("Interrupted"), lambda row: row.played.interrupted, numeric=True
    ),
    Column("cancelled", gettext_lazy("Cancelled"), lambda row: row.played.cancelled, numeric=True),
    Column("voided", gettext_lazy("Voided"), lambda row: row.played.voided, numeric=True),
    Column("open", gettext_lazy("Open rounds, now"), lambda row: row.open.rounds, numeric=True),
    Column("held", gettext_lazy("Held in them"), lambda row: row.open.staked, money=True),
)
_DECISIONS: tuple[Column[Performance], ...] = (
    _NAME,
    _chosen("judged", gettext_lazy("Rounds judged"), lambda one: one.judged),
    _chosen("decisions", gettext_lazy("Decisions"), lambda one: one.decisions),
    _chosen("deviations", gettext_lazy("Against best play"), lambda one: one.deviations),
    _chosen("cost", gettext_lazy("Given away, of a first bet"), lambda one: share(one.cost)),
    Column(
        "insurance",
        gettext_lazy("Given away by insuring"),
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
        "theory", gettext_lazy("Theoretical RTP"), lambda row: share(row.bet.theory), numeric=True
    ),
    Column("actual", gettext_lazy("Actual RTP"), lambda row: share(row.bet.actual), numeric=True),
)


def build(period: Period, chosen: Filters) -> Body:
    """Each version: what it should return and did; how it was played; the bets beside it."""
    versions = performance.figures(period, chosen).versions
    sides = [_Side(one.name, bet) for one in versions for bet in one.beside]
    told = [one for one in versions if one.compared is not None]
    alerts = sum(1 for one in told if one.compared and one.compared.is_unlikely)
    figures = [
        Figure(_("Rules played"), len(versions)),
        Figure(_("Alerts"), alerts, _("z beyond 4")),
        Figure(_("Rounds"), sum(one.played.rounds for one in versions)),
    ]
    judged = [one for one in versions if one.decisions is not None]
    return Body(
        figures,
        [
            Section(_("Theory against actual"), _THEORY, versions, charts=(_chart(told),)),
            Section(_("What was played"), _PLAYED, versions),
            Section(_("How it was played"), _DECISIONS, judged),
            Section(_("Insurance and side bets"), _SIDES, sides),
        ],
        [
            _(
                "Returns are of the first bet of each box, its splits and doubles included; bets beside it have a table of their own."
            ),
            _(
                "Nineteen of twenty results lie within the band. Expected as it was played: best play less what decisions gave away, of closed days."
            ),
        ],
    )


def _chart(versions: list[Performance]) -> Chart:
    compared = [(one.name, one.compared) for one in versions if one.compared is not None]
    return Chart(
        key="returns",
        title=_("Theoretical and actual RTP"),
        places=tuple(name for name, _one in compared),
        series=(
            Series(_("Theoretical RTP"), tuple(part(one.theory) for _name, one in compared)),
            Series(_("Actual RTP"), tuple(part(one.actual) for _name, one in compared)),
        ),
        written=SHARES.written,
    )
