"""The table page: page, fragment, shoe panel, and the player's five actions.

Every POST calls one service. HTMX gets the fragment of the current state; a plain form is redirected to the
page. A refusal is shown in place, with its status code. The panel is loaded when opened, and then comes with
each fragment.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial, wraps

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.guests.views import open_to_guests_at_their_table
from accounts.models.users import User
from accounts.users.views import require_user
from casino.absence.services import waiting
from casino.fairness.selectors.shoe_panel import fairness_panel
from casino.fairness.services import shoes
from casino.models import Round
from casino.play.selectors.position import Position, load_position
from casino.play.services import betting, decisions, hints
from casino.play.views import record_request_origin
from casino.refusals import Conflict
from casino.selectors.places import is_dealing, load_last_closed_shoes
from casino.services.alarms import reports_alarms
from casino.table_page.forms import ActionForm, BetForm, ClientSeedForm, HintForm, ShoeForm
from casino.table_page.views import visitors
from casino.table_page.views.showing import show_position, wants_fragment
from casino.table_page.views.visitors import use_visitor_view
from casino.views.players import player_required, players_only
from journal.refusals import NotFound, Refusal
from pages.answers import see_other
from tables.models import Table
from tables.selectors.tables import table_by_slug
from tables.words.coming import coming_rules
from tables.words.rules import felt_line, rules_line

Send = Callable[[User, str, HttpRequest], tuple[str, Position | None]]
"""Sends one form to one service at the table of this name; returns the notice to show or an empty text, and the position if known."""


def _table(slug: str) -> Table:
    """Return a private table. Raises `NotFound`, also for a live one."""
    found = _any_table(slug)
    if found.is_live:
        raise NotFound
    return found


def _any_table(slug: str) -> Table:
    try:
        return table_by_slug(slug)
    except Table.DoesNotExist as error:
        raise NotFound from error


@open_to_guests_at_their_table
@use_visitor_view(visitors.show_table)
@player_required
@require_safe
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """Table page of a private table; a live table is redirected to its own page. Staff only watch.

    A player's first visit takes the place and announces its shoes. Visitors who are not signed in see the table
    that takes guests; nothing is stored for them.
    """
    found = _any_table(slug)
    if found.is_live:
        return see_other("casino:live_table", slug)
    if require_user(request).is_staff:
        return _watch(request, found)
    waiting.restart_wait(require_user(request), found, timezone.now())
    record_request_origin(request)  # cached in the session before the first bet
    return show_position(request, slug, _position(request, found))


def _watch(request: HttpRequest, found: Table) -> HttpResponse:
    rules = found.version.rules
    context = {
        "table": found,
        "rules_line": rules_line(rules),
        "felt_line": felt_line(rules),
        "coming": coming_rules(found.slug),
    }
    return render(request, "casino/watch.html", context)


@open_to_guests_at_their_table
@players_only
@require_safe
def fairness(request: HttpRequest, slug: str) -> HttpResponse:
    """Panel of the shoes, as a fragment or as a page of its own."""
    participant, ahead = shoes.take_place(require_user(request), _table(slug))
    place = participant.place
    panel = fairness_panel(
        participant, ahead, load_last_closed_shoes(place), running=is_dealing(place)
    )
    alone = not wants_fragment(request)
    template = "casino/table_fairness.html" if alone else "casino/_fairness_panel.html"
    context = {"panel": panel, "table": place.table, "alone": alone}
    return render(request, template, context)


@reports_alarms
def _position(request: HttpRequest, found: Table) -> Position:
    return load_position(*shoes.take_place(require_user(request), found))


def _post(send: Send, *, panel: bool = False) -> Callable[[HttpRequest, str], HttpResponse]:
    """Return a view around `send`: it shows the new state, or the refusal with the current state.

    `panel`: the form is in the panel.
    """

    @open_to_guests_at_their_table
    @players_only
    @require_POST
    @wraps(send)
    def view(request: HttpRequest, slug: str) -> HttpResponse:
        try:
            notice, position = send(require_user(request), slug, request)
        except NotFound:
            raise
        except Refusal as refusal:
            found = _table(slug)
            waiting.restart_wait(require_user(request), found, timezone.now())
            return show_position(request, slug, _position(request, found), refusal, panel=panel)
        if wants_fragment(request):
            position = position or _position(request, _table(slug))
            return show_position(request, slug, position, notice=notice, panel=panel)
        if notice:
            messages.success(request, notice)
        return see_other("casino:table", slug)

    return view


@open_to_guests_at_their_table
@use_visitor_view(visitors.place_visitor_bet)
@_post
def place_bet(player: User, slug: str, request: HttpRequest) -> tuple[str, Position | None]:
    """Place a bet and deal."""
    sent = replace(BetForm(request.POST).request(), origin=record_request_origin(request))
    round_, position = betting.place_bet_at(player, slug, sent)
    return "" if position else _already(round_), position


def _already(round_: Round) -> str:
    """The message for a repeated bet form."""
    if round_.status == Round.Status.IN_PROGRESS:
        return _("This bet was already placed. Nothing more was staked.")
    return _("This round was already played. Nothing more was staked.")


@_post
def play_action(player: User, slug: str, request: HttpRequest) -> tuple[str, Position | None]:
    """Play one action."""
    sent = replace(ActionForm(request.POST).request(), origin=record_request_origin(request))
    _round, position = decisions.make_decision_at(player, sent, slug)
    if position is None:
        return _("This decision was already made. Nothing more was staked."), None
    return "", position


@_post
def show_hint(player: User, slug: str, request: HttpRequest) -> tuple[str, Position | None]:
    """Show the chart's advice."""
    found = _table(slug)
    hints.take_hint(player, HintForm(request.POST).request(), found)
    waiting.restart_wait(player, found, timezone.now())
    return "", None


@partial(_post, panel=True)
def change_client_seed(
    player: User, slug: str, request: HttpRequest
) -> tuple[str, Position | None]:
    """Change the player's own seed for the next rounds."""
    found, form = _table(slug), ClientSeedForm(request.POST)
    shoes.choose_client_seed(
        player, found, form.cleaned_data["client_seed"] if form.is_valid() else ""
    )
    return _("Your seed is changed. It applies from the next round."), None


@partial(_post, panel=True)
def change_shoe(player: User, slug: str, request: HttpRequest) -> tuple[str, Position | None]:
    """Close the current shoe and go on with the next."""
    found, form = _table(slug), ShoeForm(request.POST)
    if not form.is_valid():
        raise Conflict
    shoes.change_shoe(player, found, form.cleaned_data["shoe"])
    return _("The shoe is closed and its seed revealed. The next shoe is ready."), None
