"""Table page and first bet of visitors who are not signed in, at the table that takes guests."""

from collections.abc import Callable
from functools import wraps
from typing import Final

from allauth.account.adapter import get_adapter
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.guests.views import remember_guest, takes_guests
from accounts.models.users import Language
from casino.guests.selectors import build_shown_place, draw_position
from casino.guests.services import Visitor, place_first_bet
from casino.play.selectors.play_money import find_play_money_terms
from casino.table_page.forms import BetForm
from casino.table_page.views.showing import show_position, wants_fragment
from casino.table_page.words.bet_form import RefusedBetForm
from casino.table_page.words.page import table_page, version_token
from journal.refusals import NotFound, Refusal
from pages.answers import see_other
from tables.models import Table
from tables.selectors.tables import table_by_slug
from tables.words.coming import coming_rules

View = Callable[[HttpRequest, str], HttpResponse]

SHOWN: Final = "visitor"
"""Field of the first bet: the signed place that the page has shown."""


def use_visitor_view(visitor_view: View) -> Callable[[View], View]:
    """Decorator: use the view `visitor_view` for visitors at the table that takes guests; for a form only if it has the page's token."""

    def decorate(view: View) -> View:
        @wraps(view)
        def choose(request: HttpRequest, slug: str) -> HttpResponse:
            is_theirs = request.method in {"GET", "HEAD"} or SHOWN in request.POST
            if is_theirs and not request.user.is_authenticated and takes_guests(slug):
                return visitor_view(request, slug)
            return view(request, slug)

        return choose

    return decorate


@never_cache
@require_safe
def show_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the table with new shoes and a guest's starting play money. Nothing is stored."""
    return _show(request, _table(slug))


@never_cache
@require_POST
def place_visitor_bet(request: HttpRequest, slug: str) -> HttpResponse:
    """Place the first bet and deal. From then on this browser plays as a guest."""
    found = _table(slug)
    visitor = Visitor(get_language() or Language.ES, get_adapter(request).get_client_ip(request))
    try:
        sent = BetForm(request.POST).request()
        guest, position = place_first_bet(visitor, request.POST[SHOWN], found, sent)
    except Refusal as refusal:
        return _show(request, found, refusal)
    remember_guest(request, guest)
    request.user = guest
    if wants_fragment(request):
        return show_position(request, slug, position)
    return see_other("casino:table", slug)


def _table(slug: str) -> Table:
    """Return a private play-money table. Raises `NotFound` for others: they take no guests, whatever the setting says."""
    try:
        found = table_by_slug(slug)
    except Table.DoesNotExist as error:
        raise NotFound from error
    if found.is_live or not found.is_play_money:
        raise NotFound
    return found


def _show(request: HttpRequest, found: Table, refusal: Refusal | None = None) -> HttpResponse:
    now, part = timezone.now(), wants_fragment(request)
    position = draw_position(found, now)
    typed = {name: str(value) for name, value in request.POST.items()} if refusal else {}
    sent = RefusedBetForm(typed, refusal.field if refusal else "")
    page = table_page(position, position.shoes[0], sent=sent)
    page.visitor = build_shown_place(position).to_token()
    page.play_money = find_play_money_terms(found, position.player, now)
    page.version_token = version_token(position.shoes[0])
    page.coming = coming_rules(found.slug)
    page.last_results = []
    page.refusal = str(refusal.message) if refusal else None
    context = {"page": page, "here": reverse("casino:table", args=[found.slug])}
    template = "casino/_table.html" if part else "casino/table.html"
    return render(request, template, context, status=refusal.status if refusal else 200)
