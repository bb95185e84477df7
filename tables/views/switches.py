"""The page of all switches, and throwing each of them: at once, by one person, with a reason."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.audit.services import record_list_view
from accounts.models.users import User
from accounts.roles.selectors import rights_of
from accounts.roles.values import Right
from accounts.staff.views.back_office import render_staff, staff_of, staff_page
from journal.refusals import ReasonMissing, Refusal
from pages.answers import see_other
from pages.lists import slice_of
from pages.refused import Refused, refused
from tables.forms.short import StopPlayerForm, ThrowForm
from tables.models import RuleSet, Switching, Table
from tables.refusals import NoSuchPlayer
from tables.services import opening, switches as service
from tables.views.asking import told_of
from tables.views.switch_lines import switches

Throw = Callable[[bool, str], object]
"""Throws a switch, to stopped or not, for a reason; answers None where it stood so already."""
SHOWN = 20


@staff_page(Right.VIEW_SWITCHES)
@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """What is stopped and what is in play, and what was thrown lately."""
    return _overview(request)


def _overview(request: HttpRequest, refusal: Refused | None = None) -> HttpResponse:
    rights = rights_of(staff_of(request))
    rows = Switching.objects.select_related("by", "player", "table", "rule_set")
    found, thrown = switches(), slice_of(rows, request, size=SHOWN)
    people = (
        *(one.player for one in found.players),
        *(row.player_id for row in thrown.rows),
    )
    record_list_view(staff_of(request), (one for one in people if one is not None), ())
    context = {
        "title": _("Switches"),
        "switches": found,
        "slice": thrown,
        "may_all": Right.SWITCH_EVERYTHING in rights,
        "may_tables": Right.SWITCH_TABLES in rights,
        "may_players": Right.SWITCH_PLAYERS in rights,
    }
    return render_staff(request, "tables/staff/switches/overview.html", context, refused=refusal)


@staff_page(Right.SWITCH_EVERYTHING)
@require_POST
def house(request: HttpRequest) -> HttpResponse:
    """Stop all play, or let it go on."""
    user = staff_of(request)
    return _thrown(
        request,
        lambda stopped, reason: service.switch_house(
            stopped=stopped, reason=reason, acting_user=user
        ),
    )


@staff_page(Right.SWITCH_EVERYTHING)
@require_POST
def rules(request: HttpRequest, pk: int) -> HttpResponse:
    """Stop a rule set, or let it go on."""
    family, user = get_object_or_404(RuleSet, pk=pk), staff_of(request)
    return _thrown(
        request,
        lambda stopped, reason: service.switch_rules(
            family.pk, stopped=stopped, reason=reason, acting_user=user
        ),
    )


@staff_page(Right.SWITCH_TABLES)
@require_POST
def table(request: HttpRequest, pk: int) -> HttpResponse:
    """Close a table, or open it."""
    one, user = get_object_or_404(Table, pk=pk), staff_of(request)

    def throw(stopped: bool, reason: str) -> object:  # noqa: FBT001  # of the shape of the others
        act = opening.close_table if stopped else opening.open_table
        after = act(one.pk, reason=reason, acting_user=user)
        return after if after.status != one.status else None

    return _thrown(request, throw)


@staff_page(Right.SWITCH_TABLES)
@require_POST
def box(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Stop one box of a table, or let it go on."""
    one, user = get_object_or_404(Table, pk=pk), staff_of(request)
    return _thrown(
        request,
        lambda stopped, reason: service.switch_box(
            one.pk, number, stopped=stopped, reason=reason, acting_user=user
        ),
    )


@staff_page(Right.SWITCH_PLAYERS)
@require_POST
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """Stop a player's play, or let it go on."""
    person, user = get_object_or_404(User, pk=pk, is_staff=False), staff_of(request)
    return _thrown(
        request,
        lambda stopped, reason: service.switch_player(
            person.pk, stopped=stopped, reason=reason, acting_user=user
        ),
    )


@staff_page(Right.SWITCH_PLAYERS)
@require_POST
def find_player(request: HttpRequest) -> HttpResponse:
    """Stop the play of who has this e-mail address."""
    form = StopPlayerForm(request.POST)
    if not form.is_valid():
        return _refused(request, Refusal(_("Give the player's e-mail address, and say why.")))
    email = form.cleaned_data["email"].lower()
    person = User.objects.filter(email=email, is_staff=False).first()
    if person is None:
        return _refused(request, NoSuchPlayer(_("No player has this e-mail address.")))
    return player(request, person.pk)


def _thrown(request: HttpRequest, throw: Throw) -> HttpResponse:
    """Throw the switch that a form asks for, and say what came of it on the page of all."""
    form = ThrowForm(request.POST)
    if not form.is_valid():
        return _refused(request, ReasonMissing(_("Say why, in at most 500 letters.")))
    stopped = form.cleaned_data["do"] == "stop"
    try:
        done = throw(stopped, form.cleaned_data["reason"])
    except Refusal as refusal:
        return _refused(request, refusal)
    _tell(request, stopped=stopped, changed=done is not None)
    return see_other("switches:overview")


def _refused(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """The page as it stands now, with what the refused form held in that form."""
    return _overview(request, refused(request, refusal, told_of(refusal)))


def _tell(request: HttpRequest, *, stopped: bool, changed: bool) -> None:
    if not changed:
        messages.info(request, _("It was so already; nothing has changed."))
    elif stopped:
        messages.success(request, _("Stopped: no new bet from now on. Running rounds finish."))
    else:
        messages.success(request, _("It goes on from the next bet."))
