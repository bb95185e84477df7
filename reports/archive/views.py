"""The archive of daily reports: days, their files, reviews and decisions."""

from functools import cached_property
from typing import Any

from django.contrib import messages
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.staff.views.back_office import require_staff_user, staff_page
from accounts.staff.views.pages import StaffFormPage, StaffPage
from journal.models import EventKind
from journal.refusals import Refusal
from journal.services.recording import record
from pages.lists import load_slice
from reports.archive.forms import DayReviewForm
from reports.archive.selectors.days import list_days
from reports.archive.services import reviewing
from reports.archive.services.verifying import check_report
from reports.catalogue.reports import BY_NAME
from reports.models import ArchivedDay, DayReview


class ReportArchivePage(StaffPage):
    """Page of the days in the archive, newest first."""

    opens = (Right.VIEW_REPORTS,)
    title = _("Daily reports")
    template_name = "reports/archive.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(slice=load_slice(list_days(), self.request), **kwargs)


class ArchivedDayPage(StaffFormPage[DayReviewForm]):
    """Page of a day: its files, and its reviews with a form for the first person."""

    opens = (Right.VIEW_REPORTS,)
    sends = Right.REVIEW_REPORTS
    template_name = "reports/archived_day.html"

    @cached_property
    def day(self) -> ArchivedDay:
        return get_object_or_404(list_days(), pk=self.kwargs["pk"])

    def offers_form(self, form: DayReviewForm) -> bool:
        waits = any(one.is_standing for one in self.day.reviews.all())
        return not waits and super().offers_form(form)

    def process_form(self, form: DayReviewForm) -> HttpResponse:
        reviewing.propose_review(
            self.day, acting_user=self.user, reason=form.cleaned_data["reason"]
        )
        return self.redirect_with_message(
            _("The review waits for a second person."),
            "reports:archived_day",
            self.day.pk,
            level=messages.WARNING,
        )

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(
            title=_("Daily reports"),
            day=self.day,
            files=[
                {"name": name, "title": BY_NAME[name].title if name in BY_NAME else name, **written}
                for name, written in self.day.files.items()
                if find_right(name) in self.rights
            ],
            reviews=sorted(self.day.reviews.all(), key=lambda one: one.pk, reverse=True),
            may_decide=Right.SIGN_REPORTS in self.rights,
            **kwargs,
        )


def find_right(name: str) -> Right:
    """Return the right to see a report: some are not for all readers of reports."""
    return BY_NAME[name].right if name in BY_NAME else Right.VIEW_REPORTS


@staff_page(Right.VIEW_REPORTS)
@require_safe
def archived_file(request: HttpRequest, pk: int, name: str) -> HttpResponse | FileResponse:
    """Deliver a report as it was written. A missing or altered one is refused on the day's page."""
    found, user = get_object_or_404(ArchivedDay, pk=pk), require_staff_user(request)
    require(user, find_right(name))
    try:
        path = check_report(found, name)
    except Refusal as refusal:
        page = ArchivedDayPage.build_page(request, pk=pk)
        return page.render_page(refusal.status, refusal=page.refusal_text(refusal))
    data = {"source": f"report-{name}"}
    record(EventKind.EXPORT_DOWNLOADED, actor=user.pk, subject=f"day {found}", data=data)
    return FileResponse(path.open("rb"), as_attachment=True, filename=f"{found}-{name}.csv.gz")


def _about(pk: int) -> dict[str, Any]:
    return {"pk": get_object_or_404(DayReview, pk=pk).day_id}


decide = ArchivedDayPage.decision_view(
    Right.SIGN_REPORTS,
    reviewing.decide_review,
    _about,
    approved=_("The day is signed off."),
    refused=_("The review was sent back."),
    back=lambda decision: reverse("reports:archived_day", args=[decision.proposal.day_id]),
)
