"""A step of a version: shown with what it changes, taken when it is confirmed."""

from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models.users import User
from accounts.roles.refusals import NotPermitted
from accounts.roles.selectors import rights_of
from accounts.roles.values import Right
from accounts.staff.views.back_office import require_fresh, staff_of, staff_page
from journal.refusals import ChangedMeanwhile, Refusal
from pages.answers import see_other
from pages.refused import explain
from tables.models import VersionState
from tables.refusals import Misconfigured
from tables.selectors.tables import in_force
from tables.views.asking import page
from tables.views.steps import STEPS, Step
from tables.views.versions import mathematics_of, the_version
from tables.words.rule_fields import DESCRIBED, SIDES, differences, label


@staff_page(Right.VIEW_TABLES)
@require_http_methods(["GET", "HEAD", "POST"])
def step(request: HttpRequest, pk: int, name: str) -> HttpResponse:
    """Show the step and what it means; take it."""
    one, user = the_version(pk), staff_of(request)
    chosen = _chosen(name, user)
    if one.state not in chosen.states and request.method != "POST":
        messages.error(request, str(ChangedMeanwhile.message))
        return see_other("tables:version", pk)
    form, status = chosen.form(one, request.POST or None), HTTPStatus.OK
    if request.method == "POST":
        if Right.APPROVE_TABLES in chosen.rights:
            require_fresh(request)
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        if form.is_valid():
            try:
                after = chosen.act(one, form.cleaned_data, user)
            except Misconfigured as refusal:
                for problem in refusal.problems:
                    form.add_error(None, f"{_named(problem.field)}: {problem.message}")
            except Refusal as refusal:
                status = explain(form, refusal)
            else:
                now = after.state == VersionState.ACTIVE
                messages.success(request, _("It is in force.") if now else str(chosen.done))
                return see_other("tables:version", pk)
    present = in_force(one.rule_set)
    context = {
        "version": one,
        "step": chosen,
        "refusal": chosen.refused_to(one, user),
        "form": form,
        "present": present,
        "differences": differences(present.rules, one.rules) if present else [],
        **mathematics_of(one),
    }
    title = f"{chosen.label}: {one}"
    return page(request, "confirm", title, context, status=status)


def _named(field: str) -> str:
    return str(label(field)) if field in (*DESCRIBED, SIDES) else field


def _chosen(name: str, user: User) -> Step:
    if (chosen := STEPS.get(name)) is None:
        raise Http404
    if not chosen.rights & rights_of(user):
        raise NotPermitted(name)
    return chosen
