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
from casino.absence.services import waiting
from casino.fairness.selectors.dealing import load_record, replay_deal, unshown_card
from casino.fairness.selectors.shoe_panel import closed_shoe
from casino.history.forms import HistoryForm
from casino.history.selectors.past_rounds import ORDER, PAGE, past_rounds, reaches_back_to
from casino.history.words.round_file import rows_of
from casino.history.words.round_list import decision_lines, round_lines, void_lines_of
from casino.history.words.round_rules import describe_rules
from casino.models import Round, Shoe
from casino.rounds.selectors.hand_facts import can_be_replayed
from casino.rounds.selectors.round_money import money_of, points_of
from casino.rounds.words.round_view import round_view
from casino.selectors.places import own_round
from casino.services import notices
from casino.services.alarms import reports_alarms
from casino.views.players import player_of, player_required
from casino.voids.words import dispute_sentence
from pages.answers import csv_file
from pages.lists import filters_of_form
from pages.pagination import page_asked_for


@open_to_guests
@player_required
@require_safe
def history(request: HttpRequest) -> HttpResponse:
    """Finished rounds by filter, the newest first."""
    player, begins = player_of(request), reaches_back_to(timezone.now())
    form = HistoryForm(player, begins.date(), request.GET)
    if not form.is_valid():
        return _refused(request, form, begins)
    page = page_asked_for(past_rounds(player, form.wanted, begins), ORDER, PAGE, request)
    context = {
        "form": form,
        "asked": len(filters_of_form(form)),
        "begins": begins,
        "rounds": round_lines(page.rows),
        "page": page,
        "filters": urlencode(filters_of_form(form)),
    }
    return render(request, "casino/history.html", context)


@player_required
@require_safe
def history_file(request: HttpRequest) -> HttpResponseBase:
    """All finished rounds that match the filter, as CSV."""
    player, begins = player_of(request), reaches_back_to(timezone.now())
    form = HistoryForm(player, begins.date(), request.GET)
    if not form.is_valid():
        return _refused(request, form, begins)
    rows = rows_of(past_rounds(player, form.wanted, begins), sheet="sheet" in request.GET)
    return csv_file(_("rounds"), rows)


def _refused(request: HttpRequest, form: HistoryForm, begins: datetime) -> HttpResponse:
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    context = {"form": form, "begins": begins, "asked": len(filters_of_form(form))}
    return render(request, "casino/history.html", context, status=status)


@open_to_guests
@player_required
@require_safe
@reports_alarms
def round_(request: HttpRequest, round_id: UUID) -> HttpResponse:
    """One of the player's rounds: facts and verification.

    Restarts the wait of a running round and marks the round's notices as seen once they are shown.
    """
    player = player_of(request)
    waiting.restart_round_wait(player, round_id, timezone.now())
    found = own_round(player, round_id)
    shoe = found.deal.shoe
    links = closed_shoe(shoe) if shoe.server_seed else None
    running = found.status == Round.Status.IN_PROGRESS
    states = replay_deal(found, load_record(found)) if running else []
    view = round_view(found, states)
    void_lines = void_lines_of(found)
    if view.told or void_lines:
        notices.mark_seen(found.player_id, found.public_id, timezone.now(), whole=True)
    context = {
        "round": view,
        "record": found,
        "links": links,
        "lost": shoe.status == Shoe.Status.LOST,
        "decisions": decision_lines(found, states),
        "money": money_of(found),
        "points": points_of(found),
        "replayable": can_be_replayed(found),
        "unshown": unshown_card(found),
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
    found = own_round(player_of(request), round_id)
    context = {"record": found, "page": describe_rules(found)}
    return render(request, "casino/round_rules.html", context)
