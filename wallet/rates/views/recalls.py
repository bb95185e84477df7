"""Taking a rate out of effect, from the pages where it is shown."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_POST

from accounts.roles.values import Right
from accounts.staff.views.back_office import staff_of, staff_page
from approvals.views import decision_view
from journal.refusals import ReasonMissing, Refusal
from pages.answers import see_other
from pages.refused import refused
from wallet.rates.forms import RateRecallForm
from wallet.rates.models import Rate
from wallet.rates.services import recalls
from wallet.rates.views.rates import history_page, refused_page


@staff_page(Right.EDIT_RATES)
@require_POST
def ask(request: HttpRequest, rate_id: int) -> HttpResponse:
    """Ask another person to take the rate in effect out of it."""
    row = get_object_or_404(Rate, pk=rate_id)
    form = RateRecallForm(request.POST)
    if not form.is_valid():
        return history_page(request, row.currency_id, refused(request, ReasonMissing()))
    try:
        recalls.ask_recall(rate_id, staff_of(request), reason=form.cleaned_data["reason"])
    except Refusal as error:
        refusal = refused(request, error)
        return history_page(request, row.currency_id, refusal)
    text = _("It waits for another person. Until then the currency takes no new bets.")
    messages.warning(request, text)
    return see_other("rates:history", row.currency_id)


decide = staff_page(Right.APPROVE_RATES)(
    decision_view(
        recalls.decide_recall,
        refused_page,
        approved=gettext_lazy("The rate is out of effect."),
        refused=gettext_lazy("The rate stays in effect."),
        back="rates:waiting",
    )
)
