"""Deposit and withdrawal limits in the back office: one person proposes, another approves."""

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _

from accounts.roles.values import Right
from accounts.staff.views.pages import StaffFormPage
from accounts.values.currencies import REAL_CURRENCIES
from limits.values import CashLimitKind
from wallet.cash.forms.desk import CashLimitForm
from wallet.cash.selectors import limit_proposals
from wallet.cash.services import limits
from wallet.cash.words import desk
from wallet.money.values import Money


class CashLimitsPage(StaffFormPage[CashLimitForm]):
    """Page of limits in force and proposed ones, with a form to propose one."""

    opens = (Right.VIEW_LIMITS,)
    sends = Right.EDIT_LIMITS
    template_name = "wallet/staff/limits.html"
    title = _("Limits of deposits and withdrawals")

    def process_form(self, form: CashLimitForm) -> HttpResponse:
        cleaned = form.cleaned_data
        limits.propose_cash_limit(
            CashLimitKind(cleaned["name"]),
            Money.parse(format(cleaned["amount"], "f"), cleaned["currency"]),
            acting_user=self.user,
            reason=cleaned["reason"],
        )
        return self.redirect_with_message(_("The limit waits for a second person."), "cash:limits")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(
            table=desk.limits_table(),
            currencies=REAL_CURRENCIES,
            proposals=limit_proposals.pending_limits(),
            decided=limit_proposals.decided_limits(),
            may_approve=Right.APPROVE_LIMITS in self.rights,
            **kwargs,
        )


decide = CashLimitsPage.decision_view(
    Right.APPROVE_LIMITS,
    limits.decide_cash_limit,
    approved=_("The limit is in force."),
    refused=_("The limit is refused."),
    back="cash:limits",
)
