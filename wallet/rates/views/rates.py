"""Back-office pages of exchange rates: overview, history, pending, entering, importing."""

from http import HTTPStatus
from typing import Any, ClassVar

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _, gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from accounts.roles.values import Right
from accounts.staff.views.back_office import require_staff_user, staff_page
from accounts.staff.views.pages import StaffFormPage, StaffPage
from journal.refusals import Refusal
from pages.answers import see_other
from pages.lists import load_slice
from pages.pagination import ByTime
from wallet.rates.forms import RateFileForm, RateForm
from wallet.rates.models import Rate
from wallet.rates.selectors import rates
from wallet.rates.services import file_import, rate_entry
from wallet.rates.words import rate_chart

PER_PAGE = 50
DRAWN = 120  # rates in a chart


class RatesPage(StaffPage):
    """Base of the pages about rates: adds the user's rights to the context."""

    opens: ClassVar[tuple[Right, ...]] = (Right.VIEW_RATES,)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(
            may_edit=Right.EDIT_RATES in self.rights,
            may_approve=Right.APPROVE_RATES in self.rights,
            **kwargs,
        )


class RatesOverviewPage(RatesPage):
    """Page of all currencies: rate, age, and why a currency takes no bets."""

    template_name = "wallet/staff/overview.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(
            title=_("Exchange rates"),
            standings=rates.rate_statuses(),
            waiting=rates.pending_rates().count() + rates.pending_recalls().count(),
            **kwargs,
        )


class RateHistoryPage(RatesPage):
    """Page of all rates ever entered for a currency, with their decisions and a chart of those in effect."""

    template_name = "wallet/staff/history.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        if (currency := self.kwargs["currency"]) not in rates.FOREIGN:
            raise Http404
        rows = (
            Rate.objects.filter(currency_id=currency)
            .select_related("decision__decided_by", "proposed_by")
            .prefetch_related("recalls__proposed_by", "recalls__decision__decided_by")
        )
        drawn = list(rates.rates_in_effect(currency)[:DRAWN])[::-1]
        return super().get_context_data(
            title=_("Rates of %(currency)s") % {"currency": currency},
            currency=currency,
            present=drawn[-1] if drawn else None,
            doubted=rates.pending_recalls(currency).exists(),
            chart=rate_chart(drawn),
            slice=load_slice(rows, self.request, order=ByTime("as_of")),
            **kwargs,
        )


class EnterRatePage(StaffFormPage[RateForm], RatesPage):
    """Page to enter a rate; a rate far from the last one is shown in both directions and must be confirmed."""

    opens = (Right.EDIT_RATES,)
    template_name = "wallet/staff/enter.html"

    def process_form(self, form: RateForm) -> HttpResponse:
        far = form.far_reading
        if far is not None and self.request.POST.get("confirmed") != far.token:
            return self.render_page(form=form, reading=far)
        entered = rate_entry.enter_rate(form.offered, self.user)
        text, level = (
            (_("The rate is stored and waits for a second person."), messages.WARNING)
            if entered.waits
            else (_("The rate is in effect."), messages.SUCCESS)
        )
        return self.redirect_with_message(
            text, "rates:history", entered.row.currency_id, level=level
        )

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        kwargs.setdefault("reading", None)
        return super().get_context_data(
            title=_("Enter a rate"), standings=rates.rate_statuses(), **kwargs
        )


class PendingRatesPage(RatesPage):
    """Page of pending rates and recalls, with the rates in effect."""

    template_name = "wallet/staff/waiting.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        present = {one.currency: one.quote for one in rates.rate_statuses()}
        rows = [
            (row, present[row.currency_id])
            for row in rates.pending_rates().select_related("proposed_by")
        ]
        doubted = rates.pending_recalls().select_related("rate", "proposed_by")
        return super().get_context_data(
            title=_("Pending rates"),
            doubted=[{"row": row, "before": rates.previous_rate(row.rate)} for row in doubted],
            rows=[
                {
                    "row": row,
                    "present": quote,
                    "change": None if quote is None else (row.rate / quote.rate - 1) * 100,
                }
                for row, quote in rows
            ],
            **kwargs,
        )


decide = PendingRatesPage.decision_view(
    Right.APPROVE_RATES,
    rate_entry.decide_rate,
    approved=gettext_lazy("The rate is in effect."),
    refused=gettext_lazy("The rate is refused."),
    back="rates:waiting",
)


class ImportRatesPage(StaffFormPage[RateFileForm], RatesPage):
    """Page to upload a file and preview its effect; stores nothing."""

    opens = (Right.EDIT_RATES,)
    template_name = "wallet/staff/import.html"

    def process_form(self, form: RateFileForm) -> HttpResponse:
        content = form.cleaned_data["file"].read(file_import.MOST_BYTES + 1)
        preview = file_import.preview_file(content, self.user)
        status = HTTPStatus.UNPROCESSABLE_ENTITY if preview.errors else HTTPStatus.OK
        return self.render_page(status, form=form, preview=preview)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        kwargs.setdefault("preview", None)
        return super().get_context_data(title=_("Import rates"), **kwargs)


@staff_page(Right.EDIT_RATES)
@require_POST
def confirm_import(request: HttpRequest) -> HttpResponse:
    """Store the previewed file."""
    try:
        entered = file_import.confirm_file(
            request.POST.get("sealed", ""), require_staff_user(request)
        )
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
