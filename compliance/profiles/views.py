"""Staff pages of the profile: what is in force, new versions, their differences and decisions."""

from functools import cached_property
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.roles.values import Right
from accounts.staff.views.pages import StaffFormPage, StaffPage
from approvals.models import REASON_LENGTH
from compliance.profiles.forms import ProfileForm
from compliance.profiles.selectors.versions import (
    compare_version,
    compare_with_file,
    load_version_values,
    profile_versions,
)
from compliance.profiles.services.changes import decide_profile, propose_profile
from compliance.profiles.words import describe_differences, describe_groups
from profiles.models import ProfileVersion
from profiles.selectors.in_force import newest_values, profile_in_force
from profiles.values.profile_files import NAMES, shipped_file
from profiles.values.profile_text import write_profile


class ProfilesPage(StaffPage):
    """The licence's values in force with their sources, all versions, and what differs from the shipped file."""

    title = _("Profile")
    opens = (Right.VIEW_PROFILES,)
    template_name = "compliance/profiles/list.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        present = profile_in_force()
        values = newest_values("") or {}
        return super().get_context_data(
            name=present.name,
            number=present.version,
            groups=describe_groups(values),
            file_differences=describe_differences(compare_with_file(present.name, values)),
            versions=list(profile_versions()),
            may_edit=Right.EDIT_PROFILES in self.rights,
            shipped=NAMES,
            **kwargs,
        )


class NewProfilePage(StaffFormPage[ProfileForm]):
    """Propose a version: begins with the values in force, or with a shipped file (`?file=es`)."""

    title = _("New version of the profile")
    opens = (Right.EDIT_PROFILES,)
    template_name = "compliance/profiles/new.html"

    def get_initial(self) -> dict[str, Any]:
        named = self.request.GET.get("file", "")
        if named:
            if named not in NAMES:
                raise Http404
            return {"content": shipped_file(named).read_text(encoding="utf-8")}
        values = newest_values("")
        name = profile_in_force().name
        return {"content": write_profile(name, name, values)} if values else {}

    def process_form(self, form: ProfileForm) -> HttpResponse:
        made = propose_profile(
            form.wanted, reason=form.cleaned_data["reason"], acting_user=self.user
        )
        text = _("It is proposed. Another person has to approve it.")
        return self.redirect_with_message(text, "profiles:version", made.pk)


class ProfileVersionPage(StaffPage):
    """One version: what it changes, all its values, its decision."""

    opens = (Right.VIEW_PROFILES,)
    template_name = "compliance/profiles/version.html"

    @cached_property
    def version(self) -> ProfileVersion:
        return get_object_or_404(profile_versions(), pk=self.kwargs["pk"])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        version = self.version
        return super().get_context_data(
            title=_("Profile %(name)s, version %(number)s")
            % {"name": version.name, "number": version.pk},
            version=version,
            differences=describe_differences(compare_version(version)),
            groups=describe_groups(load_version_values(version)),
            is_decided=hasattr(version, "decision"),
            may_approve=Right.APPROVE_PROFILES in self.rights,
            longest=REASON_LENGTH,
            **kwargs,
        )


decide = ProfileVersionPage.decision_view(
    Right.APPROVE_PROFILES,
    decide_profile,
    lambda pk: {"pk": pk},
    approved=_("It is approved."),
    refused=_("Refused."),
    back=lambda decision: reverse("profiles:version", args=[decision.pk]),
)
