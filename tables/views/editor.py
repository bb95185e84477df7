"""Rules editor of a draft, and the figures of the rules entered."""

from functools import cached_property
from http import HTTPStatus
from typing import Any, Final

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from accounts.roles.values import Right
from journal.refusals import ChangedMeanwhile
from pages.answers import require_found, see_other
from tables.forms.rules import RulesForm
from tables.models import RuleSetVersion, VersionState
from tables.selectors.tables import find_rules, find_version_in_force
from tables.services import previews, versions
from tables.views.asking import TablesFormPage
from tables.views.versions import AboutVersion
from tables.words.previews import load_preview

_PREVIEWED: Final = "previewed"
"""Session key: the digests requested by the last preview."""


class EditRulesPage(TablesFormPage[RulesForm], AboutVersion):
    """Rules editor of a draft."""

    opens = (Right.EDIT_TABLES,)
    template_name = "tables/staff/edit.html"

    @cached_property
    def present(self) -> RuleSetVersion | None:
        return find_version_in_force(self.one.rule_set)

    def get_form_kwargs(self) -> dict[str, Any]:
        present = self.present.rules if self.present else None
        return {**super().get_form_kwargs(), "rules": self.one.rules, "in_force": present}

    def get(self, *args: Any, **kwargs: Any) -> HttpResponse:
        if self.one.state == VersionState.DRAFT:
            return super().get(*args, **kwargs)
        words = ChangedMeanwhile.message
        return self.redirect_with_message(
            words, "tables:version", self.one.pk, level=messages.ERROR
        )

    def process_form(self, form: RulesForm) -> HttpResponse:
        seen, pk = form.cleaned_data["seen"], self.one.pk
        versions.edit_draft(pk, form.rules, seen=seen, acting_user=self.user)
        return self.redirect_with_message(_("The draft is saved."), "tables:version", pk)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        title = _("Edit %(version)s") % {"version": self.one}
        context = super().get_context_data(
            title=title, version=self.one, present=self.present, **kwargs
        )
        rules = context["form"].shown_rules
        return {**context, "preview": load_preview(self.one, rules) if rules else None}


class PreviewPage(EditRulesPage):
    """Figures of the entered rules: only the panel for htmx, else the editor with them. Nothing is saved."""

    def get(self, *_args: Any, **_kwargs: Any) -> HttpResponse:
        """Return the panel of rules whose figures were requested; polled while they are computed."""
        if "rules" not in self.request.GET:
            return see_other("tables:edit", self.one.pk)
        rules = require_found(find_rules(self.request.GET["rules"]))
        return self.draw_panel({"preview": load_preview(self.one, rules)})

    def process_form(self, form: RulesForm) -> HttpResponse:
        session = self.request.session
        replaced = session.get(_PREVIEWED, [])
        requested = previews.request_preview(
            self.one, form.rules, replaces=replaced, acting_user=self.user
        )
        if requested != replaced:
            session[_PREVIEWED] = requested
        return self.render_page(form=form)

    def render_page(self, status: HTTPStatus = HTTPStatus.OK, **context: Any) -> HttpResponse:
        if "HX-Request" not in self.request.headers:
            return super().render_page(status, **context)
        return self.draw_panel(self.get_context_data(**context), status)

    def draw_panel(
        self, context: dict[str, Any], status: HTTPStatus = HTTPStatus.OK
    ) -> HttpResponse:
        context = {**context, "version": self.one, "updates": True}
        return render(self.request, "tables/staff/_preview.html", context, status=status)
