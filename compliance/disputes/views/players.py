"""Contact page (no sign-in needed) and a player's own disputes."""

from http import HTTPStatus
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models.users import User
from accounts.users.views import require_player
from accounts.visits.views.kept_forms import restore_form
from casino.models import Round
from casino.values.round_numbers import RoundName
from casino.views.players import player_required
from compliance.disputes import selectors, services
from compliance.disputes.forms import ComplaintForm, DisputeMessageForm
from compliance.models import Dispute, DisputeState, DisputeSubject
from journal.refusals import NotFound, Refusal, SentBefore
from pages.answers import require_found, see_other
from pages.refused import add_refusal_to_form

SHOWN = 20
READ_OR_SENT = ["GET", "HEAD", "POST"]


@never_cache
@require_http_methods(READ_OR_SENT)
def show_contact(request: HttpRequest) -> HttpResponse:
    """Show how to reach the operator; a signed-in player can open a dispute."""
    if request.method == "POST":
        return _complain(request, require_player(request))
    player = _player(request)
    if player is None:
        return render(request, "compliance/disputes/contact.html", {})
    named = _uuid(request.GET.get("round", ""))
    round_ = selectors.own_round(player, RoundName(reference=named)) if named else None
    if named and round_ is None:
        raise Http404
    initial = {**_initial_values(request, round_), **restore_form(request)}
    return _page(request, player, ComplaintForm(player, initial=initial))


def _player(request: HttpRequest) -> User | None:
    """The signed-in player; None for staff, who cannot open disputes."""
    return request.user if isinstance(request.user, User) and not request.user.is_staff else None


def _initial_values(request: HttpRequest, round_: Round | None) -> dict[str, object]:
    """Initial form values if the URL names a round or asks for erasure."""
    if request.GET.get("about") == DisputeSubject.ERASURE:
        return {"subject": DisputeSubject.ERASURE.value, "key": uuid4()}
    if round_ is None:
        return {}
    return {"round": round_.number, "subject": DisputeSubject.ROUND.value, "key": uuid4()}


def _complain(request: HttpRequest, player: User) -> HttpResponse:
    form = ComplaintForm(player, request.POST)
    if not form.is_valid():
        return _page(request, player, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    data = form.cleaned_data
    named = data["round"].public_id if data["round"] else None
    complaint = services.Complaint(
        DisputeSubject(data["subject"]), data["text"], data["key"], named
    )
    try:
        made = services.open_dispute(player, complaint)
    except NotFound:
        raise
    except Refusal as refusal:
        form = _anew(request, player) if isinstance(refusal, SentBefore) else form
        return _page(request, player, form, add_refusal_to_form(form, refusal))
    told = _("We have your message: it is dispute %(number)s.") % {"number": made.number}
    messages.success(request, told)
    return see_other("contact:dispute", made.public_id)


def _anew(request: HttpRequest, player: User) -> ComplaintForm:
    """The same content in a form with a new key; the dispute already sent with the old key stays as it is."""
    data = request.POST.copy()
    data["key"] = str(uuid4())
    again = ComplaintForm(player, data)
    again.is_valid()
    return again


def _page(
    request: HttpRequest, player: User, form: ComplaintForm, status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    context = {
        "form": form,
        "round": _find_round(form),
        "disputes": selectors.own_disputes(player)[:SHOWN],
    }
    return render(request, "compliance/disputes/contact.html", context, status=status)


def _find_round(form: ComplaintForm) -> Round | None:
    """The round named by the form, typed or prefilled."""
    if form.is_bound:
        found: Round | None = getattr(form, "cleaned_data", {}).get("round")
        return found
    named = form.initial.get("round")
    return selectors.own_round(form.player, RoundName(number=named)) if named else None


@player_required
@require_http_methods(READ_OR_SENT)
def show_dispute(request: HttpRequest, dispute_id: UUID) -> HttpResponse:
    """Show the player's own dispute; add a message or settle it."""
    player = require_player(request)
    found = require_found(selectors.own_dispute(player, dispute_id))
    if request.method != "POST":
        return _thread(request, found, DisputeMessageForm())
    if request.POST.get("step") == "settle":
        return _settle(request, player, found)
    form = DisputeMessageForm(request.POST)
    if not form.is_valid():
        return _thread(request, found, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        services.add_message(
            player, dispute_id, form.cleaned_data["text"], key=form.cleaned_data["key"]
        )
    except Refusal as refusal:
        add_refusal_to_form(form, refusal)
        found.refresh_from_db()
        return _thread(request, found, form, refusal.status)
    messages.success(request, _("We have your message."))
    return see_other("contact:dispute", dispute_id)


def _settle(request: HttpRequest, player: User, found: Dispute) -> HttpResponse:
    key = _uuid(request.POST.get("key", ""))
    if key is None:
        raise Http404
    services.settle_dispute(player, found.public_id, key=key)
    messages.success(request, _("The dispute is closed."))
    return see_other("contact:dispute", found.public_id)


def _thread(
    request: HttpRequest,
    found: Dispute,
    form: DisputeMessageForm,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    context = {
        "dispute": found,
        "replies": selectors.list_replies(found),
        "form": form,
        "settle_key": uuid4(),
        "closed": found.state == DisputeState.CLOSED,
    }
    return render(request, "compliance/disputes/dispute.html", context, status=status)


def _uuid(written: str) -> UUID | None:
    try:
        return UUID(written)
    except ValueError:
        return None
