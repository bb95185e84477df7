"""Pages about rule sets: the overview, one of them, a new one, and a new draft."""

from typing import Any

from django.contrib import messages
from django.db.models import OuterRef, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext, gettext_lazy as _
from django.views.decorators.http import require_POST

from accounts.audit.services import record_list_view
from accounts.roles.values import Right
from accounts.staff.views.back_office import require_staff_user, staff_page
from limits.models import LimitSet
from pages.answers import see_other
from pages.names import select_name
from pages.pagination import parse_row_number
from tables.forms.short import FamilyForm, copy_choice
from tables.models import (
    Mathematics,
    MoneyKind,
    RuleSet,
    RuleSetVersion,
    Table,
    TableChange,
    VersionState,
    VersionStep,
)
from tables.selectors.conformity import (
    find_version_contradictions,
    fit_version,
    load_contradictions,
)
from tables.selectors.tables import find_version_in_force
from tables.services import versions
from tables.views.asking import TablesFormPage, TablesPage

_WAITING = (VersionState.PROPOSED, VersionState.APPROVED, VersionState.SCHEDULED)


class RuleSetsPage(TablesPage):
    """Overview: tables with their rules, rule sets, and pending proposals."""

    template_name = "tables/staff/overview.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        tables = list(
            Table.objects.exclude(status=Table.Status.REFUSED).select_related("version__rule_set")
        )
        against = load_contradictions(tables)
        digests = [table.version.rules_hash for table in tables]
        found = {row.digest: row for row in Mathematics.objects.filter(digest__in=digests)}
        waiting = RuleSetVersion.objects.filter(state__in=_WAITING).select_related("rule_set")
        effective = VersionStep.objects.filter(version=OuterRef("pk")).order_by("-n")
        limits = list(
            LimitSet.objects.filter(decision=None).select_related("player", "proposed_by")
        )
        named = (one.player_id for one in limits if one.player_id is not None)
        record_list_view(self.user, named, ())
        return super().get_context_data(
            title=_("Tables and rule sets"),
            tables=[
                (table, found.get(table.version.rules_hash), against.get(table.pk, ()))
                for table in tables
            ],
            families=RuleSet.objects.order_by(select_name()).prefetch_related("versions"),
            waiting=waiting.annotate(effective_at=Subquery(effective.values("effective_at")[:1])),
            changes=TableChange.objects.filter(decision=None)
            .exclude(table__status=Table.Status.REFUSED)
            .select_related("table", "proposed_by"),
            limits=limits,
            **kwargs,
        )


class RuleSetPage(TablesPage):
    """Page of a rule set with all its versions and their steps."""

    template_name = "tables/staff/family.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        one = get_object_or_404(RuleSet, pk=self.kwargs["pk"])
        present = find_version_in_force(one)
        return super().get_context_data(
            title=one.display_name,
            family=one,
            versions=one.versions.order_by("-number").prefetch_related("steps__acting_user"),
            tables=Table.objects.filter(version__rule_set=one),
            against=() if present is None else find_version_contradictions(present),
            **kwargs,
        )


class NewRuleSetPage(TablesFormPage[FamilyForm]):
    """Create a rule set whose first draft is a preset or a copy."""

    opens = (Right.EDIT_TABLES,)
    template_name = "tables/staff/form.html"
    title = _("New rule set")

    def get_initial(self) -> dict[str, Any]:
        number = parse_row_number(self.request.GET.get("copy", ""))
        one = RuleSet.objects.filter(pk=number).first() if number is not None else None
        return {} if one is None else {"base": copy_choice(one), "money": one.money}

    def process_form(self, form: FamilyForm) -> HttpResponse:
        money = MoneyKind(form.cleaned_data["money"])
        version = versions.create_family(
            form.cleaned_data["name"],
            money,
            form.rules,
            acting_user=self.user,
            name_es=form.cleaned_data["name_es"],
        )
        return see_other("tables:edit", version.pk)


@staff_page(Right.EDIT_TABLES)
@require_POST
def create_draft(request: HttpRequest, pk: int) -> HttpResponse:
    """Create the next version, with the rules in force or, without any, the newest version's; `fit`: as the profile allows."""
    one = get_object_or_404(RuleSet, pk=pk)
    base = find_version_in_force(one) or one.versions.order_by("-number").first()
    if base is None:
        return see_other("tables:family", pk)
    fits = "fit" in request.POST
    rules = fit_version(base) if fits else base.rules
    version = versions.create_draft(pk, rules, acting_user=require_staff_user(request))
    text = (
        gettext("The draft begins with the rules in force, changed as the profile requires.")
        if fits
        else gettext("The draft begins with the rules in force.")
    )
    messages.success(request, text)
    return see_other("tables:edit", version.pk)
