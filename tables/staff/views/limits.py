"""Limits of the house and of single players: one proposes, another decides."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.answers import see_other
from accounts.models import User
from accounts.roles import Right, require, rights_of
from accounts.seen import saw
from accounts.staff import staff_of, staff_page
from tables.errors import Misconfigured, TablesError
from tables.limits import in_force
from tables.models import LimitSet
from tables.services import limit_sets
from tables.staff.asking import explain, page, take_word
from tables.staff.limit_forms import LimitsForm, PersonForm
from tables.staff.values import compared, listed

SHOWN = 20


@staff_page(Right.VIEW_TABLES)
@require_http_methods(["GET", "HEAD", "POST"])
def house(request: HttpRequest) -> HttpResponse:
    """The limits of the house, and the way to those of a player."""
    return _limits(request, None, Right.EDIT_TABLES)


@staff_page(Right.VIEW_TABLES)
@require_http_methods(["GET", "HEAD", "POST"])
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """The limits of one player."""
    person = get_object_or_404(User, pk=pk, is_staff=False)
    return _limits(request, person, Right.LIMIT_PLAYERS)


@staff_page(Right.VIEW_TABLES)
@require_safe
def find_player(request: HttpRequest) -> HttpResponse:
    """From an e-mail address to the player's limits."""
    form = PersonForm(request.GET)
    person = None
    if form.is_valid():
        email = form.cleaned_data["email"]
        person = User.objects.filter(email__iexact=email, is_staff=False).first()
    if person is None:
        messages.error(request, _("No player has this e-mail address."))
        return see_other("tables:house")
    return see_other("tables:player", person.pk)


@staff_page(Right.APPROVE_TABLES)
@require_POST
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Approve or refuse proposed limits."""
    row = get_object_or_404(LimitSet, pk=pk)
    take_word(request, limit_sets.decide, row, _("It is in force."))
    return _back(row)


def _back(row: LimitSet) -> HttpResponse:
    if row.player_id is None:
        return see_other("tables:house")
    return see_other("tables:player", row.player_id)


def _limits(request: HttpRequest, person: User | None, right: Right) -> HttpResponse:
    user, present = staff_of(request), in_force(person.pk if person else None)
    values = limit_sets.values_of(present) if present else {}
    form, status = LimitsForm(request.POST or None, present=values), HTTPStatus.OK
    if request.method == "POST":
        require(user, right)
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        if form.is_valid():
            reason = form.cleaned_data["reason"]
            try:
                row = limit_sets.propose(person, form.values, reason=reason, acting_user=user)
            except Misconfigured as refusal:
                form.explain(refusal)
            except TablesError as refusal:
                status = explain(form, refusal)
            else:
                messages.success(request, _("It is proposed and waits for another person."))
                return _back(row)
    if person is not None:
        saw(user, person, "limits")
    sets = LimitSet.objects.filter(player=person).select_related(
        "proposed_by", "decision__decided_by"
    )
    context = {
        "person": person,
        "present": listed(LimitSet, values),
        "waiting": [
            (row, compared(LimitSet, _all(row), values), row.proposed_by_id == user.pk)
            for row in sets.filter(decision=None).order_by("-pk")
        ],
        "decided": sets.exclude(decision=None).order_by("-pk")[:SHOWN],
        "form": form if right in rights_of(user) else None,
        "finder": PersonForm() if person is None else None,
    }
    title = (
        _("Limits of %(person)s") % {"person": person.full_name}
        if person
        else _("Limits of the house")
    )
    return page(request, "limits", title, context, status=status)


def _all(row: LimitSet) -> dict[str, int | None]:
    return {name: getattr(row, name) for name in limit_sets.NAMES}
