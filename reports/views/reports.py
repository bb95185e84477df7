"""Report views: the index, and a page for each report."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.roles.selectors import load_rights
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.staff.views.back_office import render_staff, require_staff_user, staff_page
from pages.answers import require_found
from reports.catalogue.lists import LISTS
from reports.catalogue.reports import BY_NAME, REPORTS
from reports.views.exports import READERS
from reports.views.screens import show_report


@staff_page(*READERS)
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """List every report that this person may see, with its description, and the long lists."""
    rights = load_rights(require_staff_user(request))
    context = {
        "title": _("Reports"),
        "reports": [one for one in REPORTS if one.right in rights],
        "lists": [one for one in LISTS if rights.issuperset(one.rights)],
    }
    return render_staff(request, "reports/index.html", context)


@staff_page(Right.VIEW_OWN_TILL)
@require_safe
def till(request: HttpRequest) -> HttpResponse:
    """Show what the reader took in and paid out."""
    return show_report(request, BY_NAME["till"])


@staff_page(*READERS)
@require_safe
def report(request: HttpRequest, name: str) -> HttpResponse:
    """Show a report: its period and filters, headlines, charts, tables, files."""
    known = require_found(BY_NAME.get(name))
    require(require_staff_user(request), known.right)
    return show_report(request, known)
