"""Back office pages of policies: versions, editor, decision."""

from functools import cached_property
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models.policies import PolicyKind, PolicyVersion
from accounts.models.users import Language
from accounts.policies.selectors.versions import (
    find_previous,
    list_proposals,
    version_at,
    versions_in_force,
)
from accounts.policies.services.proposals import decide_policy, propose_policy
from accounts.policies.words import describe_changes, render_policy
from accounts.policy_pages.forms import PolicyForm
from accounts.roles.values import Right
from accounts.staff.views.pages import StaffFormPage, StaffPage
from approvals.models import REASON_LENGTH


class PoliciesPage(StaffPage):
    """All versions, newest proposal first."""

    opens = (Right.VIEW_POLICIES,)
    template_name = "accounts/policies/staff/list.html"
    title = _("Terms and policies")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        found = list(list_proposals())
        in_force = versions_in_force()
        return super().get_context_data(
            waiting=[one for one in found if not hasattr(one, "decision")],
            decided=[one for one in found if hasattr(one, "decision")],
            in_force={one.pk for one in in_force.values()},
            kinds=list(PolicyKind),
            may_edit=Right.EDIT_POLICIES in self.rights,
            **kwargs,
        )


class EditPolicyPage(StaffFormPage[PolicyForm]):
    """Write a new version, beginning with the text in force."""

    opens = (Right.EDIT_POLICIES,)
    template_name = "accounts/policies/staff/edit.html"

    @cached_property
    def kind(self) -> PolicyKind:
        try:
            return PolicyKind(self.kwargs["kind"])
        except ValueError as error:
            raise Http404 from error

    def get_initial(self) -> dict[str, Any]:
        return PolicyForm.initial_of(version_at(self.kind, timezone.now()))

    def process_form(self, form: PolicyForm) -> HttpResponse:
        made = propose_policy(
            form.draft(self.kind), reason=form.cleaned_data["reason"], acting_user=self.user
        )
        text = _("It is proposed. Another person has to approve it.")
        return self.redirect_with_message(text, "policies:version", made.pk)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        title = _("New version: %(policy)s") % {"policy": self.kind.label}
        return super().get_context_data(title=title, kind=self.kind, **kwargs)


class PolicyVersionPage(StaffPage):
    """One version in both languages, what it changes, and its decision."""

    opens = (Right.VIEW_POLICIES,)
    template_name = "accounts/policies/staff/version.html"

    @cached_property
    def version(self) -> PolicyVersion:
        return get_object_or_404(list_proposals(), pk=self.kwargs["pk"])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        version = self.version
        before = find_previous(version)
        return super().get_context_data(
            title=_("%(policy)s, version %(number)s")
            % {"policy": version.get_kind_display(), "number": version.number},
            version=version,
            texts=[_describe_text(version, before, one) for one in Language],
            before=before,
            is_decided=hasattr(version, "decision"),
            may_approve=Right.APPROVE_POLICIES in self.rights,
            longest=REASON_LENGTH,
            **kwargs,
        )


def _describe_text(
    version: PolicyVersion, before: PolicyVersion | None, language: Language
) -> dict[str, Any]:
    return {
        "language": language,
        "blocks": render_policy(version, language.value),
        "lines": describe_changes(before, version, language.value) if before else (),
    }


decide = PolicyVersionPage.decision_view(
    Right.APPROVE_POLICIES,
    decide_policy,
    lambda pk: {"pk": pk},
    approved=_("It is approved."),
    refused=_("Refused."),
    back=lambda decision: reverse("policies:version", args=[decision.pk]),
)
