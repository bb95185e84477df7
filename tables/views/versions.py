"""Pages about one version: what it is, the editor of a draft, its mathematics."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final, Protocol

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models.users import User
from accounts.roles.selectors import rights_of
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.staff.views.back_office import staff_of, staff_page
from journal.refusals import ChangedMeanwhile
from pages.answers import see_other
from pages.refused import explain
from tables.forms.rules import RulesForm
from tables.models import RuleSetVersion, VersionState
from tables.refusals import Misconfigured
from tables.selectors.tables import in_force
from tables.services import studies, versions
from tables.views.asking import page
from tables.views.steps import offered
from tables.words.studies import study_of
from tables.words.versions import extremes, found, rule_lines

_UNREADABLE = HTTPStatus.UNPROCESSABLE_ENTITY


def the_version(pk: int) -> RuleSetVersion:
    """The version of this number, or the page of what is not there."""
    return get_object_or_404(RuleSetVersion.objects.select_related("rule_set", "created_by"), pk=pk)


@staff_page(Right.VIEW_TABLES)
@require_safe
def version(request: HttpRequest, pk: int) -> HttpResponse:
    """All of its rules, what differs from those in force, its steps, its mathematics, what can be done."""
    one = the_version(pk)
    present = in_force(one.rule_set)
    context = {
        "version": one,
        "groups": list(rule_lines(one.rules, present.rules if present else None)),
        "present": present,
        "steps": one.steps.select_related("by"),
        "offered": offered(one, staff_of(request)),
        **mathematics_of(one),
    }
    return page(request, "version", str(one), context)


@staff_page(Right.EDIT_TABLES)
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """The editor of a draft."""
    one = the_version(pk)
    if one.state != VersionState.DRAFT and request.method != "POST":
        messages.error(request, str(ChangedMeanwhile.message))
        return see_other("tables:version", pk)
    present = in_force(one.rule_set)
    form = RulesForm(
        request.POST or None, rules=one.rules, in_force=present.rules if present else None
    )
    status = HTTPStatus.OK
    if request.method == "POST":
        status = _UNREADABLE
        if form.is_valid():
            try:
                seen = form.cleaned_data["seen"]
                versions.edit(pk, form.rules, seen=seen, acting_user=staff_of(request))
            except Misconfigured as refusal:
                form.add_problems(refusal)
            except ChangedMeanwhile as refusal:
                status = explain(form, refusal)
            else:
                messages.success(request, _("The draft is saved."))
                return see_other("tables:version", pk)
    context = {"version": one, "form": form, "present": present}
    title = _("Edit %(version)s") % {"version": one}
    return page(request, "edit", title, context, status=status)


@staff_page(Right.VIEW_TABLES)
@require_http_methods(["GET", "HEAD", "POST"])
def figures(request: HttpRequest, pk: int) -> HttpResponse:
    """The mathematics alone, fetched again and again while they are computed; asked for and cancelled here."""
    one = the_version(pk)
    if request.method == "POST":
        require(staff_of(request), Right.EDIT_TABLES)
        do = request.POST.get("do", "")
        if do not in _ACTS:
            return HttpResponseBadRequest()
        _ACTS[do](one, acting_user=staff_of(request))
        if not request.headers.get("HX-Request"):
            return see_other("tables:version", pk)
    context = {
        "version": one,
        **mathematics_of(one),
        "may_edit": Right.EDIT_TABLES in rights_of(staff_of(request)),
    }
    return render(request, "tables/staff/_mathematics.html", context)


def mathematics_of(one: RuleSetVersion) -> dict[str, Any]:
    """What the part of a page about the mathematics shows."""
    return {"found": found(one), "extremes": extremes(one), "study": study_of(one)}


class _Act(Protocol):
    """What a button of the part about the mathematics does."""

    def __call__(self, version: RuleSetVersion, /, *, acting_user: User) -> None: ...


_ACTS: Final[Mapping[str, _Act]] = {
    "ask": studies.ask_analysis,
    "study": studies.ask,
    "cancel": studies.cancel,
}
