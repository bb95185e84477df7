"""Report 10: points earned, taken back, redeemed and held, and the tiers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.utils.translation import gettext as _, gettext_lazy, pgettext

from loyalty.models.points import PointsEntry
from pages.lists import Column
from reports.figures import loyalty
from reports.figures.loyalty import PointsOfDay
from reports.sheets.parts import COUNTS, Body, build_day_chart, to_points
from reports.values.filters import Filters
from reports.values.period import Period
from reports.values.sheet import Figure, SheetSection

_Kind = PointsEntry.Kind


@dataclass(frozen=True, slots=True)
class _LoyaltyDay:
    """A day's change of points by kind of entry, in hundredths."""

    day: date
    changed: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class _Tier:
    """Number of players on a tier now."""

    name: str
    players: int


def _of_kind(kind: PointsEntry.Kind) -> Column[_LoyaltyDay]:
    return Column(
        kind.value, kind.label, lambda row: to_points(row.changed.get(kind, 0)), numeric=True
    )


_KINDS: tuple[Column[PointsOfDay], ...] = (
    Column(
        "kind",
        gettext_lazy("Movement"),
        lambda row: _Kind(row.kind).label,
        code=lambda row: row.kind,
    ),
    Column("entries", gettext_lazy("Movements"), lambda row: row.entries, numeric=True),
    Column("points", gettext_lazy("Points"), lambda row: to_points(row.hundredths), numeric=True),
)
_DAYS: tuple[Column[_LoyaltyDay], ...] = (
    Column("day", gettext_lazy("Day"), lambda row: row.day),
    *(_of_kind(kind) for kind in _Kind),
)
_TIERS: tuple[Column[_Tier], ...] = (
    Column("tier", gettext_lazy("Tier"), lambda row: row.name or _("not computed yet")),
    Column("players", gettext_lazy("Players"), lambda row: row.players, numeric=True),
)


def build(period: Period, chosen: Filters) -> Body:
    """Build report 10: points by kind of movement and by day, and the tiers now."""
    found = loyalty.load_figures(period, chosen)
    tiers = [_Tier(name, players) for name, players in sorted(found.tiers.items())]

    def points(kind: PointsEntry.Kind) -> Decimal:
        return to_points(found.hundredths(kind))

    figures = [
        Figure(pgettext("points", "Earned"), points(_Kind.EARNED), _("points")),
        Figure(_("Taken back"), -points(_Kind.REVERSED), _("by voids")),
        Figure(_("Given again"), points(_Kind.RESTORED), _("voids undone")),
        Figure(pgettext("points", "Redeemed"), -points(_Kind.REDEEMED), _("points")),
        Figure(_("Paid for points"), found.paid, _("at the rate of each redemption")),
        Figure(_("Outstanding"), to_points(found.outstanding.balance), _("points, now")),
        Figure(_("Owed by players"), to_points(found.outstanding.debt), _("points, now")),
    ]
    return Body(
        figures,
        [
            SheetSection(_("By movement"), _KINDS, found.lines),
            _by_day(period, found.days),
            SheetSection(_("Tiers now"), _TIERS, tiers),
        ],
        [
            _(
                "A point is worth nothing until it is redeemed. Points that players lost are negative."
            )
        ],
    )


def _by_day(period: Period, lines: Sequence[PointsOfDay]) -> SheetSection:
    drawn: dict[date, dict[str, int]] = {}
    for line in lines:
        if line.day is not None:
            drawn.setdefault(line.day, {})[line.kind] = line.hundredths
    chart = build_day_chart(
        "points",
        _("Points earned, taken back and redeemed by day"),
        period,
        drawn,
        [
            (pgettext("points", "Earned"), lambda changed: to_points(changed.get(_Kind.EARNED, 0))),
            (_("Taken back"), lambda changed: -to_points(changed.get(_Kind.REVERSED, 0))),
            (
                pgettext("points", "Redeemed"),
                lambda changed: -to_points(changed.get(_Kind.REDEEMED, 0)),
            ),
        ],
        COUNTS,
    )
    days = [_LoyaltyDay(day, changed) for day, changed in drawn.items()]
    return SheetSection(_("By day"), _DAYS, days, charts=(chart,))
