"""Report 17: suspicious activity."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Any, Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _, gettext_lazy

from cases.models import Case, CaseHold, ReportDraft, StatusStep
from pages.lists import Column
from pages.moments import in_zone_lazy
from pages.page_links import PageLink
from reports.figures import suspicious
from reports.figures.suspicious import SuspiciousFigures
from reports.selectors.batches import newest_first
from reports.sheets.parts import Body, count_chart, cut_note, player_column
from reports.values.filters import Filters
from reports.values.period import Period
from reports.values.sheet import Figure, SheetSection
from wallet.money.values import Money

MOST: Final = 100
_OWN: Final = attrgetter("case")


def _itself(row: Case) -> Case:
    return row


def _case_columns(of: Callable[[Any], Case]) -> tuple[Column[Any], ...]:
    return (
        Column(
            "case",
            gettext_lazy("Case"),
            lambda row: of(row).number,
            link=lambda row: PageLink("cases:case", (of(row).public_id,)),
        ),
        Column(
            "kind",
            gettext_lazy("About"),
            lambda row: of(row).get_kind_display(),
            code=lambda row: of(row).kind,
        ),
        player_column(number=attrgetter("player_id_of")),
    )


_OPENED: tuple[Column[Case], ...] = (
    Column("at", in_zone_lazy(gettext_lazy("Opened ({zone})")), lambda row: row.opened_at),
    *_case_columns(_itself),
    Column(
        "severity",
        gettext_lazy("Severity"),
        lambda row: row.get_severity_display(),
        code=lambda row: row.severity,
    ),
    Column("score", gettext_lazy("Score"), lambda row: row.score, numeric=True),
    Column(
        "status",
        gettext_lazy("Status, now"),
        lambda row: row.get_status_display(),
        code=lambda row: row.status,
    ),
)
_DECIDED: tuple[Column[StatusStep], ...] = (
    Column("at", in_zone_lazy(gettext_lazy("Decided ({zone})")), lambda row: row.at),
    *_case_columns(_OWN),
    Column(
        "outcome",
        gettext_lazy("Outcome"),
        lambda row: row.get_outcome_display(),
        code=lambda row: row.outcome,
    ),
    Column("reason", gettext_lazy("Reason"), lambda row: row.reason),
)
_HOLDS: tuple[Column[CaseHold], ...] = (
    Column("at", in_zone_lazy(gettext_lazy("Held ({zone})")), lambda row: row.at),
    *_case_columns(_OWN),
    Column("withdrawal", gettext_lazy("Withdrawal"), lambda row: row.withdrawal.number),
    Column(
        "amount",
        gettext_lazy("Amount"),
        lambda row: Money(row.withdrawal.units, str(row.withdrawal.currency_id)),
        money=True,
    ),
)
_DRAFTS: tuple[Column[ReportDraft], ...] = (
    Column("at", in_zone_lazy(gettext_lazy("Written ({zone})")), lambda row: row.at),
    *_case_columns(_OWN),
    Column("by", gettext_lazy("Written by"), lambda row: row.acting_user.full_name),
)


def build(period: Period, chosen: Filters, most: int = MOST) -> Body:
    """Build report 17 with the newest rows."""

    def cut(title: str, columns: Sequence[Column[Any]], rows: QuerySet[Any]) -> SheetSection:
        shown, count = list(rows[:most]), rows.count()
        return SheetSection(title, columns, shown, note=cut_note(count, shown))

    return _body(suspicious.load_figures(period, chosen), period, cut)


def build_whole(period: Period, chosen: Filters) -> Body:
    """Build report 17 with all rows, read while the file is written."""

    def whole(title: str, columns: Sequence[Column[Any]], rows: QuerySet[Any]) -> SheetSection:
        return SheetSection(title, columns, newest_first(rows), count=rows.count())

    return _body(suspicious.load_figures(period, chosen), period, whole)


def _body(found: SuspiciousFigures, period: Period, section: Callable[..., SheetSection]) -> Body:
    figures = [
        Figure(_("Cases opened"), found.opened.count()),
        Figure(_("Cases decided"), found.decided.count()),
        Figure(_("Confirmed"), found.confirmed),
        Figure(_("Withdrawals held"), found.holds.count()),
        Figure(_("Drafts of reports"), found.drafts.count(), _("to an authority")),
    ]
    chart = count_chart(
        "suspicious",
        _("Cases by day"),
        period,
        {
            _("Cases opened"): found.opened.values_list("opened_at", flat=True),
            _("Cases decided"): found.decided.values_list("at", flat=True),
        },
    )
    return Body(
        figures,
        [
            replace(section(_("Cases opened"), _OPENED, found.opened), charts=(chart,)),
            section(_("Cases decided"), _DECIDED, found.decided),
            section(_("Withdrawals held"), _HOLDS, found.holds),
            section(_("Drafts of reports"), _DRAFTS, found.drafts),
        ],
        [_("Cases of money laundering and fraud. The persons in them must not learn of it.")],
    )
