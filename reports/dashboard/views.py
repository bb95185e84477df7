"""Dashboard of the back office, limited to the person's rights."""

from datetime import timedelta
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.roles.selectors import load_rights
from accounts.roles.values import Right
from accounts.staff.views.back_office import render_staff, require_staff_user, staff_page
from casino.incidents.selectors.freezes import count_freezes_by_person
from reports.dashboard.words import alerts, cards, verdict, work_queue
from reports.figures import till
from reports.values.period import Period, day_of

FREEZES_SHOWN: Final = timedelta(days=30)


@staff_page()
@require_safe
def show_dashboard(request: HttpRequest) -> HttpResponse:
    """Show alerts, work queues, figures and open rounds."""
    user, now = require_staff_user(request), timezone.now()
    rights, test = load_rights(user), request.GET.get("accounts") == "test"
    found = alerts.load_alerts(rights)
    numbers = cards.load_numbers(now, test=test) if Right.VIEW_REPORTS in rights else None
    context = {
        "title": _("Overview"),
        "now": now,
        "test": test,
        "verdict": verdict.build_verdict(numbers, found),
        "alerts": found,
        "waiting": work_queue.count_queues(rights),
        "numbers": numbers,
        "staff": cards.staff_by_role() if Right.EDIT_STAFF in rights else None,
        "freezers": count_freezes_by_person(now - FREEZES_SHOWN)
        if Right.VIEW_EVENTS in rights
        else None,
        "till": till.load_figures(Period.day(day_of(now)), user)
        if Right.VIEW_OWN_TILL in rights
        else None,
    }
    return render_staff(request, "reports/dashboard.html", context)
