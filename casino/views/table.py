"""The table: one page, its fragment, and the four things a player can send.

Every POST calls one service. HTMX gets the fragment of the present state; a plain form is redirected to the page. A refusal
comes back in place, with its status code, and nothing has changed.
"""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from casino.errors import Conflict, NotFound, Refusal
from casino.forms import BetForm, ClientSeedForm, DecisionForm, ShoeForm
from casino.selectors.page import table_page
from casino.services import betting, decisions, shoes
from casino.services.guard import guarded
from casino.views.players import player_of, player_required
from tables.models import Table
from tables.selectors import table_by_slug

Send = Callable[[User, Table, HttpRequest], str]
"""Sends one form to one service; returns the notice to show, or nothing."""


def _table(slug: str) -> Table:
    try:
        return table_by_slug(slug)
    except Table.DoesNotExist as error:
        raise NotFound from error


def _wants_fragment(request: HttpRequest) -> bool:
    """HTMX replaces the table; only where it restores a page it has forgotten, it needs all of it."""
    headers = request.headers
    return "HX-Request" in headers and "HX-History-Restore-Request" not in headers


@player_required
@require_safe
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """The table as it stands. A first visit takes the place and announces its shoes."""
    return _show(request, _table(slug))


@guarded
def _show(
    request: HttpRequest, found: Table, refusal: Refusal | None = None, notice: str = ""
) -> HttpResponse:
    """The page, or for HTMX its fragment, with the refusal or notice in place."""
    player = player_of(request)
    asked = request.POST.get("currency") or request.GET.get("currency") or ""
    page = table_page(player, found, shoes.sit_down(player, found), asked)
    page.notice = notice or None
    if refusal is not None:
        page.refusal = str(refusal.message)
        page.typed = {name: str(value) for name, value in request.POST.items()}
    template = "casino/_table.html" if _wants_fragment(request) else "casino/table.html"
    context = {"page": page, "here": reverse("casino:table", args=[found.slug])}
    return render(request, template, context, status=refusal.status if refusal else 200)


def _post(send: Send) -> Callable[[HttpRequest, str], HttpResponse]:
    """A view around `send`: the state after it, or the refusal and the state as it was."""

    @player_required
    @require_POST
    @wraps(send)
    def view(request: HttpRequest, slug: str) -> HttpResponse:
        found = _table(slug)
        try:
            notice = send(player_of(request), found, request)
        except NotFound:
            raise
        except Refusal as refusal:
            return _show(request, found, refusal)
        if _wants_fragment(request):
            return _show(request, found, notice=notice)
        if notice:
            messages.success(request, notice)
        return _see_other(slug)

    return view


def _see_other(slug: str) -> HttpResponse:
    """After a plain form: 303, so that reloading the page sends nothing again."""
    response = HttpResponseRedirect(reverse("casino:table", args=[slug]))
    response.status_code = 303
    return response


@_post
def bet(player: User, found: Table, request: HttpRequest) -> str:
    """Stake and deal."""
    betting.place_bet(player, found, BetForm(request.POST).request())
    return ""


@_post
def action(player: User, found: Table, request: HttpRequest) -> str:
    """Decide."""
    decisions.decide(player, DecisionForm(request.POST).request(), found)
    return ""


@_post
def client_seed(player: User, found: Table, request: HttpRequest) -> str:
    """Choose one's own seed for the rounds to come."""
    form = ClientSeedForm(request.POST)
    shoes.choose_client_seed(
        player, found, form.cleaned_data["client_seed"] if form.is_valid() else ""
    )
    return _("Your seed is changed. It counts from the next round.")


@_post
def change_shoe(player: User, found: Table, request: HttpRequest) -> str:
    """Close the present shoe and go on with the next."""
    form = ShoeForm(request.POST)
    if not form.is_valid():
        raise Conflict
    shoes.change_shoe(player, found, form.cleaned_data["shoe"])
    return _("The shoe is closed and its seed revealed. The next shoe is ready.")
