"""Report 13: exclusions, other restrictions and limits of players."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Any, Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _, gettext_lazy

from accounts.models.restrictions import LiftingDecision, Restriction
from limits.models import Limit
from limits.values import LimitKind, LimitPeriod
from pages.lists import Column
from pages.moments import in_zone_lazy
from reports.figures import exclusions
from reports.figures.exclusions import ExclusionFigures
from reports.selectors.batches import newest_first
from reports.sheets.parts import Body, count_chart, cut_note, player_column, usd
from reports.values.filters import Filters
from reports.values.period import Period
from reports.values.sheet import Figure, SheetSection
from reports.words.cells import cell_text

MOST: Final = 100
_NAMES: Final = ("player.email", "player_id")


def _by(person: Any, player: int) -> str:
    if person is None:
        return _("the site")
    return _("the player") if person.pk == player else str(person.full_name)


def _limit_text(row: Limit) -> str:
    if row.amount is None:
        return _("removed")
    if row.kind == LimitKind.TIME:
        return _("%(minutes)s minutes") % {"minutes": cell_text(row.amount // 60)}
    return cell_text(usd(row.amount))


_IMPOSED: tuple[Column[Restriction], ...] = (
    Column("at", in_zone_lazy(gettext_lazy("Imposed ({zone})")), lambda row: row.at),
    player_column(*map(attrgetter, _NAMES)),
    Column(
        "kind",
        gettext_lazy("Restriction"),
        lambda row: row.get_kind_display(),
        code=lambda row: row.kind,
    ),
    Column("until", in_zone_lazy(gettext_lazy("Until ({zone})")), lambda row: row.until),
    Column("by", gettext_lazy("Imposed by"), lambda row: _by(row.imposed_by, row.player_id)),
)
_LIFTED: tuple[Column[LiftingDecision], ...] = (
    Column("at", in_zone_lazy(gettext_lazy("Lifted ({zone})")), lambda row: row.decided_at),
    player_column(
        attrgetter("proposal.restriction.player.email"),
        attrgetter("proposal.restriction.player_id"),
    ),
    Column(
        "kind",
        gettext_lazy("Restriction"),
        lambda row: row.proposal.restriction.get_kind_display(),
        code=lambda row: row.proposal.restriction.kind,
    ),
    Column("proposed", gettext_lazy("Proposed by"), lambda row: row.proposal.proposed_by.full_name),
    Column("by", gettext_lazy("Approved by"), lambda row: row.decided_by.full_name),
)
_LIMITS: tuple[Column[Limit], ...] = (
    Column("at", in_zone_lazy(gettext_lazy("Set ({zone})")), lambda row: row.proposed_at),
    player_column(*map(attrgetter, _NAMES)),
    Column(
        "kind",
        gettext_lazy("Limit on"),
        lambda row: row.get_kind_display(),
        code=lambda row: row.kind,
    ),
    Column(
        "period",
        gettext_lazy("Window"),
        lambda row: LimitPeriod(row.period).label,
        code=lambda row: row.period,
    ),
    Column("amount", gettext_lazy("Limit"), _limit_text),
    Column(
        "from", in_zone_lazy(gettext_lazy("In force from ({zone})")), lambda row: row.in_force_from
    ),
    Column("by", gettext_lazy("Set by"), lambda row: _by(row.proposed_by, row.player_id)),
)


def build(period: Period, chosen: Filters, most: int = MOST) -> Body:
    """Build report 13 with the newest rows."""

    def cut(title: str, columns: Sequence[Column[Any]], rows: QuerySet[Any]) -> SheetSection:
        shown, count = list(rows[:most]), rows.count()
        return SheetSection(title, columns, shown, note=cut_note(count, shown))

    return _body(exclusions.load_figures(period, chosen), period, cut)


def build_whole(period: Period, chosen: Filters) -> Body:
    """Build report 13 with all rows, read while the file is written."""

    def whole(title: str, columns: Sequence[Column[Any]], rows: QuerySet[Any]) -> SheetSection:
        return SheetSection(title, columns, newest_first(rows), count=rows.count())

    return _body(exclusions.load_figures(period, chosen), period, whole)


def _body(found: ExclusionFigures, period: Period, section: Callable[..., SheetSection]) -> Body:
    figures = [
        Figure(_("Restrictions imposed"), found.imposed.count()),
        Figure(_("Self-exclusions and time-outs"), found.excluded_themselves),
        Figure(_("Lifted early"), found.lifted.count(), _("by two people")),
        Figure(_("Ended"), found.expired.count(), _("their time was over")),
        Figure(_("Limits set"), found.limits.count()),
        Figure(_("Loosened limits"), found.loosened, _("with a waiting time")),
    ]
    chart = count_chart(
        "exclusions",
        _("Restrictions and limits by day"),
        period,
        {
            _("Restrictions imposed"): found.imposed.values_list("at", flat=True),
            _("Limits set"): found.limits.values_list("proposed_at", flat=True),
        },
    )
    return Body(
        figures,
        [
            replace(section(_("Restrictions imposed"), _IMPOSED, found.imposed), charts=(chart,)),
            section(_("Lifted early"), _LIFTED, found.lifted),
            section(_("Ended"), _IMPOSED, found.expired),
            section(_("Limits set"), _LIMITS, found.limits),
        ],
        [_("Limits are in USD. Automatic locks of the sign-in are restrictions too.")],
    )
