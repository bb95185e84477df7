"""Report 2: theory against actual, by version of the rules."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.charts import Chart, Series
from accounts.lists import Column
from reports.figures import performance
from reports.figures.performance import Beside, Performance
from reports.filters import Filters
from reports.period import Period
from reports.sheet import Figure, Section
from reports.sheets.parts import SHARES, Body, link_to, part, played_columns, share
from tables.models import VersionState
from tables.wording import bet_name

ALERT: Final = 4.0
"""So many standard errors from theory are looked into."""


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
    if abs(row.compared.z) > ALERT:
        return _("ALERT: too far to be chance")
    low, high = row.compared.band
    return _("within its band") if low <= row.compared.actual <= high else _("outside its band")


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
    Column(
        "actual",
        gettext_lazy("Actual RTP"),
        lambda row: row.compared and share(row.compared.actual),
        numeric=True,
    ),
    Column(
        "low",
        gettext_lazy("Band, from"),
        lambda row: row.compared and share(row.compared.band[0]),
        numeric=True,
    ),
    Column(
        "high",
        gettext_lazy("Band, to"),
        lambda row: row.compared and share(row.compared.band[1]),
        numeric=True,
    ),
    Column(
        "z",
        gettext_lazy("z-score"),
        lambda row: row.compared and Decimal(f"{row.compared.z:.2f}"),
        numeric=True,
    ),
    Column(
        "decided",
        gettext_lazy("Expected as it was played"),
        lambda row: row.decisions and share(row.decisions.rtp),
        numeric=True,
    ),
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
    Column(
        "judged",
        gettext_lazy("Rounds judged"),
        lambda row: row.decisions and row.decisions.judged,
        numeric=True,
    ),
    Column(
        "decisions",
        gettext_lazy("Decisions"),
        lambda row: row.decisions and row.decisions.decisions,
        numeric=True,
    ),
    Column(
        "deviations",
        gettext_lazy("Against best play"),
        lambda row: row.decisions and row.decisions.deviations,
        numeric=True,
    ),
    Column(
        "cost",
        gettext_lazy("Given away, of a first bet"),
        lambda row: row.decisions and share(row.decisions.cost),
        numeric=True,
    ),
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
    alerts = sum(1 for one in told if one.compared and abs(one.compared.z) > ALERT)
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
