"""The ledger check in the back office: latest findings and their acceptance."""

from functools import cached_property
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.utils.translation import gettext, gettext_lazy as _

from accounts.roles.values import Right
from accounts.staff.views.pages import StaffFormPage
from wallet.cash.forms.desk import AcceptFindingForm
from wallet.cash.selectors import withdrawal_stop
from wallet.cash.selectors.discrepancies import (
    Discrepancy,
    decided_acceptances,
    latest_discrepancies,
    pending_acceptances,
)
from wallet.cash.services import discrepancies
from wallet.ledger.selectors import check_runs


class LedgerCheckPage(StaffFormPage[AcceptFindingForm]):
    """Page of the latest findings and their acceptances, with a form to propose one."""

    opens = (Right.VIEW_CASH,)
    sends = Right.DO_CASH
    template_name = "wallet/staff/findings.html"

    @cached_property
    def found(self) -> list[Discrepancy]:
        return latest_discrepancies()

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "found": self.found}

    def offers_form(self, form: AcceptFindingForm) -> bool:
        return form.has_rows and super().offers_form(form)

    def process_form(self, form: AcceptFindingForm) -> HttpResponse:
        reason = form.cleaned_data["reason"]
        made = discrepancies.propose_acceptance(*form.finding, acting_user=self.user, reason=reason)
        text = gettext("%(number)s waits for a second person.") % {"number": made}
        return self.redirect_with_message(text, "cash:findings", level=messages.WARNING)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(
            title=_("The ledger's check"),
            check=check_runs.latest_check(),
            closed=withdrawal_stop.find_stop_reason(),
            players_closed=withdrawal_stop.count_stopped_players(),
            findings=self.found,
            proposed=pending_acceptances(),
            decided=decided_acceptances(),
            may_decide=Right.APPROVE_CASH in self.rights,
            **kwargs,
        )


decide = LedgerCheckPage.decision_view(
    Right.APPROVE_CASH,
    discrepancies.decide_acceptance,
    approved=_("The finding is accepted: it counts from the next check on."),
    refused=_("The finding is refused."),
    back="cash:findings",
)
