"""Taking a rate out of effect, from the pages where it is shown (`rate_pages`)."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.roles import Right
from accounts.staff import staff_of, staff_page
from journal.refusals import ReasonMissing, Refusal
from pages.answers import see_other
from pages.refused import refused
from wallet import rate_recalls
from wallet.rate_forms import ReasonForm, RecallForm
from wallet.rate_models import Rate
from wallet.rate_pages import history_page, waiting_page


@staff_page(Right.EDIT_RATES)
@require_POST
def ask(request: HttpRequest, rate_id: int) -> HttpResponse:
    """Ask another person to take the rate in effect out of it."""
    row = get_object_or_404(Rate, pk=rate_id)
    form = RecallForm(request.POST)
    if not form.is_valid():
        return history_page(request, row.currency_id, refused(request, ReasonMissing()))
    try:
        rate_recalls.ask(rate_id, staff_of(request), reason=form.cleaned_data["reason"])
    except Refusal as error:
        refusal = refused(request, error)
        return history_page(request, row.currency_id, refusal)
    text = _("It waits for another person. Until then the currency takes no new bets.")
    messages.warning(request, text)
    return see_other("rates:history", row.currency_id)


@staff_page(Right.APPROVE_RATES)
@require_POST
def decide(request: HttpRequest, recall_id: int) -> HttpResponse:
    """Take it out of effect, or leave it."""
    form = ReasonForm(request.POST)
    if not form.is_valid():
        return waiting_page(
            request, refused(request, ReasonMissing(_("A decision needs its reason.")))
        )
    approve = form.cleaned_data["verdict"] == "approve"
    reason = form.cleaned_data["reason"]
    try:
        rate_recalls.decide(recall_id, staff_of(request), approve=approve, reason=reason)
    except Refusal as error:
        return waiting_page(request, refused(request, error))
    done = _("The rate is out of effect.") if approve else _("The rate stays in effect.")
    messages.success(request, done)
    return see_other("rates:waiting")
