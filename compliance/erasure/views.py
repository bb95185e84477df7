"""Erasures that wait for a decision: list, and decision by another person."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from accounts.audit.services import record_list_view
from accounts.roles.values import Right
from accounts.staff.views.pages import StaffPage
from approvals.selectors import undecided_proposals
from compliance.erasure.services import deciding
from compliance.models import Erasure

SHOWN: Final = 100
LONGEST: Final = 500


class ErasuresPage(StaffPage):
    """Undecided proposals, oldest first."""

    opens = (Right.VIEW_PLAYERS,)
    template_name = "compliance/erasure/list.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        waiting = undecided_proposals(Erasure).select_related("player", "dispute", "proposed_by")
        rows = list(waiting.order_by("pk")[:SHOWN])
        record_list_view(self.user, (row.player_id for row in rows), ())
        return super().get_context_data(
            title=_("People to be erased"),
            rows=rows,
            longest=LONGEST,
            may_approve=Right.APPROVE_PLAYERS in self.rights,
            **kwargs,
        )


decide = ErasuresPage.decision_view(
    Right.APPROVE_PLAYERS,
    deciding.decide_erasure,
    approved=_("The person is erased."),
    refused=_("The person is not erased."),
    back="erasure:list",
)
