"""Pages about rule sets: all of them, one of them, a new one, and a new draft."""

from http import HTTPStatus

from django.contrib import messages
from django.db.models import OuterRef, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.audit.services import record_list_view
from accounts.roles.values import Right
from accounts.staff.views.back_office import staff_of, staff_page
from limits.models import LimitSet
from pages.answers import see_other
from pages.pagination import number_in
from tables.forms.short import FamilyForm, copy_of
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
from tables.refusals import Misconfigured
from tables.selectors.tables import in_force
from tables.services import versions
from tables.views.asking import page

_WAITING = (VersionState.PROPOSED, VersionState.APPROVED, VersionState.SCHEDULED)


@staff_page(Right.VIEW_TABLES)
@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """Tables with what they play, rule sets, and what waits for whom."""
    tables = list(
        Table.objects.exclude(status=Table.Status.REFUSED).select_related("version__rule_set")
    )
    digests = [table.version.rules_hash for table in tables]
    found = {row.digest: row for row in Mathematics.objects.filter(digest__in=digests)}
    waiting = RuleSetVersion.objects.filter(state__in=_WAITING).select_related("rule_set")
    effective = VersionStep.objects.filter(version=OuterRef("pk")).order_by("-n")
    limits = list(LimitSet.objects.filter(decision=None).select_related("player", "proposed_by"))
    record_list_view(
        staff_of(request), (one.player_id for one in limits if one.player_id is not None), ()
    )
    context = {
        "tables": [(table, found.get(table.version.rules_hash)) for table in tables],
        "families": RuleSet.objects.order_by("name").prefetch_related("versions"),
        "waiting": waiting.annotate(effective_at=Subquery(effective.values("effective_at")[:1])),
        "changes": TableChange.objects.filter(decision=None)
        .exclude(table__status=Table.Status.REFUSED)
        .select_related("table", "proposed_by"),
        "limits": limits,
    }
    return page(request, "overview", _("Tables and rule sets"), context)


@staff_page(Right.VIEW_TABLES)
@require_safe
def family(request: HttpRequest, pk: int) -> HttpResponse:
    """One rule set with all its versions and their steps."""
    one = get_object_or_404(RuleSet, pk=pk)
    versions_ = one.versions.order_by("-number").prefetch_related("steps__by")
    context = {
        "family": one,
        "versions": versions_,
        "tables": Table.objects.filter(version__rule_set=one),
    }
    return page(request, "family", one.name, context)


@staff_page(Right.EDIT_TABLES)
@require_http_methods(["GET", "HEAD", "POST"])
def new_family(request: HttpRequest) -> HttpResponse:
    """A new rule set, whose first draft is a preset."""
    form = FamilyForm(request.POST or None, initial=_copied(request))
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        try:
            version = versions.new_family(
                given["name"],
                MoneyKind(given["money"]),
                form.rules,
                acting_user=staff_of(request),
            )
        except Misconfigured as refusal:
            form.add_problems(refusal)
        else:
            return see_other("tables:edit", version.pk)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return page(request, "form", _("New rule set"), {"form": form}, status=status)


def _copied(request: HttpRequest) -> dict[str, str]:
    """What the form begins with where a rule set is to be copied."""
    number = number_in(request.GET.get("copy", ""))
    one = RuleSet.objects.filter(pk=number).first() if number is not None else None
    return {} if one is None else {"base": copy_of(one), "money": one.money}


@staff_page(Right.EDIT_TABLES)
@require_POST
def draft(request: HttpRequest, pk: int) -> HttpResponse:
    """The next version, to be edited; it begins with the rules in force."""
    one = get_object_or_404(RuleSet, pk=pk)
    base = in_force(one) or one.versions.order_by("-number").first()
    if base is None:
        return see_other("tables:family", pk)
    version = versions.draft(pk, base.rules, acting_user=staff_of(request))
    messages.success(request, _("The draft begins with the rules in force."))
    return see_other("tables:edit", version.pk)
