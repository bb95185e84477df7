"""Holds that wait for a manager, and their release by two people."""

from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy

from accounts.audit.services import record_list_view
from accounts.roles.values import Right
from accounts.staff.views.pages import StaffPage
from cases.forms import CaseReasonForm
from cases.models import HoldReleaseDecision
from cases.selectors.holds import list_open_holds
from cases.services import holds
from cases.values import ANY_VIEW, visible_kinds


class HoldsPage(StaffPage):
    """Withdrawals held in cases, the oldest first, with the time left to pay them."""

    title = gettext_lazy("Held withdrawals")
    opens = ANY_VIEW
    template_name = "cases/holds.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        lines = list_open_holds(visible_kinds(self.rights))
        record_list_view(self.user, {one.hold.withdrawal.player_id for one in lines}, ())
        return super().get_context_data(
            holds=lines,
            may={
                "approve": Right.APPROVE_CASES in self.rights,
                "release": Right.WORK_CASES in self.rights,
                "see_cash": Right.VIEW_CASH in self.rights,
            },
            **kwargs,
        )


@HoldsPage.form_view(CaseReasonForm, Right.WORK_CASES, about=lambda **_names: {})
def propose_release(page: HoldsPage, form: CaseReasonForm) -> HttpResponse:
    """Propose to release a held withdrawal."""
    made = holds.propose_release(
        page.kwargs["pk"], acting_user=page.user, reason=form.cleaned_data["reason"]
    )
    return page.redirect_with_message(
        _("The release is proposed. Another person decides it."),
        "cases:case",
        made.hold.case.public_id,
    )


@HoldsPage.form_view(CaseReasonForm, Right.WORK_CASES, about=lambda **_names: {})
def propose_refusal(page: HoldsPage, form: CaseReasonForm) -> HttpResponse:
    """Propose to refuse a held withdrawal of a confirmed case."""
    made = holds.propose_refusal(
        page.kwargs["pk"], acting_user=page.user, reason=form.cleaned_data["reason"]
    )
    return page.redirect_with_message(
        _("The refusal is proposed. Another person decides it."),
        "cases:case",
        made.hold.case.public_id,
    )


def _back(decision: HoldReleaseDecision) -> str:
    return reverse("cases:case", args=[decision.proposal.hold.case.public_id])


decide_release = HoldsPage.decision_view(
    Right.APPROVE_CASES,
    holds.decide_release,
    approved=gettext_lazy("It is done as proposed: released, or refused with the money back."),
    refused=gettext_lazy("The proposal is refused. The withdrawal stays held."),
    back=_back,
)
