"""The reports: what there are, and each on its page."""

from collections.abc import Sequence
from http import HTTPStatus
from itertools import islice
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.roles import Right, require, rights_of
from accounts.staff import render_staff, staff_of, staff_page
from reports.catalogue import BY_NAME, REPORTS, Medium, Report, form_of, sheet_of
from reports.files import Format
from reports.forms import DEFAULT, PERIODS, RANGE
from reports.lists import LISTS
from reports.sheet import Section
from reports.views.exports import READERS

SHOWN = 400  # rows of a table on a page: a year of days


@staff_page(*READERS)
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Every report that this person may see, with what it tells, and the long lists."""
    rights = rights_of(staff_of(request))
    context = {
        "title": _("Reports"),
        "reports": [one for one in REPORTS if one.right in rights],
        "lists": [one for one in LISTS if rights.issuperset(one.rights)],
    }
    return render_staff(request, "reports/index.html", context)


@staff_page(Right.VIEW_OWN_TILL)
@require_safe
def till(request: HttpRequest) -> HttpResponse:
    """What somebody took in and paid out."""
    return _page(request, BY_NAME["till"])


@staff_page(*READERS)
@require_safe
def report(request: HttpRequest, name: str) -> HttpResponse:
    """One report: its period and filters, headlines, charts, tables, files."""
    known = BY_NAME.get(name)
    if known is None:
        raise Http404
    require(staff_of(request), known.right)
    return _page(request, known)


def _page(request: HttpRequest, known: Report) -> HttpResponse:
    form = form_of(known, request.GET)
    context: dict[str, Any] = {
        "title": known.title,
        "report": known,
        "form": form,
        "formats": Format,
        "quick": _quick(request),
    }
    if not form.is_valid() or form.found is None:
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        return render_staff(request, "reports/report.html", context, status=status)
    query = request.GET.urlencode()
    context["export"] = reverse("reports:export", args=[known.source]) + (query and f"?{query}")
    if form.found.is_whole_days:
        sheet = sheet_of(known, form, staff_of(request), Medium.PAGE)
        context["sheet"] = sheet
        context["sections"] = [_shown(section) for section in sheet.sections]
    return render_staff(request, "reports/report.html", context)


def _quick(request: HttpRequest) -> list[tuple[str, str, bool]]:
    """The usual periods as links that keep the filters: query, name, whether it is the one that is shown."""
    kept: dict[str, str] = {
        name: str(value)
        for name, value in request.GET.items()
        if name not in {"period", "since", "until", "since_time", "until_time"} and value
    }
    present = request.GET.get("period") or (RANGE if request.GET.get("since") else DEFAULT)
    found = []
    for name, (label, _of) in PERIODS.items():
        found.append((urlencode({**kept, "period": name}), str(label), name == present))
    return found


def _shown(section: Section) -> dict[str, object]:
    """A table of a page: as many rows as anybody reads there."""
    rows: Sequence[Any] = list(islice(section.rows, SHOWN + 1))
    return {
        "section": section,
        "rows": rows[:SHOWN],
        "cut": SHOWN if len(rows) > SHOWN else 0,
    }
