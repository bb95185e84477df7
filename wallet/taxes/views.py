"""Taxes in the back office: what is owed to the authority, proposals to pay it, and decisions."""

from functools import cached_property
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.utils.translation import gettext, gettext_lazy as _

from accounts.roles.values import Right
from accounts.staff.views.pages import StaffFormPage
from wallet.money.values import Money
from wallet.taxes import services
from wallet.taxes.forms import TaxPaymentForm
from wallet.taxes.selectors import decided_payments, list_owed_now, pending_payments


class TaxesPage(StaffFormPage[TaxPaymentForm]):
    """Page of the taxes owed, with a form to propose their payment."""

    opens = (Right.VIEW_CASH,)
    sends = Right.DO_CASH
    template_name = "wallet/staff/taxes.html"

    @cached_property
    def owed(self) -> list[Money]:
        return list_owed_now()

    def get_form_kwargs(self) -> dict[str, Any]:
        payable = [one.currency for one in self.owed if one.units > 0]
        return {**super().get_form_kwargs(), "currencies": payable}

    def offers_form(self, form: TaxPaymentForm) -> bool:
        return form.has_currencies and super().offers_form(form)

    def process_form(self, form: TaxPaymentForm) -> HttpResponse:
        made = services.propose_tax_payment(
            form.tax_return, acting_user=self.user, reason=form.cleaned_data["reason"]
        )
        text = gettext("%(number)s waits for a second person.") % {"number": made}
        return self.redirect_with_message(text, "cash:taxes", level=messages.WARNING)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(
            title=_("Taxes"),
            owed=self.owed,
            proposed=pending_payments(),
            decided=decided_payments(),
            may_decide=Right.APPROVE_CASH in self.rights,
            **kwargs,
        )


decide = TaxesPage.decision_view(
    Right.APPROVE_CASH,
    services.decide_tax_payment,
    approved=_("The taxes are paid."),
    refused=_("Nothing is paid."),
    back="cash:taxes",
)
