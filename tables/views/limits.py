"""Limits of the house and of single players: one proposes, another decides."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from accounts.audit.services import record_view
from accounts.models.users import User
from accounts.roles.selectors import rights_of
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.staff.views.back_office import staff_of, staff_page
from approvals.views import decision_view
from journal.refusals import Refusal
from limits.models import LimitSet
from limits.models.sets import NAMES
from limits.selectors.sets import set_in_force
from pages.answers import see_other
from pages.refused import Refused, explain
from tables.forms.limits import LimitsForm, PersonForm
from tables.refusals import Misconfigured
from tables.services import limit_sets
from tables.views.asking import page
from tables.words.limits import compared, listed

SHOWN = 20


@staff_page(Right.VIEW_TABLES)
@require_http_methods(["GET", "HEAD", "POST"])
def house(request: HttpRequest) -> HttpResponse:
    """The limits of the house, and the way to those of a player."""
    return _limits(request, None)


@staff_page(Right.VIEW_TABLES)
@require_http_methods(["GET", "HEAD", "POST"])
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """The limits of one player."""
    person = get_object_or_404(User, pk=pk, is_staff=False)
    return _limits(request, person)


@staff_page(Right.VIEW_TABLES)
@require_safe
def find_player(request: HttpRequest) -> HttpResponse:
    """From an e-mail address to the player's limits."""
    finder = PersonForm(request.GET)
    if finder.is_valid():
        email = finder.cleaned_data["email"]
        person = User.objects.filter(email__iexact=email, is_staff=False).first()
        if person is not None:
            return see_other("tables:player", person.pk)
        finder.add_error("email", _("No player has this e-mail address."))
    return _page(request, None, finder=finder, status=HTTPStatus.UNPROCESSABLE_ENTITY)


def _address(row: LimitSet) -> str:
    if row.player_id is None:
        return reverse("tables:house")
    return reverse("tables:player", args=[row.player_id])


def _limits(request: HttpRequest, person: User | None) -> HttpResponse:
    form, status = LimitsForm(request.POST or None, present=_present(person)), HTTPStatus.OK
    if request.method == "POST":
        user = staff_of(request)
        require(user, _right(person))
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        if form.is_valid():
            given = form.cleaned_data
            try:
                row = limit_sets.propose(
                    person,
                    form.values,
                    reason=given["reason"],
                    acting_user=user,
                    accepted=given["accepted"],
                )
            except Misconfigured as refusal:
                form.add_problems(refusal)
            except Refusal as refusal:
                status = explain(form, refusal)
            else:
                messages.success(request, _("It is proposed and waits for another person."))
                return see_other(_address(row))
    return _page(request, person, form=form, status=status)


def _right(person: User | None) -> Right:
    """What proposing these limits takes."""
    return Right.EDIT_TABLES if person is None else Right.LIMIT_PLAYERS


def _present(person: User | None) -> dict[str, int]:
    present = set_in_force(person.pk if person else None)
    return present.values if present else {}


def _page(  # each by its name: the forms that were refused, and how
    request: HttpRequest,
    person: User | None,
    *,
    form: LimitsForm | None = None,
    finder: PersonForm | None = None,
    status: HTTPStatus = HTTPStatus.OK,
    refusal: Refused | None = None,
) -> HttpResponse:
    user, values = staff_of(request), _present(person)
    if person is not None:
        record_view(user, person, "limits")
    sets = LimitSet.objects.filter(player=person).select_related(
        "proposed_by", "decision__decided_by"
    )
    context = {
        "person": person,
        "present": listed(LimitSet, values),
        "waiting": [
            (row, compared(LimitSet, _all(row), values))
            for row in sets.filter(decision=None).order_by("-pk")
        ],
        "decided": sets.exclude(decision=None).order_by("-pk")[:SHOWN],
        "form": (form or LimitsForm(present=values)) if _right(person) in rights_of(user) else None,
        "finder": (finder or PersonForm()) if person is None else None,
    }
    title = (
        _("Limits of %(person)s") % {"person": person.full_name}
        if person
        else _("Limits of the house")
    )
    return page(request, "limits", title, context, status=status, refusal=refusal)


def _all(row: LimitSet) -> dict[str, int | None]:
    return {name: getattr(row, name) for name in NAMES}


def _refused(request: HttpRequest, pk: int, refusal: Refused) -> HttpResponse:
    return _page(request, LimitSet.objects.get(pk=pk).player, refusal=refusal)


decide = staff_page(Right.APPROVE_TABLES)(
    decision_view(
        limit_sets.decide,
        _refused,
        approved=gettext_lazy("It is in force."),
        refused=gettext_lazy("It is refused."),
        back=lambda decision: _address(decision.proposal),
    )
)
