"""Staff pages for rounds in progress: list, freeze, decide."""

from functools import cached_property
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_safe

from accounts.audit.services import record_list_view, record_player_view
from accounts.models.audit_views import Look
from accounts.roles.selectors import has_right
from accounts.roles.values import Right
from accounts.staff.views.back_office import render_staff, require_staff_user, staff_page
from accounts.staff.views.pages import StaffFormPage
from casino.incidents.forms import CancelRoundForm, RoundsForm
from casino.incidents.selectors.freezes import load_open_freezes_by_round
from casino.incidents.selectors.open_rounds import OpenRoundsFilter, rounds_in_progress
from casino.incidents.selectors.stopped_places import stopped_places
from casino.incidents.services import freezing
from casino.incidents.words.open_rounds import staff_rounds
from casino.models import Freeze, Round
from pages.lists import active_filters, load_slice
from pages.pagination import ByTime, OldestFirst

PER_PAGE = 20


@staff_page(Right.VIEW_TABLES)
@require_safe
def list_rounds(request: HttpRequest) -> HttpResponse:
    """Rounds in progress, oldest first, and stopped places."""
    now, form = timezone.now(), RoundsForm(request.GET or None)
    wanted = OpenRoundsFilter(**form.cleaned_data) if form.is_valid() else OpenRoundsFilter()
    found = rounds_in_progress(wanted, now)
    slice_ = load_slice(found, request, size=PER_PAGE, order=OldestFirst(ByTime("started_at")))
    places = stopped_places()
    stopped = (one.player.pk for one in places if one.player)
    people = (*(one.player_id for one in slice_.rows), *stopped)
    record_list_view(require_staff_user(request), people, active_filters(request, form))
    context = {
        "title": _("Rounds in progress"),
        "form": form,
        "slice": slice_,
        "rounds": staff_rounds(slice_.rows, now),
        "places": places,
        "may_cancel": has_right(require_staff_user(request), Right.CANCEL_ROUNDS),
    }
    return render_staff(request, "casino/staff/rounds.html", context)


class CancelRound(StaffFormPage[CancelRoundForm]):
    """Explain what cancelling does, ask for a reason and freeze the round until another person decides."""

    opens = (Right.CANCEL_ROUNDS,)
    template_name = "casino/staff/cancel.html"

    @cached_property
    def round(self) -> Round:
        rounds = Round.objects.select_related("player", "place__table", "deal__shoe")
        return get_object_or_404(rounds, public_id=self.kwargs["round_id"])

    def process_form(self, form: CancelRoundForm) -> HttpResponse:
        freezing.freeze_round(self.round.pk, self.user, form.cleaned_data["reason"])
        text = _("The round is frozen. Another person decides what happens next.")
        return self.redirect_with_message(text, "rounds:cancel", self.round.public_id)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        round_ = self.round
        record_player_view(self.user, round_.player, "hand", (Look.Kind.ROUND, round_.public_id))
        return super().get_context_data(
            title=_("Cancel a round"),
            round=staff_rounds([round_], timezone.now())[0],
            running=round_.status == Round.Status.IN_PROGRESS,
            row=load_open_freezes_by_round([round_]).get(round_.pk),
            may=Right.APPROVE_CANCELS in self.rights,
            rights=self.rights,
            **kwargs,
        )


decide_frozen_round = CancelRound.decision_view(
    Right.APPROVE_CANCELS,
    freezing.decide_freeze,
    lambda pk: {"round_id": get_object_or_404(Freeze, pk=pk).round.public_id},
    approved=gettext_lazy("The round is cancelled and its stakes are returned."),
    refused=gettext_lazy("The round goes on."),
    back="rounds:list",
)
