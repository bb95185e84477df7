"""Pages of the signals: how useful each one is, and what was missed."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.audit.services import record_list_view
from accounts.roles.selectors import load_rights
from accounts.roles.values import Right
from accounts.staff.views.back_office import render_staff, require_staff_user, staff_page
from cases.selectors.precision import count_random_samples, load_decided_cases, load_precision
from cases.selectors.queue import build_lines
from cases.values import visible_kinds
from cases.words.findings import BADGES, describe_reasons
from cases.words.precision import precision_line, share_text


@staff_page(Right.VIEW_CASES)
@require_safe
def list_signals(request: HttpRequest) -> HttpResponse:
    """All signals with their usefulness."""
    rights = load_rights(require_staff_user(request))
    context = {
        "title": _("Signals"),
        "lines": [precision_line(one) for one in load_precision(rights)],
        "random": share_text(count_random_samples()),
    }
    return render_staff(request, "cases/signals.html", context)


@staff_page(Right.VIEW_CASES)
@require_safe
def show_signal(request: HttpRequest, signal: str) -> HttpResponse:
    """One signal: each outcome with its interval, thresholds, judgements, and its decided cases."""
    user = require_staff_user(request)
    rights = load_rights(user)
    found = {one.signal: one for one in load_precision(rights)}.get(signal)
    if found is None:
        raise Http404
    lines = build_lines(load_decided_cases(signal, visible_kinds(rights)))
    record_list_view(user, {one.pk for line in lines for one in line.players}, ())
    line = precision_line(found)
    context = {
        "title": line.name,
        "line": line,
        "cases": [(one, describe_reasons(one), BADGES.get(one.case.status, "")) for one in lines],
    }
    return render_staff(request, "cases/signal.html", context)
