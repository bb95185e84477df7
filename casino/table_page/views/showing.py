"""Rendering of a position: the table page, or for HTMX its fragment."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from accounts.visits.views.kept_forms import restore_form
from casino.fairness.selectors.shoe_panel import FairnessPanel, fairness_panel
from casino.fairness.services import shoes
from casino.limits.services.time_limit import find_time_left
from casino.play.selectors.play_money import find_play_money_terms
from casino.play.selectors.position import Position
from casino.play.services.positions import load_position_shoes, refill_between_rounds
from casino.protection.selectors.reality import reality_check, seconds_left
from casino.selectors.places import load_last_closed_shoes
from casino.services import notices
from casino.table_page.selectors.last_results import last_results
from casino.table_page.words.bet_form import RefusedBetForm
from casino.table_page.words.page import table_page, version_token
from casino.table_page.words.play_money import refill_notice
from journal.refusals import Refusal
from tables.words.coming import ComingRules, build_coming_rules, coming_rules


def wants_fragment(request: HttpRequest) -> bool:
    """Return whether HTMX asks for the fragment. To restore its history it needs the whole page."""
    headers = request.headers
    return "HX-Request" in headers and "HX-History-Restore-Request" not in headers


def show_position(
    request: HttpRequest,
    slug: str,
    position: Position,
    refusal: Refusal | None = None,
    notice: str = "",
    *,
    panel: bool = False,
) -> HttpResponse:
    """Render the page, or for HTMX its fragment, with the refusal or notice in place and the shoe panel if open."""
    position, is_refilled = refill_between_rounds(position)
    if is_refilled:
        notice = notice or refill_notice()
    typed = (
        {name: str(value) for name, value in request.POST.items()}
        if refusal
        else restore_form(request)
    )
    asked = typed.get("currency") or request.POST.get("currency") or request.GET.get("currency", "")
    sent = RefusedBetForm(typed, refusal.field if refusal else "")
    part, present = wants_fragment(request), load_position_shoes(position)[0]
    token = version_token(present)
    refresh_all = part and request.POST.get("told", token) != token
    page = table_page(position, present, asked, sent, part=part and not refresh_all)
    if panel or request.POST.get("panel") == "open":
        page.panel = _panel(position)
    if page.round is not None and page.round.told:
        notices.mark_notices_seen(position.player.pk, UUID(page.round.id), timezone.now())
    page.notice = notice or None
    now = timezone.now()
    page.reality_in, page.reality = seconds_left(position, now), reality_check(position, now)
    if page.reality is not None:
        page.bet_form = None
    page.play_money = find_play_money_terms(position.place.table, position.player, now)
    page.time_left = find_time_left(position.player, position.player_money.held_to, now)
    if page.time_left is not None and page.time_left.refusal:
        page.barred = page.time_left.refusal
    if not position.fresh and not (part and position.states):
        page.last_results = last_results(position.participant)
    if refusal is not None:
        page.refusal = str(refusal.message)
    page.version_token, page.refresh_all = token, refresh_all
    if refresh_all or not part:
        page.coming = _coming(slug, position)
    template = "casino/_table.html" if part else "casino/table.html"
    context = {"page": page, "here": reverse("casino:table", args=[slug])}
    return render(request, template, context, status=refusal.status if refusal else 200)


def _coming(slug: str, position: Position) -> list[ComingRules]:
    """Upcoming rules of the table. In a running round they were read with its record."""
    known = position.player_money.coming
    return coming_rules(slug) if known is None else build_coming_rules(position.place.table, known)


def _panel(position: Position) -> FairnessPanel:
    participant, running = position.participant, bool(position.states)
    ahead, closed = shoes.ready_shoes(participant), load_last_closed_shoes(participant.place)
    return fairness_panel(participant, ahead, closed, running=running)
