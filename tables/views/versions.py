"""Pages of a version: rules and mathematics."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final, Protocol

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_http_methods

from accounts.models.users import User
from accounts.roles.selectors import load_rights
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.staff.views.back_office import require_staff_user, staff_page
from pages.answers import see_other
from tables.models import RuleSetVersion
from tables.selectors.tables import find_version_in_force
from tables.services import studies
from tables.views.asking import TablesPage
from tables.views.steps import offer_steps
from tables.words.previews import load_preview
from tables.words.studies import load_study
from tables.words.versions import list_extremes, load_mathematics, rule_lines


def get_version_or_404(pk: int) -> RuleSetVersion:
    """Return the version with this id. Raises Http404."""
    return get_object_or_404(RuleSetVersion.objects.select_related("rule_set", "created_by"), pk=pk)


class AboutVersion(TablesPage):
    @cached_property
    def one(self) -> RuleSetVersion:
        return get_version_or_404(self.kwargs["pk"])


class VersionPage(AboutVersion):
    """All rules, differences from those in force, steps, mathematics, possible actions."""

    template_name = "tables/staff/version.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        one, present = self.one, find_version_in_force(self.one.rule_set)
        return super().get_context_data(
            title=one.display_name,
            version=one,
            groups=list(rule_lines(one.rules, present.rules if present else None)),
            present=present,
            steps=one.steps.select_related("acting_user"),
            offered=offer_steps(one, self.user),
            **mathematics_context(one),
            **kwargs,
        )


@staff_page(Right.VIEW_TABLES)
@require_http_methods(["GET", "HEAD", "POST"])
def mathematics_part(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the mathematics part, polled while they are computed; POST requests or cancels computations."""
    one = get_version_or_404(pk)
    if request.method == "POST":
        require(require_staff_user(request), Right.EDIT_TABLES)
        do = request.POST.get("do", "")
        if do not in _ACTS:
            return HttpResponseBadRequest()
        _ACTS[do](one, acting_user=require_staff_user(request))
        if not request.headers.get("HX-Request"):
            return see_other("tables:version", pk)
    context = {
        "version": one,
        **mathematics_context(one),
        "may_edit": Right.EDIT_TABLES in load_rights(require_staff_user(request)),
    }
    return render(request, "tables/staff/_mathematics.html", context)


def mathematics_context(one: RuleSetVersion) -> dict[str, Any]:
    """Return the template context of the mathematics part."""
    return {
        "found": load_mathematics(one),
        "against": load_preview(one, one.rules),
        "extremes": list_extremes(one),
        "study": load_study(one),
    }


class _Act(Protocol):
    """Action of the mathematics part."""

    def __call__(self, version: RuleSetVersion, /, *, acting_user: User) -> None: ...


_ACTS: Final[Mapping[str, _Act]] = {
    "ask": studies.request_analysis,
    "study": studies.request_studies,
    "cancel": studies.cancel_studies,
}
