"""The table page: page, fragment, shoe panel, and the player's five actions.

Every POST calls one service. HTMX gets the fragment of the present state; a plain form is redirected to the page. A refusal is shown
in place, with its status code. The panel is loaded when opened, and then comes with each fragment.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial, wraps
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models.users import User
from accounts.visits.views.kept_forms import restore_form
from casino.absence.services import waiting
from casino.fairness.selectors.shoe_panel import FairnessPanel, fairness_panel
from casino.fairness.services import shoes
from casino.limits.services.time_limit import time_left
from casino.models import Round
from casino.play.selectors.position import Position, load_position
from casino.play.services import betting, decisions, hints
from casino.play.services.play_money import refill_play_money
from casino.protection.selectors.reality import reality_check, seconds_left
from casino.refusals import Conflict
from casino.selectors.places import is_dealing, shoes_done
from casino.services import notices
from casino.services.alarms import reports_alarms
from casino.table_page import services
from casino.table_page.forms import ActionForm, BetForm, ClientSeedForm, HintForm, ShoeForm
from casino.table_page.selectors.last_results import last_results
from casino.table_page.views.origins import origin_of
from casino.table_page.words.bet_form import Sent
from casino.table_page.words.page import table_page, version_token
from casino.table_page.words.play_money import play_money_terms, refill_notice
from casino.views.players import player_of, player_required, players_only
from journal.refusals import NotFound, Refusal
from pages.answers import see_other
from tables.models import Table
from tables.selectors.tables import table_by_slug
from tables.words.coming import Coming, coming_at, coming_rules
from tables.words.rules import felt_line, rules_line

Send = Callable[[User, str, HttpRequest], tuple[str, Position | None]]
"""Sends one form to one service at the table of this name; returns the notice to show, or nothing, and the position if known."""


def _table(slug: str) -> Table:
    """A private table. Raises `NotFound`, also for a live one."""
    found = _any_table(slug)
    if found.is_live:
        raise NotFound
    return found


def _any_table(slug: str) -> Table:
    try:
        return table_by_slug(slug)
    except Table.DoesNotExist as error:
        raise NotFound from error


def _wants_fragment(request: HttpRequest) -> bool:
    """Whether HTMX asks for the fragment. To restore its history it needs the whole page."""
    headers = request.headers
    return "HX-Request" in headers and "HX-History-Restore-Request" not in headers


@player_required
@require_safe
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """The table page; a live table has its own. A player's first visit takes the place and announces its shoes; staff only watch."""
    found = _any_table(slug)
    if found.is_live:
        return see_other("casino:live_table", slug)
    if player_of(request).is_staff:
        return _watch(request, found)
    waiting.restart_wait(player_of(request), found, timezone.now())
    origin_of(request)  # so that the session knows it before the first bet
    return _show(request, slug, _position(request, found))


def _watch(request: HttpRequest, found: Table) -> HttpResponse:
    rules = found.version.rules
    context = {
        "table": found,
        "rules_line": rules_line(rules),
        "felt_line": felt_line(rules),
        "coming": coming_rules(found.slug),
    }
    return render(request, "casino/watch.html", context)


@players_only
@require_safe
def fairness(request: HttpRequest, slug: str) -> HttpResponse:
    """The panel of the shoes, as a fragment or as a page of its own."""
    participant, ahead = shoes.take_place(player_of(request), _table(slug))
    place = participant.place
    panel = fairness_panel(participant, ahead, shoes_done(place), running=is_dealing(place))
    alone = not _wants_fragment(request)
    template = "casino/table_fairness.html" if alone else "casino/_fairness_panel.html"
    context = {"panel": panel, "table": place.table, "alone": alone}
    return render(request, template, context)


@reports_alarms
def _position(request: HttpRequest, found: Table) -> Position:
    return load_position(*shoes.take_place(player_of(request), found))


