"""Pages about tables: their settings with proposals, and opening and closing at once."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models.users import User
from accounts.roles.selectors import rights_of
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.staff.views.back_office import staff_of, staff_page
from approvals.views import decision_view
from journal.refusals import ReasonMissing, Refusal
from journal.selectors.history import history_of
from pages.answers import see_other
from pages.pagination import number_in
from pages.refused import Refused, explain, refused
from tables.forms.limits import NewTableForm, SwitchForm, TableForm
from tables.models import Table, TableChange
from tables.refusals import Misconfigured
from tables.selectors.returns import doubt_of
from tables.selectors.tables import mathematics_of
from tables.services import changes, opening
from tables.views.asking import page, told_of
from tables.words.limits import compared, listed

SHOWN = 20
_UNREADABLE = HTTPStatus.UNPROCESSABLE_ENTITY


def _the_table(pk: int) -> Table:
    return get_object_or_404(Table.objects.select_related("version__rule_set"), pk=pk)


@staff_page(Right.VIEW_TABLES)
@require_http_methods(["GET", "HEAD", "POST"])
def table(request: HttpRequest, pk: int) -> HttpResponse:
    """A table's settings, what is proposed about them; propose others."""
    one = _the_table(pk)
    form, status = TableForm(request.POST or None, table=one), HTTPStatus.OK
    if request.method == "POST":
        user = staff_of(request)
        require(user, Right.EDIT_TABLES)
        status = _UNREADABLE
        if form.is_valid():
            reason = form.cleaned_data["reason"]
            try:
                accepted = form.cleaned_data["accepted"]
                changes.propose(pk, form.values, reason=reason, acting_user=user, accepted=accepted)
            except Misconfigured as refusal:
                form.add_problems(refusal)
            except Refusal as refusal:
                status = explain(form, refusal)
            else:
                messages.success(request, _("It is proposed and waits for another person."))
                return see_other("tables:table", pk)
    return _page(request, one, form, status=status)


def _page(
    request: HttpRequest,
    one: Table,
    form: TableForm | None = None,
    *,
    status: HTTPStatus = HTTPStatus.OK,
    refusal: Refused | None = None,
) -> HttpResponse:
    user, present = staff_of(request), changes.values_of(one)
    proposed = one.changes.select_related("proposed_by", "decision__decided_by").order_by("-pk")
    context = {
        "table": one,
        "settings": listed(Table, present),
        "waiting": [
            (row, compared(Table, row.values, present)) for row in proposed.filter(decision=None)
        ],
        "decided": [
            (row, compared(Table, row.values, row.decision.before))
            for row in proposed.exclude(decision=None)[:SHOWN]
        ],
        "altered": [
            (row, compared(Table, row.after, row.before))
            for row in history_of(one).filter(declared=False)[:SHOWN]
        ],
        "doubt": doubt_of(one.version, mathematics_of(one.version)),
        "form": (form or TableForm(table=one)) if _may_propose(one, user) else None,
    }
    return page(request, "table", one.name, context, status=status, refusal=refusal)


def _may_propose(one: Table, user: User) -> bool:
    return Right.EDIT_TABLES in rights_of(user) and one.status != Table.Status.REFUSED


@staff_page(Right.EDIT_TABLES)
@require_http_methods(["GET", "HEAD", "POST"])
def new_table(request: HttpRequest) -> HttpResponse:
    """Propose a table that is not there yet."""
    form, status = NewTableForm(request.POST or None, like=_copied(request)), HTTPStatus.OK
    if request.method == "POST":
        status = _UNREADABLE
        if form.is_valid():
            try:
                return _created(request, form)
            except Misconfigured as refusal:
                form.add_problems(refusal)
            except Refusal as refusal:
                status = explain(form, refusal)
    return page(request, "form", _("New table"), {"form": form}, status=status)


def _copied(request: HttpRequest) -> Table | None:
    """The table that is to be copied, where one is named."""
    number = number_in(request.GET.get("copy", ""))
    tables = Table.objects.select_related("version__rule_set")
    return None if number is None else tables.filter(pk=number).first()


def _created(request: HttpRequest, form: NewTableForm) -> HttpResponse:
    given = form.cleaned_data
    change = changes.propose_table(
        given["slug"],
        given["rule_set"].pk,
        form.values,
        reason=given["reason"],
        acting_user=staff_of(request),
        accepted=given["accepted"],
    )
    messages.success(request, _("It is proposed and waits for another person."))
    return see_other("tables:table", change.table_id)


def _refused(request: HttpRequest, pk: int, refusal: Refused) -> HttpResponse:
    return _page(request, _the_table(TableChange.objects.get(pk=pk).table_id), refusal=refusal)


decide_change = staff_page(Right.APPROVE_TABLES)(
    decision_view(
        changes.decide,
        _refused,
        approved=gettext_lazy("It counts from the next bet."),
        refused=gettext_lazy("It is refused."),
        back=lambda decision: reverse("tables:table", args=[decision.proposal.table_id]),
    )
)


@staff_page(Right.SWITCH_TABLES)
@require_POST
def switch(request: HttpRequest, pk: int) -> HttpResponse:
    """Open or close a table at once."""
    one, form = _the_table(pk), SwitchForm(request.POST)
    if not form.is_valid():
        refusal = refused(request, ReasonMissing(_("Say why, in at most 500 letters.")))
        return _page(request, one, refusal=refusal)
    given: dict[str, Any] = form.cleaned_data
    act = opening.open_table if given["do"] == "open" else opening.close_table
    try:
        after = act(one.pk, reason=given["reason"], acting_user=staff_of(request))
    except Refusal as error:
        refusal = refused(request, error, told_of(error))
        return _page(request, _the_table(pk), refusal=refusal)
    messages.success(request, f"{after.name}: {after.get_status_display()}")
    return see_other("tables:table", pk)
