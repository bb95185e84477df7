"""Staff's pages of rounds in progress: list, freeze, decide."""

from http import HTTPStatus
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.audit.services import record_list_view, record_view
from accounts.models.audit_views import Look
from accounts.roles.selectors import may, rights_of
from accounts.roles.values import Right
from accounts.staff.views.back_office import read_verdict, render_staff, staff_of, staff_page
from casino.incidents.forms import CancelRoundForm, RoundsForm
from casino.incidents.selectors.freezes import open_by_round, open_freezes
from casino.incidents.selectors.open_rounds import OpenRoundsFilter, rounds_in_progress
from casino.incidents.selectors.stopped_places import stopped_places
from casino.incidents.services import freezing
from casino.incidents.words.open_rounds import staff_rounds
from casino.models import Round
from casino.refusals import RoundOver
from journal.refusals import Refusal
from pages.answers import see_other
from pages.lists import filled
from pages.refused import Refused, explain, refused

PER_PAGE = 50


@staff_page(Right.VIEW_TABLES)
@require_safe
def rounds(request: HttpRequest) -> HttpResponse:
    """Rounds in progress, the oldest first, and the places that were stopped."""
    now, form = timezone.now(), RoundsForm(request.GET or None)
    wanted = OpenRoundsFilter(**form.cleaned_data) if form.is_valid() else OpenRoundsFilter()
    found = rounds_in_progress(wanted, now)
    page = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
    asked = request.GET.copy()
    asked.pop("page", None)
    places = stopped_places()
    people = (*(one.player_id for one in page.object_list), *(one.player_id for one in places))
    record_list_view(staff_of(request), people, filled(request, form))
    context = {
        "title": _("Rounds in progress"),
        "form": form,
        "asked": asked.urlencode(),
        "pages": page,
        "rounds": staff_rounds(list(page.object_list), now),
        "places": places,
        "may_cancel": may(staff_of(request), Right.CANCEL_ROUNDS),
    }
    return render_staff(request, "casino/staff/rounds.html", context)


@staff_page(Right.CANCEL_ROUNDS)
@require_http_methods(["GET", "HEAD", "POST"])
def cancel(request: HttpRequest, round_id: UUID) -> HttpResponse:
    """Say what cancelling does, ask why, and freeze the round until another person decides."""
    round_ = _round(round_id)
    form = CancelRoundForm(request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return _ask(request, round_, form)
    try:
        freezing.freeze_round(round_.pk, staff_of(request), form.cleaned_data["reason"])
    except Refusal as refusal:
        return _ask(request, round_, form, explain(form, refusal))
    messages.success(request, _("The round is frozen. Another person decides what becomes of it."))
    return see_other("rounds:cancel", round_id)


@staff_page(Right.APPROVE_CANCELS)
@require_POST
def decide(request: HttpRequest, round_id: UUID) -> HttpResponse:
    """Another person's word: the stakes return, or the round goes on."""
    round_ = _round(round_id)
    reason = request.POST.get("reason", "")
    approved = read_verdict(request)
    frozen = open_freezes().filter(round=round_).first()
    try:
        if frozen is None:
            raise RoundOver  # told like every other refusal
        freezing.decide_freeze(
            frozen.pk, approved=approved, acting_user=staff_of(request), reason=reason
        )
    except Refusal as refusal:
        told = refused(request, refusal)
        return _ask(request, round_, CancelRoundForm(), refusal.status, told)
    messages.success(
        request,
        _("The round is cancelled and its stakes are returned.")
        if approved
        else _("The round goes on."),
    )
    return see_other("rounds:list")


def _ask(
    request: HttpRequest,
    round_: Round,
    form: CancelRoundForm,
    status: HTTPStatus = HTTPStatus.OK,
    told: Refused | None = None,
) -> HttpResponse:
    if form.errors and status == HTTPStatus.OK:
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    person = staff_of(request)
    rights = rights_of(person)
    record_view(person, round_.player, "hand", (Look.Kind.ROUND, round_.public_id))
    frozen = open_by_round([round_]).get(round_.pk)
    context = {
        "title": _("Cancel a round"),
        "form": form,
        "round": staff_rounds([round_], timezone.now())[0],
        "running": round_.status == Round.Status.IN_PROGRESS,
        "row": frozen,
        "may": Right.APPROVE_CANCELS in rights,
        "rights": rights,
    }
    return render_staff(request, "casino/staff/cancel.html", context, status=status, refused=told)


def _round(round_id: UUID) -> Round:
    rounds = Round.objects.select_related("player", "place__table", "deal__shoe")
    found = rounds.filter(public_id=round_id).first()
    if found is None:
        raise Http404
    return found