def _show(
    request: HttpRequest,
    slug: str,
    position: Position,
    refusal: Refusal | None = None,
    notice: str = "",
    *,
    panel: bool = False,
) -> HttpResponse:
    """The page, or for HTMX its fragment, with the refusal or notice in place, and with the panel of the shoes if it is open."""
    if _refills(position):
        position = load_position(position.participant, position.shoes)
        notice = notice or refill_notice()
    typed = (
        {name: str(value) for name, value in request.POST.items()}
        if refusal
        else restore_form(request)
    )
    asked = typed.get("currency") or request.POST.get("currency") or request.GET.get("currency", "")
    sent = Sent(typed, refusal.field if refusal else "")
    part, present = _wants_fragment(request), services.shoes_of(position)[0]
    token = version_token(present)
    refresh_all = part and request.POST.get("told", token) != token
    page = table_page(position, present, asked, sent, part=part and not refresh_all)
    if panel or request.POST.get("panel") == "open":
        page.panel = _panel(position)
    if page.round is not None and page.round.told:
        notices.mark_seen(position.player.pk, UUID(page.round.id), timezone.now())
    page.notice = notice or None
    now = timezone.now()
    page.reality_in, page.reality = seconds_left(position, now), reality_check(position, now)
    if page.reality is not None:
        page.bet_form = None
    page.play_money = play_money_terms(position.place.table, position.player, now)
    page.time_left = time_left(position.player, position.player_money.held_to, now)
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


def _refills(position: Position) -> bool:
    """Whether the player has just got play money, between two rounds."""
    if position.states or not position.place.table.is_play_money:
        return False
    return refill_play_money(position.player, position.player_money, timezone.now())


def _coming(slug: str, position: Position) -> list[Coming]:
    """The table's rules to come: of a running round they were read with its record."""
    known = position.player_money.coming
    return coming_rules(slug) if known is None else coming_at(position.place.table, known)


def _panel(position: Position) -> FairnessPanel:
    participant, running = position.participant, bool(position.states)
    ahead, closed = shoes.ready_shoes(participant), shoes_done(participant.place)
    return fairness_panel(participant, ahead, closed, running=running)


def _post(send: Send, *, panel: bool = False) -> Callable[[HttpRequest, str], HttpResponse]:
    """A view around `send`: the new state, or the refusal with the present state; `panel`: the form is in the panel."""

    @players_only
    @require_POST
    @wraps(send)
    def view(request: HttpRequest, slug: str) -> HttpResponse:
        try:
            notice, position = send(player_of(request), slug, request)
        except NotFound:
            raise
        except Refusal as refusal:
            found = _table(slug)
            waiting.restart_wait(player_of(request), found, timezone.now())
            return _show(request, slug, _position(request, found), refusal, panel=panel)
        if _wants_fragment(request):
            position = position or _position(request, _table(slug))
            return _show(request, slug, position, notice=notice, panel=panel)
        if notice:
            messages.success(request, notice)
        return see_other("casino:table", slug)

    return view


@_post
def bet(player: User, slug: str, request: HttpRequest) -> tuple[str, Position | None]:
    """Stake and deal."""
    sent = replace(BetForm(request.POST).request(), origin=origin_of(request))
    round_, position = betting.bet_at(player, slug, sent)
    return "" if position else _already(round_), position


def _already(round_: Round) -> str:
    """The message for a repeated bet form."""
    if round_.status == Round.Status.IN_PROGRESS:
        return _("This bet was already placed. Nothing more was staked.")
    return _("This round was already played. Nothing more was staked.")


@_post
def action(player: User, slug: str, request: HttpRequest) -> tuple[str, Position | None]:
    """Decide."""
    sent = replace(ActionForm(request.POST).request(), origin=origin_of(request))
    _round, position = decisions.decide_at(player, sent, slug)
    if position is None:
        return _("This decision was already made. Nothing more was staked."), None
    return "", position


@_post
def hint(player: User, slug: str, request: HttpRequest) -> tuple[str, Position | None]:
    """Ask the chart."""
    found = _table(slug)
    hints.take_hint(player, HintForm(request.POST).request(), found)
    waiting.restart_wait(player, found, timezone.now())
    return "", None


@partial(_post, panel=True)
def client_seed(player: User, slug: str, request: HttpRequest) -> tuple[str, Position | None]:
    """Choose one's own seed for the rounds to come."""
    found, form = _table(slug), ClientSeedForm(request.POST)
    shoes.choose_client_seed(
        player, found, form.cleaned_data["client_seed"] if form.is_valid() else ""
    )
    return _("Your seed is changed. It counts from the next round."), None


@partial(_post, panel=True)
def change_shoe(player: User, slug: str, request: HttpRequest) -> tuple[str, Position | None]:
    """Close the present shoe and go on with the next."""
    found, form = _table(slug), ShoeForm(request.POST)
    if not form.is_valid():
        raise Conflict
    shoes.change_shoe(player, found, form.cleaned_data["shoe"])
    return _("The shoe is closed and its seed revealed. The next shoe is ready."), None
