"""Forms of a live table's page: each sends one form to one service and answers with the new state."""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models.users import User
from accounts.users.views import require_user
from casino.live.forms import (
    AnswerForm,
    BoxChoiceForm,
    EarlyForm,
    OpeningForm,
    SealForm,
    WagerForm,
)
from casino.live.services import (
    answers,
    betting,
    early,
    exchange,
    own_seed,
    pause,
    seats,
    turns,
    waiting_list,
)
from casino.live.services.tables import find_live_place
from casino.live.views.table import render_page, render_parts
from casino.models import Place
from casino.play.views import record_request_origin
from casino.refusals import Conflict
from casino.table_page.forms import ActionForm, ClientSeedForm
from casino.views.players import players_only
from journal.refusals import NotFound, Refusal
from pages.answers import see_other

Act = Callable[[User, Place, HttpRequest], str | None]
"""Sends one form to one service; returns the notice to show, if any."""


def _post(act: Act) -> Callable[[HttpRequest, str], HttpResponse]:
    """Make a view of `act` that shows the new state, or the refusal with the present one."""

    @players_only
    @require_POST
    @wraps(act)
    def view(request: HttpRequest, slug: str) -> HttpResponse:
        place, part = find_live_place(slug), "HX-Request" in request.headers
        try:
            notice = act(require_user(request), place, request) or ""
        except NotFound:
            raise
        except Refusal as refusal:
            return (render_parts if part else render_page)(request, place, refusal)
        if part:
            return render_parts(request, place, notice=notice)
        if notice:
            messages.success(request, notice)
        return see_other("casino:live_table", slug)

    return view


def _script(act: Act) -> Callable[[HttpRequest, str], HttpResponse]:
    """Make a view of `act` for the page's script: no content, or the refusal in words."""

    @players_only
    @require_POST
    @wraps(act)
    def view(request: HttpRequest, slug: str) -> HttpResponse:
        try:
            act(require_user(request), find_live_place(slug), request)
        except NotFound:
            raise
        except Refusal as refusal:
            words = str(refusal.message)
            return HttpResponse(words, status=refusal.status, content_type="text/plain")
        return HttpResponse(status=204)

    return view


@_post
def take_seat(player: User, place: Place, request: HttpRequest) -> str | None:
    """Take a free box."""
    seats.take_seat(player, place, BoxChoiceForm(request.POST).number())
    return None


@_post
def leave_seats(player: User, place: Place, _request: HttpRequest) -> str | None:
    """Leave the seats."""
    seats.leave_seats(player, place)
    return None


@_post
def sit_out(player: User, place: Place, request: HttpRequest) -> str | None:
    """Sit out, or play again."""
    betting.sit_out(player, place, out=request.POST.get("out") == "yes")
    return None


@_post
def mark_ready(player: User, place: Place, _request: HttpRequest) -> str | None:
    """Be ready for the next deal."""
    pause.mark_ready(player, place)
    return _("You are ready.")


@_post
def choose_seed(player: User, place: Place, request: HttpRequest) -> str | None:
    """Set the player's client seed, as typed or random."""
    form = ClientSeedForm(request.POST)
    typed = form.cleaned_data["client_seed"] if form.is_valid() else ""
    is_random = request.POST.get("random") == "yes"
    own_seed.choose_seed(player, place, None if is_random else typed)
    return (
        _("A random seed was made.") if is_random else _("Your new seed applies from the next bet.")
    )


@_post
def update_waiting_list(player: User, place: Place, request: HttpRequest) -> str | None:
    """Join the waiting list, or leave it."""
    if request.POST.get("wait") == "no":
        waiting_list.leave_waiting_list(player, place)
    else:
        waiting_list.join_waiting_list(player, place)
    return None


@_post
def place_bet(player: User, place: Place, request: HttpRequest) -> str | None:
    """Bet for the next deal, or replace the bet."""
    form = WagerForm(request.POST)
    betting.place_wager(player, place, replace(form.wager(), origin=record_request_origin(request)))
    return _("Your bet is placed.")


@_post
def withdraw_bet(player: User, place: Place, _request: HttpRequest) -> str | None:
    """Take the bet back."""
    betting.withdraw_wager(player, place)
    return _("Your bet is withdrawn and your money is back.")


@_post
def play_action(player: User, _place: Place, request: HttpRequest) -> str | None:
    """Play the player's action in the present turn."""
    turns.decide_turn(
        player, replace(ActionForm(request.POST).request(), origin=record_request_origin(request))
    )
    return None


@_post
def give_answers(player: User, _place: Place, request: HttpRequest) -> str | None:
    """Answer the questions before the peek."""
    form = AnswerForm(request.POST)
    answers.give_answers(player, replace(form.request(), origin=record_request_origin(request)))
    return None


@_post
def choose_early(player: User, _place: Place, request: HttpRequest) -> str | None:
    """Choose a decision before the turn."""
    early.choose_early(player, EarlyForm(request.POST).request())
    return None


@_script
def open_seal(player: User, place: Place, request: HttpRequest) -> str | None:
    """Open the seal of the player's bet."""
    form = OpeningForm(request.POST)
    if not form.is_valid():
        raise Conflict
    given = form.cleaned_data
    exchange.open_seal(player, place, given["seals_hash"], given["seat_seed"])
    return None


@_script
def store_fresh_seal(player: User, place: Place, request: HttpRequest) -> str | None:
    """Seal a fresh seed for the second exchange."""
    form = SealForm(request.POST)
    if not form.is_valid():
        raise Conflict
    exchange.store_fresh_seal(player, place, form.cleaned_data["seal"])
    return None
