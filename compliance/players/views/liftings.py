"""Proposals to lift restrictions: list and decision by another person."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.audit.services import record_list_view
from accounts.restrictions.services import restrictions
from accounts.roles.values import Right
from accounts.staff.views.pages import StaffPage
from compliance.players.selectors.profile import waiting_liftings

SHOWN = 100
LONGEST = 500


class LiftingsPage(StaffPage):
    """Undecided proposals, oldest first."""

    opens = (Right.VIEW_PLAYERS,)
    template_name = "compliance/players/liftings.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        rows = list(waiting_liftings()[:SHOWN])
        record_list_view(self.user, (row.restriction.player_id for row in rows), ())
        return super().get_context_data(
            title=_("Restrictions to be lifted"),
            rows=rows,
            longest=LONGEST,
            may_approve=Right.APPROVE_PLAYERS in self.rights,
            **kwargs,
        )


decide = LiftingsPage.decision_view(
    Right.APPROVE_PLAYERS,
    restrictions.decide_lifting,
    approved=_("The restriction is lifted."),
    refused=_("The restriction stays."),
    back="players:liftings",
)
