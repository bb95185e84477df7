"""Staff pages: the duty list with what people were told, and the watches."""

from typing import Any

from django import forms
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.roles.values import Right
from accounts.staff.views.pages import StaffFormPage, StaffPage
from alarms.forms import DutyTurnForm
from alarms.models import WatchReading
from alarms.selectors.duty import find_on_duty, list_notices, list_turns
from alarms.selectors.watches import WATCHES
from alarms.services.duty import TurnPlan, add_turn, end_turn
from alarms.words import WATCH_NAMES, describe_days
from journal.words.events import describe_kind
from profiles.selectors.in_force import profile_in_force


class Duty(StaffFormPage[DutyTurnForm]):
    """Who is on duty when, and the latest notices with their outcomes."""

    title = _("Duty list")
    opens = (Right.VIEW_EVENTS,)
    sends = Right.EDIT_DUTY
    template_name = "alarms/duty.html"

    def process_form(self, form: DutyTurnForm) -> HttpResponse:
        given = form.cleaned_data
        plan = TurnPlan(
            given["person"].pk,
            "".join(sorted(given["days"])),
            given["begins"],
            given["ends"],
            given["zone"],
            given["place"],
            given["endpoint"],
        )
        add_turn(plan, acting_user=self.user)
        return self.redirect_with_message(_("The turn is on the duty list."), "alarms:duty")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        turns = list_turns()
        on_duty = {one.pk for one in find_on_duty(turns, timezone.now())}
        return super().get_context_data(
            turns=[(one, describe_days(one), one.pk in on_duty) for one in turns],
            minutes=profile_in_force().alarm_escalation_minutes,
            notices=[(one, describe_kind(one.event.kind)) for one in list_notices()],
            may_edit=Right.EDIT_DUTY in self.rights,
            **kwargs,
        )


@Duty.form_view(forms.Form, Right.EDIT_DUTY)
def end(page: Duty, _form: forms.Form) -> HttpResponse:
    end_turn(page.kwargs["pk"], acting_user=page.user)
    return page.redirect_with_message(_("The turn has ended."), "alarms:duty")


class Watched(StaffPage):
    """Each watch with its last value, limit and age."""

    title = _("Watched")
    opens = (Right.VIEW_EVENTS,)
    template_name = "alarms/watched.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        read = WatchReading.objects.in_bulk()
        return super().get_context_data(
            watches=[(WATCH_NAMES[one.name], one, read.get(one.name)) for one in WATCHES],
            **kwargs,
        )
