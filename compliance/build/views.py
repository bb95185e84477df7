"""Staff pages of builds: what was found, what differs from the one in force, and its acceptance by two people."""

from functools import cached_property
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _

from accounts.roles.values import Right
from accounts.staff.views.pages import StaffFormPage, StaffPage
from builds.models import BuildAcceptance, BuildManifest
from builds.selectors import accepts_own_build, find_builds_in_force, is_build_open
from compliance.build.forms import BuildAcceptanceForm
from compliance.build.selectors.builds import find_changed_kinds, list_acceptances, list_builds
from compliance.build.services.acceptance import decide_acceptance, propose_acceptance
from journal.words.findings import PARTS


class Builds(StaffPage):
    """The newest builds, and whether play is open."""

    title = _("Builds")
    opens = (Right.VIEW_EVENTS,)
    template_name = "compliance/build/list.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(
            is_open=is_build_open(),
            owns=accepts_own_build(),
            in_force={one.pk for one in find_builds_in_force()},
            builds=list_builds(),
            **kwargs,
        )


class Build(StaffFormPage[BuildAcceptanceForm]):
    """One build by kinds of parts; propose to accept it, which another person decides."""

    opens = (Right.VIEW_EVENTS,)
    sends = Right.PROPOSE_BUILDS
    template_name = "compliance/build/build.html"

    @cached_property
    def build(self) -> BuildManifest:
        return get_object_or_404(BuildManifest, pk=self.kwargs["pk"])

    def process_form(self, form: BuildAcceptanceForm) -> HttpResponse:
        propose_acceptance(self.build.pk, acting_user=self.user, reason=form.cleaned_data["reason"])
        return self.redirect_with_message(
            _("The acceptance is proposed. Another person decides it."),
            "builds:build",
            self.build.pk,
        )

    def offers_form(self, form: BuildAcceptanceForm, /) -> bool:
        return super().offers_form(form) and not accepts_own_build()

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        other, changed = find_changed_kinds(self.build)
        asked = list_acceptances(self.build)
        return super().get_context_data(
            title=str(self.build),
            build=self.build,
            other=other,
            changed=[(PARTS[one.kind], one) for one in changed],
            row=next((one for one in asked if not hasattr(one, "decision")), None),
            decided=[one for one in asked if hasattr(one, "decision")],
            may=Right.APPROVE_BUILDS in self.rights,
            is_in_force=self.build in find_builds_in_force(),
            **kwargs,
        )


decide = Build.decision_view(
    Right.APPROVE_BUILDS,
    decide_acceptance,
    lambda pk: {"pk": get_object_or_404(BuildAcceptance, pk=pk).manifest_id},
    approved=_("The build is accepted and in force."),
    refused=_("The build is refused."),
    back="builds:page",
)
