"""The archive in the back office: months, proposals to detach them, and decisions."""

from functools import cached_property
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.utils.translation import gettext, gettext_lazy as _

from accounts.roles.values import Right
from accounts.staff.views.pages import StaffFormPage
from wallet.archive.forms import DetachmentForm
from wallet.archive.models import ArchivedMonth
from wallet.archive.selectors.months import (
    decided_detachments,
    find_archived_until,
    list_months,
    pending_detachments,
    proposable_months,
)
from wallet.archive.services import detaching


class ArchivePage(StaffFormPage[DetachmentForm]):
    """Page of the archived months, with a form to propose to detach one."""

    opens = (Right.VIEW_REPORTS,)
    sends = Right.PROPOSE_DETACHMENTS
    template_name = "wallet/staff/archive.html"

    @cached_property
    def proposable(self) -> list[ArchivedMonth]:
        return list(proposable_months())

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "months": self.proposable}

    def offers_form(self, form: DetachmentForm) -> bool:
        return form.has_months and super().offers_form(form)

    def process_form(self, form: DetachmentForm) -> HttpResponse:
        made = detaching.propose_detachment(
            form.cleaned_data["month"], acting_user=self.user, reason=form.cleaned_data["reason"]
        )
        text = gettext("%(number)s waits for a second person.") % {"number": made}
        return self.redirect_with_message(text, "cash:archive", level=messages.WARNING)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(
            title=_("Archive"),
            months=list_months(),
            until=find_archived_until(),
            proposed=pending_detachments(),
            decided=decided_detachments(),
            may_decide=Right.APPROVE_DETACHMENTS in self.rights,
            **kwargs,
        )


decide = ArchivePage.decision_view(
    Right.APPROVE_DETACHMENTS,
    detaching.decide_detachment,
    approved=_("The month will be detached within the hour."),
    refused=_("The month stays in the database."),
    back="cash:archive",
)
