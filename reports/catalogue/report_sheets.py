"""Report sheets, and reports as export sources."""

from collections.abc import Mapping, Sequence
from datetime import date
from functools import partial
from typing import Final

from django.conf import settings
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models.users import User
from pages.moments import zone_name
from reports.catalogue.reports import REPORTS, Medium, Report
from reports.catalogue.sources import ExportSource, InvalidParameters
from reports.forms import RANGE, ReportForm
from reports.selectors.period_query import Piece, count_rounds
from reports.sheets.parts import Build
from reports.values.period import Period
from reports.values.sheet import Sheet
from reports.words.cells import cell_text
from reports.words.gaming_days import describe_days

ROUNDS_AT_ONCE: Final = 30_000
"""Maximum number of unsummed rounds read for a page: about a second."""


def period_text(period: Period) -> str:
    """Return a period in the reader's language."""
    if not period.is_whole_days:
        told = {"since": cell_text(period.since), "until": cell_text(period.until)}
        return _("%(since)s to %(until)s (%(zone)s)") % {**told, "zone": zone_name()}
    days = describe_days(period.first, period.last)
    if period.first == period.last:
        return f"{cell_text(period.first)} ({days})"
    return _("%(since)s to %(until)s, included (%(zone)s)") % {
        "since": cell_text(period.first),
        "until": cell_text(period.last),
        "zone": days,
    }


def build_form(report: Report, params: Mapping[str, str]) -> ReportForm:
    """Return the report's form, bound to the parameters."""
    return ReportForm(params, report.narrowed_by)


def is_long(report: Report, period: Period) -> bool:
    """Return whether the period needs more round-by-round reads than a page allows. A few queries, however many days are open."""
    parts = (part for _fact, part in report.pieces(period))
    return count_rounds(parts, ROUNDS_AT_ONCE) > ROUNDS_AT_ONCE


def _build(report: Report, reader: User, medium: Medium) -> Build:
    if report.own:
        return report.own(reader)
    others = {Medium.FILE: report.whole, Medium.PAPER: report.paper}
    found = others.get(medium) or report.build
    if found is None:
        raise LookupError(report.name)
    return found


def build_sheet(report: Report, form: ReportForm, reader: User, medium: Medium) -> Sheet:
    """Return the report's sheet for a page or a file. Raises InvalidParameters if the form is invalid."""
    return _write_sheet(report, form, _build(report, reader, medium), reader.full_name)


def build_archived_sheet(report: Report, day: date) -> Sheet:
    """Return the sheet of a day with all rows, for the archive. Raises InvalidParameters, LookupError."""
    written = day.isoformat()
    form = build_form(report, {"period": RANGE, "since": written, "until": written})
    build = report.whole or report.build
    if build is None:
        raise LookupError(report.name)
    return _write_sheet(report, form, build, _("archive"))


def _write_sheet(report: Report, form: ReportForm, build: Build, reader: str) -> Sheet:
    if not form.is_valid() or form.found is None:
        raise InvalidParameters(form.errors.as_text())
    body = build(form.found, form.chosen)
    notes = [*(f"{label}: {choice}" for label, choice in form.filter_words), *body.notes]
    if "accounts" in report.narrowed_by:
        notes.append(
            _("Test accounts only, without play money.")
            if form.chosen.test
            else _("Without test accounts and play money.")
        )
    return Sheet(
        name=report.name,
        title=str(report.title),
        operator=settings.OPERATOR_NAME,
        period=period_text(form.found),
        made_at=timezone.now(),
        by=reader,
        figures=body.figures,
        sections=body.sections,
        notes=notes,
    )


def _source(report: Report) -> ExportSource:
    def sheet(params: QueryDict, reader: User) -> Sheet:
        return build_sheet(report, build_form(report, params), reader, Medium.FILE)

    def paper(params: QueryDict, reader: User) -> Sheet:
        return build_sheet(report, build_form(report, params), reader, Medium.PAPER)

    def page(params: QueryDict, reader: User) -> Sheet:
        return build_sheet(report, build_form(report, params), reader, Medium.PAGE)

    def period(params: QueryDict) -> Period | None:
        form = build_form(report, params)
        return form.found if form.is_valid() else None

    def in_background(params: QueryDict) -> bool:
        found = period(params)
        return found is not None and (not found.is_whole_days or is_long(report, found))

    def pieces(params: QueryDict) -> Sequence[Piece]:
        found = period(params)
        return () if found is None else report.pieces(found)

    return ExportSource(
        report.source,
        report.title,
        (report.right,),
        sheet,
        in_background=in_background,
        pieces=pieces,
        paper=paper,
        page=page,
        form=partial(build_form, report),
    )


REPORT_SOURCES: Final = tuple(_source(one) for one in REPORTS)
