"""Page of a report: form, quick periods, files, and the report itself."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import mark_safe

from accounts.audit.services import record_list_view
from accounts.staff.views.back_office import render_staff, require_staff_user
from pages.lists import active_filters
from reports.catalogue.registry import SOURCES
from reports.catalogue.report_sheets import ROUNDS_AT_ONCE, build_form, build_sheet, is_long
from reports.catalogue.reports import BY_NAME, Medium, Report
from reports.exports.services import files
from reports.files import FILES
from reports.files.screen import build_parts, named_players
from reports.forms import DEFAULT, PERIODS, RANGE, ReportForm
from reports.models import Export

_REPORTS = {one.source: one for one in BY_NAME.values()}


def show_report(request: HttpRequest, known: Report) -> HttpResponse:
    """Render a report; if it needs the background, only the form and the export link."""
    form = build_form(known, request.GET)
    context = {**_report_context(known, form, request.GET), "address": request.path}
    if not form.is_valid() or form.found is None:
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        return render_staff(request, "reports/report.html", context, status=status)
    context["export"] = _files(known, request.GET)
    if not is_long(known, form.found):
        shown = build_parts(build_sheet(known, form, require_staff_user(request), Medium.PAGE))
        record_list_view(
            require_staff_user(request),
            named_players(shown["sections"]),
            active_filters(request, form),
        )
        context |= shown
    return render_staff(request, "reports/report.html", context)


def show_finished_report(request: HttpRequest, export: Export) -> HttpResponse:
    """Render a report made by a worker, below its form. Raises as `files.fetch_screen`."""
    known, params = _REPORTS[export.source], files.build_params(export)
    shown = files.fetch_screen(
        export, SOURCES[export.source], acting_user=require_staff_user(request)
    )
    context = {
        **_report_context(known, build_form(known, params), params),
        "address": reverse("reports:till")
        if known.own
        else reverse("reports:report", args=[known.name]),
        "export": _files(known, params),
        "screen": mark_safe(shown),  # noqa: S308 - rendered by a template, and verified by its hash
    }
    return render_staff(request, "reports/report.html", context)


def _report_context(known: Report, form: ReportForm, params: QueryDict) -> dict[str, Any]:
    return {
        "title": known.title,
        "report": known,
        "form": form,
        "formats": FILES,
        "quick": _quick(params),
        "most": ROUNDS_AT_ONCE,
    }


def _files(known: Report, params: QueryDict) -> str:
    query = params.urlencode()
    return reverse("reports:export", args=[known.source]) + (query and f"?{query}")


def _quick(params: Mapping[str, Any]) -> list[tuple[str, str, bool]]:
    """Return links to the usual periods, filters kept: query, label, whether it is shown."""
    kept: dict[str, str] = {
        name: str(value)
        for name, value in params.items()
        if name not in {"period", "since", "until", "since_time", "until_time"} and value
    }
    present = params.get("period") or (RANGE if params.get("since") else DEFAULT)
    found = []
    for name, (label, _of) in PERIODS.items():
        found.append((urlencode({**kept, "period": name}), str(label), name == present))
    return found
