"""A player's page of points: what they have, the tier, history, and points that become money."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, Final, ParamSpec
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.answers import see_other
from accounts.models import User
from accounts.selectors import may_play_real_money
from loyalty.errors import RedemptionRefused, WorthChanged
from loyalty.forms import ConfirmForm, RedeemForm
from loyalty.own_page import Standing, entries_of, standing, worths
from loyalty.redeeming import Offer, held, offer, redeem
from wallet.errors import KeyConflict, WalletError
from wallet.templatetags.money import money as shown

P = ParamSpec("P")
PER_PAGE: Final = 25
_REFUSED: Final = (RedemptionRefused, WalletError)


@login_required
@never_cache
@require_safe
def points(request: HttpRequest) -> HttpResponse:
    """What the player has, and what has become of it."""
    return _page(request)


def _sent_by_player(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Whoever is not signed in any more comes back to the page, not to an address that takes forms only."""

    @wraps(view)
    @never_cache
    @require_POST
    def checked(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(reverse("loyalty:points"))
        return view(request, *args, **kwargs)

    return checked


@_sent_by_player
def preview(request: HttpRequest) -> HttpResponse:
    """Show what points are worth now. Nothing moves here."""
    player = _player(request)
    form = RedeemForm(held(player.pk), request.POST)
    if not form.is_valid():
        return _page(request, form=form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    return _offered(request, form)


@_sent_by_player
def confirm(request: HttpRequest) -> HttpResponse:
    """Redeem as shown; what is worth something else now is shown anew."""
    player = _player(request)
    form = ConfirmForm(held(player.pk), request.POST)
    if not form.is_valid():
        return _page(request, form=_again(player, form), status=HTTPStatus.UNPROCESSABLE_ENTITY)
    key = form.idempotency_key
    try:
        made = redeem(player, form.asked, form.into, key=key, shown=form.money)
    except WorthChanged as error:
        return _offered(request, form, refusal=error.message, status=HTTPStatus.CONFLICT)
    except _REFUSED as error:
        late = isinstance(error, KeyConflict)
        status = HTTPStatus.CONFLICT if late else HTTPStatus.UNPROCESSABLE_ENTITY
        return _page(request, form=_again(player, form), refusal=error.message, status=status)
    told = {"points": number_format(made.points, force_grouping=True), "money": shown(made.money)}
    messages.success(request, _("%(points)s points became %(money)s.") % told)
    return see_other("loyalty:points")


def _again(player: User, form: RedeemForm) -> RedeemForm:
    """The form to be sent once more, with what this one held and a key of its own."""
    given = {name: form.data.get(name) for name in ("points", "currency")}
    return RedeemForm(held(player.pk), initial=given)


def _offered(
    request: HttpRequest,
    form: RedeemForm,
    refusal: str | Promise | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    try:
        found = offer(_player(request).pk, form.asked, form.into)
    except _REFUSED as error:
        form.add_error("points", str(error.message))
        return _page(request, form=form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    again, key = _again(_player(request), form), form.idempotency_key
    return _page(request, form=again, found=found, key=key, refusal=refusal, status=status)


def _page(
    request: HttpRequest,
    *,
    form: RedeemForm | None = None,
    found: Offer | None = None,
    key: UUID | None = None,
    refusal: str | Promise | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    player = _player(request)
    stands, currencies = standing(player.pk, timezone.now().date()), _currencies(player)
    barred = may_play_real_money(player)
    history = Paginator(entries_of(player.pk), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "standing": stands,
        "worths": worths(stands.whole, stands.tier.redemption, currencies) if stands.whole else [],
        "form": form or _form(stands, currencies),
        "barred": barred.message if barred else None,
        "offer": found,
        "key": key,
        "refusal": refusal,
        "history": history,
        "owing": any(entry.debt_after for entry in history),
    }
    return render(request, "loyalty/points.html", context, status=status)


def _form(stands: Standing, currencies: list[str]) -> RedeemForm:
    return RedeemForm(currencies, initial={"points": max(stands.whole, stands.force.redeem_from)})


def _currencies(player: User) -> list[str]:
    """What is held, the currency in which the player reads amounts first."""
    return sorted(held(player.pk), key=lambda code: (code != player.display_currency, code))


def _player(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise TypeError("login_required lets nobody else in")
    return request.user
