"""Staff pages of the profile: what is in force, new versions, their differences and decisions."""

from datetime import UTC, date, datetime
from functools import cached_property
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.roles.values import Right
from accounts.staff.views.pages import StaffFormPage, StaffPage
from approvals.models import REASON_LENGTH
from compliance.profiles.forms.changes import ChosenForm, FieldsForm
from compliance.profiles.forms.proposals import ProfileForm
from compliance.profiles.selectors.versions import (
    compare_version,
    compare_with_file,
    list_coming,
    load_version_values,
    profile_versions,
)
from compliance.profiles.services.changes import (
    FieldsRequest,
    decide_profile,
    propose_fields,
    propose_profile,
)
from compliance.profiles.words import describe_differences, describe_groups, describe_versions
from pages.answers import require_found
from profiles.models import ProfileVersion
from profiles.selectors.in_force import (
    KnownVersion,
    newest_values,
    profile_in_force,
    version_at,
)
from profiles.selectors.links import required_links
from profiles.values.fields import FIELDS
from profiles.values.profile_files import NAMES, shipped_file
from profiles.values.profile_text import write_profile

_PROPOSED = _("It is proposed. Another person has to approve it.")


def _today() -> date:
    return datetime.now(UTC).date()


class ProfilesPage(StaffPage):
    """The licence's values in force with their sources, all versions, and what differs from the shipped file."""

    title = _("Profile")
    opens = (Right.VIEW_PROFILES,)
    template_name = "compliance/profiles/list.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        now = timezone.now()
        present = require_found(version_at("", now))
        values, coming = present.values, list_coming("", now)
        return super().get_context_data(
            name=present.name,
            number=present.pk,
            groups=describe_groups(values, coming, _today()),
            coming=coming,
            links=required_links(),
            file_differences=describe_differences(compare_with_file(present.name, values)),
            versions=describe_versions(profile_versions(), now),
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
        return self.redirect_with_message(_PROPOSED, "profiles:version", made.pk)


class ProfileFieldsPage(StaffFormPage[FieldsForm]):
    """Propose other values of chosen fields (`?field=`) of the licence's profile, or of a country's (`?country=ES`)."""

    title = _("Change fields of the profile")
    opens = (Right.EDIT_PROFILES,)
    template_name = "compliance/profiles/fields.html"

    @cached_property
    def names(self) -> list[str]:
        asked = [*self.request.GET.getlist("field"), *self.request.GET.getlist("add")]
        return [name for name in dict.fromkeys(asked) if name in FIELDS]

    @cached_property
    def present(self) -> KnownVersion:
        """The version in force, whose other values stay."""
        return require_found(version_at(self.request.GET.get("country", ""), timezone.now()))

    def get_form_kwargs(self) -> dict[str, Any]:
        more = {"names": self.names, "present": self.present.values, "today": _today()}
        return {**super().get_form_kwargs(), **more}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(
            names=self.names,
            country=self.present.country,
            version=self.present.pk,
            chosen=ChosenForm(names=self.names),
            **kwargs,
        )

    def process_form(self, form: FieldsForm) -> HttpResponse:
        given = form.cleaned_data
        wanted = FieldsRequest(form.entries, self.present.country, given["effective_at"])
        made = propose_fields(wanted, reason=given["reason"], acting_user=self.user)
        return self.redirect_with_message(_PROPOSED, "profiles:version", made.pk)


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
