"""Back-office page for reopening a place whose shoe was stopped."""

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _

from accounts.audit.services import record_player_views
from accounts.models.audit_views import Look
from accounts.roles.values import Right
from accounts.staff.views.pages import StaffFormPage
from casino.incidents.forms import ReopenPlaceForm
from casino.incidents.selectors.stopped_places import stopped_places
from casino.incidents.services.reopening import reopen_place


class ReopenPlace(StaffFormPage[ReopenPlaceForm]):
    """Explain what reopening does, ask for a reason and reopen the place."""

    opens = (Right.CANCEL_ROUNDS,)
    template_name = "casino/staff/reopen.html"

    def process_form(self, form: ReopenPlaceForm) -> HttpResponse:
        given, shoe_id = form.cleaned_data, self.kwargs["shoe_id"]
        reopen_place(shoe_id, self.user, given["reason"], without_seed=given["give_up"])
        return self.redirect_with_message(
            _("The place is open again, with new shoes."), "rounds:list"
        )

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        shoe_id = self.kwargs["shoe_id"]
        found = stopped_places(shoe_id)
        people = (one.player.pk for one in found if one.player)
        record_player_views(self.user, people, "shoe", (Look.Kind.SHOE, shoe_id))
        place = found[0] if found else None
        return super().get_context_data(title=_("Reopen a place"), place=place, **kwargs)
