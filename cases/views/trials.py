"""Trials of proposed thresholds: their live progress, and the list of flags gained and lost."""

from functools import cached_property
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.audit.services import record_list_view
from accounts.roles.values import Right
from accounts.staff.views.back_office import staff_page
from accounts.staff.views.pages import StaffPage
from cases.selectors.flag_changes import may_see_players, select_visible_differences
from cases.signal_forms import FlagChangesForm
from cases.words.findings import signal_name
from cases.words.thresholds import describe_difference, progress_text
from detection.models import Recomputation, ThresholdChange
from pages.lists import active_filters, load_slice

_GAINED: Final = {"gained": True, "lost": False}


@staff_page(Right.VIEW_CASES)
@require_safe
def show_progress(request: HttpRequest, pk: int) -> HttpResponse:
    """Progress of a recomputation or a trial: a fragment that reloads itself until it is over."""
    row = get_object_or_404(Recomputation, pk=pk)
    context = {"row": row, "progress": progress_text(row)}
    return render(request, "cases/_progress.html", context)


class FlagChangesPage(StaffPage):
    """Flags that a proposal would gain and lose, the newest first."""

    opens = (Right.VIEW_CASES,)
    template_name = "cases/flag_changes.html"

    @cached_property
    def change(self) -> ThresholdChange:
        """The proposal. Raises Http404."""
        return get_object_or_404(ThresholdChange, pk=self.kwargs["pk"])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        form = FlagChangesForm(self.request.GET)
        rows = select_visible_differences(self.change, self.rights)
        if form.is_valid() and (chosen := form.cleaned_data["change"]):
            rows = rows.filter(gained=_GAINED[chosen])
        found = load_slice(rows, self.request)
        filters = active_filters(self.request, form)
        record_list_view(self.user, {one.player_id for one in found.rows}, filters)
        return super().get_context_data(
            title=_("%(signal)s: flags gained and lost")
            % {"signal": signal_name(self.change.signal)},
            change=self.change,
            form=form,
            chosen=bool(filters),
            slice=found,
            flags=[(row, describe_difference(row)) for row in found.rows],
            sees_players=may_see_players(self.change.signal, self.rights),
            **kwargs,
        )
