"""Page of all switches, and the actions that use them: at once, by one person, with a reason."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _

from accounts.audit.services import record_list_view
from accounts.models.users import User
from accounts.roles.values import Right
from accounts.staff.views.pages import StaffPage
from journal.refusals import Refusal
from pages.lists import load_slice
from tables.forms.short import StopOrResumeForm, StopPlayerForm
from tables.models import RuleSet, Switching, Table
from tables.refusals import NoSuchPlayer
from tables.services import opening, switches as service
from tables.views.asking import refusal_text
from tables.views.switch_lines import load_switches

SHOWN = 20


class SwitchesPage(StaffPage):
    """All switches and their latest changes."""

    opens = (Right.VIEW_SWITCHES,)
    template_name = "tables/staff/switches/overview.html"

    def refusal_text(self, refusal: Refusal) -> str:
        return refusal_text(refusal)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        rows = Switching.objects.select_related("acting_user", "player", "table", "rule_set")
        found, thrown = load_switches(), load_slice(rows, self.request, size=SHOWN)
        people = (
            *(one.player for one in found.players),
            *(row.player_id for row in thrown.rows),
        )
        record_list_view(self.user, (one for one in people if one is not None), ())
        return super().get_context_data(
            title=_("Switches"),
            switches=found,
            slice=thrown,
            may_all=Right.SWITCH_EVERYTHING in self.rights,
            may_tables=Right.SWITCH_TABLES in self.rights,
            may_players=Right.SWITCH_PLAYERS in self.rights,
            **kwargs,
        )

    def use_switch(self, form: StopOrResumeForm, act: Callable[..., object]) -> HttpResponse:
        """Use a switch as the form says; `act` returns None if nothing changed."""
        return use_switch(self, form, act, "switches:overview")


def use_switch(
    page: StaffPage, form: StopOrResumeForm, act: Callable[..., object], *back: str
) -> HttpResponse:
    """Use a switch as the form says, and redirect to `back`; `act` returns None if nothing changed."""
    stopped = form.cleaned_data["do"] == "stop"
    done = act(stopped=stopped, reason=form.cleaned_data["reason"], acting_user=page.user)
    if done is None:
        text = _("It was like that already. Nothing has changed.")
        return page.redirect_with_message(text, *back, level=messages.INFO)
    stops = _("Stopped: no new bet from now on. Running rounds finish.")
    return page.redirect_with_message(
        stops if stopped else _("It goes on from the next bet."), *back
    )


def change_table_status(
    one: Table, *, stopped: bool, reason: str, acting_user: User
) -> Table | None:
    """Close or open a table; None if its status did not change."""
    act = opening.close_table if stopped else opening.open_table
    after = act(one.pk, reason=reason, acting_user=acting_user)
    return after if after.status != one.status else None


@SwitchesPage.form_view(StopOrResumeForm, Right.SWITCH_EVERYTHING)
def switch_house(page: SwitchesPage, form: StopOrResumeForm) -> HttpResponse:
    """Stop or resume all play."""
    return page.use_switch(form, service.switch_house)


@SwitchesPage.form_view(StopOrResumeForm, Right.SWITCH_EVERYTHING)
def switch_rules(page: SwitchesPage, form: StopOrResumeForm) -> HttpResponse:
    """Stop or resume a rule set."""
    family = get_object_or_404(RuleSet, pk=page.kwargs["pk"])
    return page.use_switch(form, partial(service.switch_rules, family.pk))


@SwitchesPage.form_view(StopOrResumeForm, Right.SWITCH_TABLES)
def switch_table(page: SwitchesPage, form: StopOrResumeForm) -> HttpResponse:
    """Close or open a table."""
    one = get_object_or_404(Table, pk=page.kwargs["pk"])
    return page.use_switch(form, partial(change_table_status, one))


@SwitchesPage.form_view(StopOrResumeForm, Right.SWITCH_TABLES)
def switch_box(page: SwitchesPage, form: StopOrResumeForm) -> HttpResponse:
    """Stop or resume a box of a table."""
    one = get_object_or_404(Table, pk=page.kwargs["pk"])
    return page.use_switch(form, partial(service.switch_box, one.pk, page.kwargs["number"]))


@SwitchesPage.form_view(StopOrResumeForm, Right.SWITCH_PLAYERS)
def switch_player(page: SwitchesPage, form: StopOrResumeForm) -> HttpResponse:
    """Stop or resume a player's play."""
    person = get_object_or_404(User, pk=page.kwargs["pk"], is_staff=False)
    return page.use_switch(form, partial(service.switch_player, person.pk))


@SwitchesPage.form_view(
    StopPlayerForm,
    Right.SWITCH_PLAYERS,
    unread=_("Enter the player's email address and a reason."),
)
def switch_player_by_email(page: SwitchesPage, form: StopPlayerForm) -> HttpResponse:
    """Stop or resume the play of the player with this email address."""
    email = form.cleaned_data["email"].lower()
    if (person := User.objects.filter(email=email, is_staff=False).first()) is None:
        raise NoSuchPlayer(_("No player has this email address."))
    return page.use_switch(form, partial(service.switch_player, person.pk))
