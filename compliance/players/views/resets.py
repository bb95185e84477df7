"""Resets of lost second factors: propose, list, decide as another person, stop."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _

from accounts.audit.services import record_list_view
from accounts.models.recovery import FactorReset
from accounts.recovery import services
from accounts.recovery.selectors import reset_due_at, running_resets
from accounts.roles.values import Right
from accounts.staff.views.pages import StaffPage
from approvals.forms import OptionalReasonForm
from compliance.players.forms.acts import PlayerReasonForm
from compliance.players.views.act_page import ActPage, ActWords

SHOWN = 100
LONGEST = 500


class RequestResetPage(ActPage[PlayerReasonForm]):
    """Propose to reset a player's second factors."""

    fresh = True
    words = ActWords(
        _("Reset a lost second factor"),
        (
            _(
                "First compare: open the accepted document of this player (or the whole number, if there is none) and ask the person to show the same one, in person or by video."
            ),
            _(
                "Another person also compares and approves. We notify the player by email at once; the reset happens 72 hours later, not earlier."
            ),
            _(
                "Then app, passkeys, recovery codes and password stop working, and every session ends."
            ),
            _("Signing in with the second factor before then stops it."),
        ),
        _("Request it"),
        _("It is requested. Another person has to approve it. We notify the player."),
    )

    def carry_out(self, form: PlayerReasonForm) -> None:
        reason = form.cleaned_data["reason"]
        services.request_reset(
            self.player.pk, key=form.idempotency_key, acting_user=self.user, reason=reason
        )


class ResetsPage(StaffPage):
    """Resets that wait for a decision or for their time, oldest first."""

    opens = (Right.VIEW_PLAYERS,)
    template_name = "compliance/players/resets.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        rows = list(running_resets()[:SHOWN])
        record_list_view(self.user, (row.player_id for row in rows), ())
        return super().get_context_data(
            title=_("Reset second factors"),
            rows=[(row, reset_due_at(row)) for row in rows],
            longest=LONGEST,
            may_approve=Right.APPROVE_PLAYERS in self.rights,
            may_stop=Right.RESTRICT_PLAYERS in self.rights,
            **kwargs,
        )


decide = ResetsPage.decision_view(
    Right.APPROVE_PLAYERS,
    services.decide_reset,
    approved=_("It is approved. It happens when the waiting time is over."),
    refused=_("The second factor stays. We notify the player."),
    back="players:resets",
)


@ResetsPage.form_view(OptionalReasonForm, Right.RESTRICT_PLAYERS)
def stop_reset(page: ResetsPage, form: OptionalReasonForm) -> HttpResponse:
    """Stop a reset before it is executed."""
    row = get_object_or_404(FactorReset, pk=page.kwargs["pk"])
    services.stop_reset(row.pk, acting_user=page.user, reason=form.cleaned_data["reason"])
    return page.redirect_with_message(
        _("The second factor stays. We notify the player."), "players:resets"
    )
