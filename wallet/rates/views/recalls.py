"""Recalling a rate, from the pages that show it."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _, gettext_lazy

from accounts.roles.values import Right
from journal.refusals import ReasonMissing
from wallet.rates.forms import RateRecallForm
from wallet.rates.models import Rate
from wallet.rates.services import recalls
from wallet.rates.views.rates import PendingRatesPage, RateHistoryPage


@RateHistoryPage.form_view(
    RateRecallForm,
    Right.EDIT_RATES,
    about=lambda rate_id: {"currency": get_object_or_404(Rate, pk=rate_id).currency_id},
    unread=ReasonMissing.message,
)
def propose_recall(page: RateHistoryPage, form: RateRecallForm) -> HttpResponse:
    """Propose to recall the rate in effect."""
    recalls.propose_recall(page.kwargs["rate_id"], page.user, reason=form.cleaned_data["reason"])
    text = _("It waits for another person. Until then the currency takes no new bets.")
    return page.redirect_with_message(
        text, "rates:history", page.kwargs["currency"], level=messages.WARNING
    )


decide = PendingRatesPage.decision_view(
    Right.APPROVE_RATES,
    recalls.decide_recall,
    approved=gettext_lazy("The rate is out of effect."),
    refused=gettext_lazy("The rate stays in effect."),
    back="rates:waiting",
)
