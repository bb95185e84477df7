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
from pages.lists import slice_of
from tables.forms.short import StopPlayerForm, ThrowForm
from tables.models import RuleSet, Switching, Table
from tables.refusals import NoSuchPlayer
from tables.services import opening, switches as service
from tables.views.asking import told_of
from tables.views.switch_lines import switches

SHOWN = 20


class SwitchesPage(StaffPage):
    """All switches and their latest changes."""

    opens = (Right.VIEW_SWITCHES,)
    template_name = "tables/staff/switches/overview.html"

    def words_of(self, refusal: Refusal) -> str:
        return told_of(refusal)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        rows = Switching.objects.select_related("by", "player", "table", "rule_set")
        found, thrown = switches(), slice_of(rows, self.request, size=SHOWN)
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

    def throw(self, form: ThrowForm, act: Callable[..., object]) -> HttpResponse:
        """Use a switch as the form says; `act` returns None if nothing changed."""
        return throw_switch(self, form, act, "switches:overview")


def throw_switch(
    page: StaffPage, form: ThrowForm, act: Callable[..., object], *back: str
) -> HttpResponse:
    """Use a switch as the form says, and redirect to `back`; `act` returns None if nothing changed."""
    stopped = form.cleaned_data["do"] == "stop"
    done = act(stopped=stopped, reason=form.cleaned_data["reason"], acting_user=page.user)
    if done is None:
        text = _("It was so already; nothing has changed.")
        return page.done(text, *back, level=messages.INFO)
    stops = _("Stopped: no new bet from now on. Running rounds finish.")
    return page.done(stops if stopped else _("It goes on from the next bet."), *back)


def switch_table(one: Table, *, stopped: bool, reason: str, acting_user: User) -> Table | None:
    """Close or open a table; None if its status did not change."""
    act = opening.close_table if stopped else opening.open_table
    after = act(one.pk, reason=reason, acting_user=acting_user)
    return after if after.status != one.status else None


@SwitchesPage.takes_form(ThrowForm, Right.SWITCH_EVERYTHING)
def house(page: SwitchesPage, form: ThrowForm) -> HttpResponse:
    """Stop or resume all play."""
    return page.throw(form, service.switch_house)


@SwitchesPage.takes_form(ThrowForm, Right.SWITCH_EVERYTHING)
def rules(page: SwitchesPage, form: ThrowForm) -> HttpResponse:
    """Stop or resume a rule set."""
    family = get_object_or_404(RuleSet, pk=page.kwargs["pk"])
    return page.throw(form, partial(service.switch_rules, family.pk))


@SwitchesPage.takes_form(ThrowForm, Right.SWITCH_TABLES)
def table(page: SwitchesPage, form: ThrowForm) -> HttpResponse:
    """Close or open a table."""
    one = get_object_or_404(Table, pk=page.kwargs["pk"])
    return page.throw(form, partial(switch_table, one))


@SwitchesPage.takes_form(ThrowForm, Right.SWITCH_TABLES)
def box(page: SwitchesPage, form: ThrowForm) -> HttpResponse:
    """Stop or resume a box of a table."""
    one = get_object_or_404(Table, pk=page.kwargs["pk"])
    return page.throw(form, partial(service.switch_box, one.pk, page.kwargs["number"]))


@SwitchesPage.takes_form(ThrowForm, Right.SWITCH_PLAYERS)
def player(page: SwitchesPage, form: ThrowForm) -> HttpResponse:
    """Stop or resume a player's play."""
    person = get_object_or_404(User, pk=page.kwargs["pk"], is_staff=False)
    return page.throw(form, partial(service.switch_player, person.pk))


@SwitchesPage.takes_form(
    StopPlayerForm,
    Right.SWITCH_PLAYERS,
    unread=_("Give the player's e-mail address, and say why."),
)
def find_player(page: SwitchesPage, form: StopPlayerForm) -> HttpResponse:
    """Stop or resume the play of the player with this e-mail address."""
    email = form.cleaned_data["email"].lower()
    if (person := User.objects.filter(email=email, is_staff=False).first()) is None:
        raise NoSuchPlayer(_("No player has this e-mail address."))
    return page.throw(form, partial(service.switch_player, person.pk))
