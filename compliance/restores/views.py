"""Staff page of a restored installation: what was done, what to compare, and its release."""

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _

from accounts.roles.values import Right
from accounts.staff.views.pages import StaffFormPage
from compliance.restores.forms import ReleaseForm
from compliance.restores.selectors.restores import list_releases, load_closed_state
from compliance.restores.services.releasing import decide_release, propose_release
from compliance.restores.words import (
    describe_ages,
    describe_cause,
    describe_payments,
    describe_unanswered,
)
from restores.selectors import load_backup_ages


class Restores(StaffFormPage[ReleaseForm]):
    """Show whether the installation is open; propose its release, which another person decides."""

    title = _("Restores")
    opens = (Right.VIEW_SWITCHES,)
    sends = Right.PROPOSE_RELEASES
    template_name = "compliance/restores/page.html"

    def process_form(self, form: ReleaseForm) -> HttpResponse:
        propose_release(self.user, form.cleaned_data["reason"])
        return self.redirect_with_message(
            _("The release is proposed. Another person decides it."), "restores:page"
        )

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        closed = load_closed_state()
        compared = closed.comparison if closed else None
        return super().get_context_data(
            closed=closed,
            cause=describe_cause(closed.restore) if closed and closed.restore else "",
            payments=describe_payments(compared.payments) if compared else [],
            unanswered=describe_unanswered(compared.unanswered) if compared else [],
            row=closed.release if closed else None,
            may=Right.APPROVE_RELEASES in self.rights,
            releases=list_releases(),
            ages=describe_ages(load_backup_ages()),
            **kwargs,
        )


decide = Restores.decision_view(
    Right.APPROVE_RELEASES,
    decide_release,
    approved=_("The installation is open."),
    refused=_("The release is refused. The installation stays closed."),
    back="restores:page",
)
