"""Confirmation page of a version's step."""

from functools import cached_property
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse
from django.utils.translation import gettext as _

from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Right
from accounts.staff.views.back_office import require_fresh_factor
from journal.refusals import ChangedMeanwhile
from pages.answers import require_found
from tables.models import VersionState
from tables.refusals import Misconfigured
from tables.selectors.tables import find_version_in_force
from tables.views.asking import TablesFormPage
from tables.views.steps import STEPS, VersionAction
from tables.views.versions import AboutVersion, mathematics_context
from tables.words.rule_differences import find_differences
from tables.words.rule_fields import DESCRIBED, SIDES, field_label


class StepPage(TablesFormPage[Form], AboutVersion):
    """Page that shows a step and its effect, and takes it."""

    template_name = "tables/staff/confirm.html"

    @cached_property
    def step(self) -> VersionAction:
        chosen = require_found(STEPS.get(self.kwargs["name"]))
        if not chosen.rights & self.rights:
            raise NotPermitted(*sorted(chosen.rights))
        return chosen

    def get_form(self, _form_class: Any = None) -> Form:
        return self.step.form(self.one, self.get_form_kwargs().get("data"))

    def get(self, *args: Any, **kwargs: Any) -> HttpResponse:
        if self.one.state in self.step.states:
            return super().get(*args, **kwargs)
        words = ChangedMeanwhile.message
        return self.redirect_with_message(
            words, "tables:version", self.one.pk, level=messages.ERROR
        )

    def post(self, *args: Any, **kwargs: Any) -> HttpResponse:
        if Right.APPROVE_TABLES in self.step.rights:
            require_fresh_factor(self.request)
        return super().post(*args, **kwargs)

    def process_form(self, form: Form) -> HttpResponse:
        after = self.step.service(self.one.pk, acting_user=self.user, **form.cleaned_data)
        now = after.state == VersionState.ACTIVE
        words = _("It is in force.") if now else self.step.done
        return self.redirect_with_message(words, "tables:version", self.one.pk)

    def add_problems(self, form: Form, refusal: Misconfigured) -> None:
        for problem in refusal.problems:
            form.add_error(None, f"{_field_name(problem.field)}: {problem.message}")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        present = find_version_in_force(self.one.rule_set)
        return super().get_context_data(
            title=f"{self.step.label}: {self.one}",
            version=self.one,
            step=self.step,
            refusal=self.step.refusal_for(self.one, self.user),
            present=present,
            differences=find_differences(present.rules, self.one.rules) if present else [],
            **mathematics_context(self.one),
            **kwargs,
        )


def _field_name(field: str) -> str:
    return str(field_label(field)) if field in (*DESCRIBED, SIDES) else field
