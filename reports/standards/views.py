"""The evidence page: every item of the standards with live evidence, and the whole as a PDF."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from accounts.roles.values import Right
from accounts.staff.views.back_office import require_staff_user, staff_page
from accounts.staff.views.pages import StaffPage
from cases.files.paper import write_paper
from profiles.selectors.in_force import profile_in_force
from reports.standards.checks.ages import find_release
from reports.standards.forms import LookForm
from reports.standards.selectors.board import load_board
from reports.standards.services.looks import record_look
from reports.standards.words import describe_board, describe_counts, list_sections, open_lines


class StandardsPage(StaffPage):
    """All items with status, evidence, looks and notes."""

    opens = (Right.VIEW_STANDARDS,)
    template_name = "reports/standards.html"
    title = _("Standards and evidence")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        board = load_board()
        groups = describe_board(board)
        return super().get_context_data(
            board=board,
            groups=groups,
            open_lines=open_lines(groups),
            counts=describe_counts(board.count()),
            profile=profile_in_force(),
            may_note=Right.NOTE_STANDARDS in self.rights,
            **kwargs,
        )


@StandardsPage.form_view(LookForm, Right.VIEW_STANDARDS)
def look(page: StandardsPage, form: LookForm) -> HttpResponse:
    """Record a look at an item."""
    number = page.kwargs["number"]
    record_look(number, note=form.cleaned_data["note"], acting_user=page.user)
    back = f"{reverse('standards:board')}#{number}"
    return page.redirect_with_message(_("Recorded."), back)


@staff_page(Right.VIEW_STANDARDS)
@require_POST
def make_file(request: HttpRequest) -> HttpResponse:
    """Make the board as a PDF."""
    user = require_staff_user(request)
    profile = profile_in_force()
    sections = list_sections(load_board(), find_release(), f"{profile.name} {profile.version}")
    made = write_paper("standards.pdf", str(_("Standards and evidence")), sections, user)
    answer = HttpResponse(made.content, content_type="application/pdf")
    answer["Content-Disposition"] = f'attachment; filename="{made.name}"'
    return answer
