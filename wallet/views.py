"""The bank page: balances, held stakes, the way in for money, the latest movements."""

from http import HTTPStatus
from uuid import UUID, uuid5

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.selectors import may_play_real_money
from wallet import providers, selectors, services
from wallet.errors import KeyConflict, WalletError
from wallet.forms import DepositForm
from wallet.money import BASE_CURRENCY, Money
from wallet.templatetags.money import money as shown


@login_required
@never_cache
@require_safe
def bank(request: HttpRequest) -> HttpResponse:
    """Show the player's money."""
    return _page(request, _player(request))


@never_cache
@require_POST
def deposit(request: HttpRequest) -> HttpResponse:
    """Pay in through the demo provider; sending the same form twice pays in once."""
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("wallet:bank"))  # this address is no page to come back to
    player = _player(request)
    if refusal := may_play_real_money(player):
        return _page(request, player, refusal=refusal.message, status=HTTPStatus.FORBIDDEN)
    form = DepositForm(request.POST)
    if not form.is_valid():
        return _page(request, player, form=form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        services.deposit(player.pk, form.money, key=_key(form, player), provider=providers.DEMO)
    except WalletError as error:
        return _page(request, player, refusal=error.message, status=_status(error))
    messages.success(request, _("%(amount)s is in your account.") % {"amount": shown(form.money)})
    response = redirect("wallet:bank")
    response.status_code = HTTPStatus.SEE_OTHER
    return response


def _player(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise TypeError("login_required lets nobody else in")
    return request.user


def _key(form: DepositForm, player: User) -> UUID:
    """Bind the form's key to its player, so that nobody can use up another's."""
    return uuid5(form.idempotency_key, f"deposit of {player.pk}")


def _status(error: WalletError) -> HTTPStatus:
    if isinstance(error, KeyConflict):
        return HTTPStatus.CONFLICT
    return HTTPStatus.UNPROCESSABLE_ENTITY


def _page(
    request: HttpRequest,
    player: User,
    *,
    form: DepositForm | None = None,
    refusal: str | Promise | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    opens = providers.DEMO in providers.enabled()
    closed = may_play_real_money(player)
    context = {
        "balances": selectors.balances(player.pk) or [Money.zero(BASE_CURRENCY)],
        "held": selectors.in_play(player.pk),
        "movements": selectors.movements(player.pk),
        "form": (form or DepositForm()) if opens and not closed else None,
        "closed": closed.message if closed and not refusal else None,
        "refusal": refusal,
    }
    return render(request, "wallet/bank.html", context, status=status)
