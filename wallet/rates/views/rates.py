"""The back office's pages about rates: what holds, what waits, entering, importing."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _, gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.roles.selectors import rights_of
from accounts.roles.values import Right
from accounts.staff.views.back_office import render_staff, staff_of, staff_page
from approvals.views import decision_view
from journal.refusals import Refusal
from pages.answers import see_other
from pages.refused import Refused, explain
from wallet.rates.forms import RateFileForm, RateForm
from wallet.rates.models import Rate
from wallet.rates.refusals import RateFileRefused
from wallet.rates.selectors import rates
from wallet.rates.services import file_import, rate_entry
from wallet.rates.values import RateReading
from wallet.rates.words import rate_chart

PER_PAGE = 50
DRAWN = 120  # rates in a chart
_UNREADABLE = HTTPStatus.UNPROCESSABLE_ENTITY


@staff_page(Right.VIEW_RATES)
@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """Every currency: its rate, its age, and what keeps bets away."""
    waiting = rates.pending_rates().count() + rates.pending_recalls().count()
    context = {"standings": rates.rate_statuses(), "waiting": waiting}
    return page(request, "overview", _("Exchange rates"), context)


@staff_page(Right.VIEW_RATES)
@require_safe
def history(request: HttpRequest, currency: str) -> HttpResponse:
    """Every rate of a currency ever entered, with who decided it, and the line of those in effect."""
    return history_page(request, currency)


def history_page(
    request: HttpRequest, currency: str, refusal: Refused | None = None
) -> HttpResponse:
    """Draw the page of a currency's rates; with what was refused of it."""
    if currency not in rates.FOREIGN:
        raise Http404
    rows = (
        Rate.objects.filter(currency_id=currency)
        .select_related("decision__decided_by", "proposed_by")
        .prefetch_related("recalls__proposed_by", "recalls__decision__decided_by")
        .order_by("-as_of", "-id")
    )
    drawn = list(rates.rates_in_effect(currency)[:DRAWN])[::-1]
    context = {
        "currency": currency,
        "present": drawn[-1] if drawn else None,
        "doubted": rates.pending_recalls(currency).exists(),
        "chart": rate_chart(drawn),
        "page": Paginator(rows, PER_PAGE).get_page(request.GET.get("page")),
    }
    title = _("Rates of %(currency)s") % {"currency": currency}
    return page(request, "history", title, context, refusal=refusal)


@staff_page(Right.EDIT_RATES)
@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HttpRequest) -> HttpResponse:
    """Enter one rate; one far from the last is shown in both directions before it is stored."""
    form = RateForm(request.POST or None)
    if request.method != "POST":
        return _form_page(request, form)
    if not form.is_valid():
        return _form_page(request, form, status=_UNREADABLE)
    far = form.far
    if far is not None and request.POST.get("confirmed") != far.token:
        return _form_page(request, form, reading=far)
    try:
        entered = rate_entry.enter_rate(form.offered, staff_of(request))
    except Refusal as error:
        return _form_page(request, form, status=explain(form, error))
    if entered.waits:
        messages.warning(request, _("The rate is stored and waits for a second person."))
    else:
        messages.success(request, _("The rate is in effect."))
    return see_other("rates:history", entered.row.currency_id)


def _form_page(
    request: HttpRequest,
    form: RateForm,
    *,
    reading: RateReading | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    context = {"form": form, "reading": reading, "standings": rates.rate_statuses()}
    return page(request, "enter", _("Enter a rate"), context, status=status)


@staff_page(Right.VIEW_RATES)
@require_safe
def waiting(request: HttpRequest) -> HttpResponse:
    """What waits for a second person, beside what is in effect."""
    return waiting_page(request)


def waiting_page(request: HttpRequest, refusal: Refused | None = None) -> HttpResponse:
    """Draw the page of what waits; with what was refused of it."""
    rows = rates.pending_rates().select_related("proposed_by")
    present = {one.currency: one.quote for one in rates.rate_statuses()}
    asked = rates.pending_recalls().select_related("rate", "proposed_by")
    context = {
        "doubted": [
            {"row": row, "before": before}
            for row in asked
            for before in [rates.previous_rate(row.rate)]
        ],
        "rows": [
            {
                "row": row,
                "present": quote,
                "change": None if quote is None else (row.rate / quote.rate - 1) * 100,
            }
            for row in rows
            for quote in [present[row.currency_id]]
        ],
    }
    return page(request, "waiting", _("Rates that wait"), context, refusal=refusal)


def refused_page(request: HttpRequest, _pk: int, refusal: Refused) -> HttpResponse:
    """The page of what waits, of which a decision was refused."""
    return waiting_page(request, refusal)


decide = staff_page(Right.APPROVE_RATES)(
    decision_view(
        rate_entry.decide_rate,
        refused_page,
        approved=gettext_lazy("The rate is in effect."),
        refused=gettext_lazy("The rate is refused."),
        back="rates:waiting",
    )
)


@staff_page(Right.EDIT_RATES)
@require_http_methods(["GET", "HEAD", "POST"])
def import_file(request: HttpRequest) -> HttpResponse:
    """Choose a file and see what it would store; nothing is stored here."""
    form = RateFileForm(request.POST or None, request.FILES or None)
    context: dict[str, Any] = {"form": form, "preview": None}
    status = HTTPStatus.OK
    if request.method == "POST" and form.is_valid():
        try:
            content = form.cleaned_data["file"].read(file_import.MOST_BYTES + 1)
            context["preview"] = file_import.preview_file(content, staff_of(request))
        except RateFileRefused as refusal:
            explain(form, refusal)
    if form.errors or (context["preview"] and context["preview"].errors):
        status = _UNREADABLE
    return page(request, "import", _("Import rates"), context, status=status)


@staff_page(Right.EDIT_RATES)
@require_POST
def confirm_import(request: HttpRequest) -> HttpResponse:
    """Store what the preview showed."""
    try:
        entered = file_import.confirm_file(request.POST.get("sealed", ""), staff_of(request))
    except Refusal as refusal:
        messages.error(request, str(refusal))
        return see_other("rates:import")
    told = ngettext("%(n)d rate is stored.", "%(n)d rates are stored.", len(entered))
    messages.success(request, told % {"n": len(entered)})
    if waits := sum(1 for one in entered if one.waits):
        told = ngettext(
            "%(n)d of them waits for a second person.",
            "%(n)d of them wait for a second person.",
            waits,
        )
        messages.warning(request, told % {"n": waits})
    return see_other("rates:overview")


def page(
    request: HttpRequest,
    name: str,
    title: str,
    context: dict[str, Any],
    *,
    status: HTTPStatus = HTTPStatus.OK,
    refusal: Refused | None = None,
) -> HttpResponse:
    """Draw one of the pages about rates, which know what their reader may do and what of them was just refused."""
    rights = rights_of(staff_of(request))
    own = {
        "title": title,
        "may_edit": Right.EDIT_RATES in rights,
        "may_approve": Right.APPROVE_RATES in rights,
    }
    template = f"wallet/staff/{name}.html"
    return render_staff(request, template, {**own, **context}, status=status, refused=refusal)
