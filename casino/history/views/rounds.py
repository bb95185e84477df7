"""A player's own rounds and figures."""

from datetime import datetime
from http import HTTPStatus
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.guests.views import open_to_guests
from accounts.users.views import require_player
from casino.absence.services import waiting
from casino.fairness.selectors.dealing import find_unshown_card, load_record, replay_deal
from casino.fairness.selectors.shoe_panel import closed_shoe
from casino.history.forms import HistoryForm
from casino.history.selectors.past_rounds import (
    ORDER,
    PAGE,
    history_start,
    past_rounds,
    session_rounds,
)
from casino.history.words.round_file import stream_csv_rows
from casino.history.words.round_list import decision_lines, list_void_lines, round_lines
from casino.history.words.round_rules import describe_rules
from casino.models import Round, Shoe
from casino.rounds.selectors.hand_facts import can_be_replayed
from casino.rounds.selectors.round_money import build_round_money, load_round_points
from casino.rounds.words.round_view import round_view
from casino.selectors.places import find_own_round
from casino.services import notices
from casino.services.alarms import reports_alarms
from casino.views.players import player_required
from casino.voids.words import dispute_sentence
from pages.answers import csv_response
from pages.lists import form_filters
from pages.pagination import load_requested_page
from restores.services.gate import require_open


@open_to_guests
@player_required
@require_safe
def history(request: HttpRequest) -> HttpResponse:
    """Finished rounds by filter, the newest first."""
    player, begins = require_player(request), history_start(timezone.now())
    form = HistoryForm(player, begins.date(), request.GET)
    if not form.is_valid():
        return _refused(request, form, begins)
    page = load_requested_page(past_rounds(player, form.wanted, begins), ORDER, PAGE, request)
    context = {
        "form": form,
        "asked": len(form_filters(form)),
        "begins": begins,
        "rounds": round_lines(page.rows),
        "page": page,
        "filters": urlencode(form_filters(form)),
    }
    return render(request, "casino/history.html", context)


@player_required
@require_safe
def history_file(request: HttpRequest) -> HttpResponseBase:
    """All finished rounds that match the filter, as CSV. Raises ClosedAfterRestore."""
    require_open()
    player, begins = require_player(request), history_start(timezone.now())
    form = HistoryForm(player, begins.date(), request.GET)
    if not form.is_valid():
        return _refused(request, form, begins)
    rows = stream_csv_rows(past_rounds(player, form.wanted, begins), sheet="sheet" in request.GET)
    return csv_response(_("rounds"), rows)


@open_to_guests
@player_required
@require_safe
def last_games(request: HttpRequest) -> HttpResponse:
    """The last finished rounds of the present session, each with its replay."""
    rounds = round_lines(session_rounds(require_player(request)))
    return render(request, "casino/last_games.html", {"rounds": rounds})


def _refused(request: HttpRequest, form: HistoryForm, begins: datetime) -> HttpResponse:
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    context = {"form": form, "begins": begins, "asked": len(form_filters(form))}
    return render(request, "casino/history.html", context, status=status)


@open_to_guests
@player_required
@require_safe
@reports_alarms
def round_page(request: HttpRequest, round_id: UUID) -> HttpResponse:
    """One of the player's rounds: facts and verification.

    Restarts the wait of a running round and marks the round's notices as seen once they are shown.
    """
    player = require_player(request)
    waiting.restart_round_wait(player, round_id, timezone.now())
    found = find_own_round(player, round_id)
    shoe = found.deal.shoe
    links = closed_shoe(shoe) if shoe.server_seed else None
    running = found.status == Round.Status.IN_PROGRESS
    states = replay_deal(found, load_record(found)) if running else []
    view = round_view(found, states)
    void_lines = list_void_lines(found)
    if view.told or void_lines:
        notices.mark_notices_seen(found.player_id, found.public_id, timezone.now(), whole=True)
    context = {
        "round": view,
        "record": found,
        "links": links,
        "lost": shoe.status == Shoe.Status.LOST,
        "decisions": decision_lines(found, states),
        "money": build_round_money(found),
        "points": load_round_points(found),
        "replayable": can_be_replayed(found),
        "unshown": find_unshown_card(found),
        "voids": void_lines,
        "dispute": dispute_sentence(found) if void_lines else "",
    }
    return render(request, "casino/round.html", context)


@open_to_guests
@player_required
@require_safe
@reports_alarms
def round_rules(request: HttpRequest, round_id: UUID) -> HttpResponse:
    """Rules and limits of one of the player's rounds."""
    found = find_own_round(require_player(request), round_id)
    context = {"record": found, "page": describe_rules(found)}
    return render(request, "casino/round_rules.html", context)
