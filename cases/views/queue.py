"""The queue of cases, "next", saved views, and opening a case by hand."""

from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_POST

from accounts.audit.services import record_list_view
from accounts.roles.values import Right
from accounts.staff.views.back_office import require_staff_user, staff_page
from accounts.staff.views.pages import StaffFormPage, StaffPage
from cases.forms import NextForm, OpenCaseForm, QueueForm, SaveViewForm
from cases.models import CaseOrigin, CaseSeverity, CaseTopic
from cases.selectors.queue import build_lines, find_cases, list_saved_views
from cases.services import records, work
from cases.services.opening import CaseOpening, open_by_hand
from cases.values import ANY_VIEW, visible_kinds
from cases.words.findings import BADGES, describe_reasons
from pages.answers import see_other
from pages.lists import active_filters, export_query, load_slice

MOST_WAITING: Final = 50
_EXPORTS: Final = {
    CaseTopic.FRAUD: "cases",
    CaseTopic.LAUNDERING: "laundering_cases",
    CaseTopic.PROTECTION: "protection_cases",
}


class QueuePage(StaffPage):
    """Open cases, the most urgent first, with filters and saved views."""

    title = gettext_lazy("Cases")
    opens = ANY_VIEW
    template_name = "cases/queue.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        form = QueueForm(self.request.GET)
        kinds = visible_kinds(self.rights)
        cases = find_cases(self.request.GET, kinds, self.user.pk)
        chosen = active_filters(self.request, form)
        found = load_slice(cases, self.request) if chosen else None
        urgent = [] if found else list(cases.order_by("due_at", "pk")[: MOST_WAITING + 1])
        lines = build_lines(found.rows if found else urgent[:MOST_WAITING])
        record_list_view(self.user, {one.pk for line in lines for one in line.players}, chosen)
        return super().get_context_data(
            form=form,
            slice=found,
            lines=[(one, describe_reasons(one), BADGES.get(one.case.status, "")) for one in lines],
            more=len(urgent) > MOST_WAITING,
            chosen=bool(chosen),
            views=list_saved_views(self.user),
            saving=self.refused_or_new_form(
                SaveViewForm, initial={"query": export_query(self.request)}
            ),
            may_work=Right.WORK_CASES in self.rights,
            exports=[
                (kind.label, reverse("reports:export", args=[_EXPORTS[kind]]))
                for kind in kinds
                if kind in _EXPORTS and Right.VIEW_REPORTS in self.rights
            ],
            export=export_query(self.request),
            **kwargs,
        )


@QueuePage.form_view(NextForm, Right.WORK_CASES)
def take_next(page: QueuePage, _form: NextForm) -> HttpResponse:
    """Take the most urgent waiting case."""
    case = work.take_next(page.user)
    return page.redirect_with_message(
        _("It is yours for 15 minutes, and stays yours once you begin to work on it."),
        "cases:case",
        case.public_id,
    )


@QueuePage.form_view(SaveViewForm, *ANY_VIEW, drawn=True)
def save_view(page: QueuePage, form: SaveViewForm) -> HttpResponse:
    """Save the filters in use under a name."""
    query = form.cleaned_data["query"]
    records.save_view(form.cleaned_data["name"], query, acting_user=page.user)
    messages.success(page.request, _("The view is saved."))
    return see_other(f"{reverse('cases:queue')}?{query}")


@staff_page(*ANY_VIEW)
@require_POST
def delete_view(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete a saved view of one's own."""
    records.delete_view(pk, acting_user=require_staff_user(request))
    return see_other("cases:queue")


class OpenCasePage(StaffFormPage[OpenCaseForm]):
    """Open a case by hand."""

    title = gettext_lazy("Open a case")
    opens = (Right.WORK_CASES,)
    template_name = "cases/new.html"

    def get_initial(self) -> dict[str, Any]:
        return {name: self.request.GET.get(name, "") for name in ("player", "kind", "reason")}

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "kinds": visible_kinds(self.rights)}

    def process_form(self, form: OpenCaseForm) -> HttpResponse:
        data = form.cleaned_data
        opening = CaseOpening(
            CaseTopic(data["kind"]),
            (data["player"].pk,),
            CaseOrigin.HAND,
            severity=CaseSeverity(data["severity"]),
        )
        made = open_by_hand(opening, acting_user=self.user, reason=data["reason"])
        return self.redirect_with_message(_("The case is open."), "cases:case", made.public_id)
