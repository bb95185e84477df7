"""The exchange page: choose, see the price, confirm."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models.users import User
from accounts.restrictions.selectors.eligibility import may_play_real_money
from accounts.users.views import require_player
from accounts.visits.views.kept_forms import restore_form
from journal.refusals import Refusal, SentBefore
from pages.answers import require_found, see_other
from wallet.exchange import selectors, services
from wallet.exchange.forms import ExchangeForm
from wallet.exchange.refusals import QuoteExpired
from wallet.exchange.values import ExchangeOffer
from wallet.ledger.selectors import funds
from wallet.money.values import Money
from wallet.money.words import format_money
from wallet.rates.selectors import rates


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def exchange_page(request: HttpRequest) -> HttpResponse:
    """Show the exchange form; a submitted form shows the price. Nothing moves here."""
    player = require_player(request)
    form = ExchangeForm(_held_balances(player), request.POST or None, initial=restore_form(request))
    if request.method != "POST":
        return _page(request, form, None)
    if not form.is_valid():
        return _page(request, form, None, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        offered = services.offer_exchange(player.pk, form.money, form.cleaned_data["received"])
    except Refusal as error:
        return _page(request, form, None, refusal=error.message, status=error.status)
    return _page(request, form, offered)


@never_cache
@require_POST
def confirm_offer(request: HttpRequest) -> HttpResponse:
    """Execute the offer shown; an expired one is answered with a new offer."""
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("wallet:exchange"))
    player, sealed = require_player(request), request.POST.get("offer", "")
    try:
        given, received = services.confirm_exchange(player.pk, sealed)
    except Refusal as error:
        return _again(request, player, sealed, error)
    messages.success(
        request,
        _("%(given)s became %(received)s.")
        % {"given": format_money(given), "received": format_money(received)},
    )
    return see_other("wallet:bank")


@login_required
@never_cache
@require_safe
def show_receipt(request: HttpRequest, number: int) -> HttpResponse:
    """Show a printable receipt of an exchange."""
    found = require_found(selectors.find_exchange(require_player(request).pk, number))
    transfer, past = found
    context = {"transfer": transfer, "past": past, "player": require_player(request)}
    return render(request, "wallet/exchange_receipt.html", context)


def _again(request: HttpRequest, player: User, sealed: str, error: Refusal) -> HttpResponse:
    """Show the refusal, with a new offer for the same amount if the old one has expired."""
    status, over = error.status, isinstance(error, QuoteExpired | SentBefore)
    asked = services.read_offer(player.pk, sealed)
    form, offered = ExchangeForm(_held_balances(player)), None
    if asked is not None:
        given, currency = asked
        initial = {"given": given.currency, "amount": given.decimal, "received": currency}
        form = ExchangeForm(_held_balances(player), initial=initial)
        try:
            offered = services.offer_exchange(player.pk, given, currency) if over else None
        except Refusal as other:
            error = other
    return _page(request, form, offered, refusal=error.message, status=status)


def _held_balances(player: User) -> list[Money]:
    return [
        money
        for money in funds.balances(player.pk)
        if money.units > 0 and money.currency in rates.REAL
    ]


def _page(
    request: HttpRequest,
    form: ExchangeForm | None,
    offered: ExchangeOffer | None,
    *,
    refusal: str | Promise | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    """Show form, offer and refusal; only the reason to a player who may not exchange now."""
    context: dict[str, Any] = {"form": form, "offer": offered, "refusal": refusal}
    if barred := may_play_real_money(require_player(request)):
        context, status = {"barred": barred}, HTTPStatus.FORBIDDEN
    return render(request, "wallet/exchange.html", context, status=status)
