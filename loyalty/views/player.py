"""Pages of a player's points: balance, tier, history, redemption."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, Final, ParamSpec
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models.users import User
from accounts.restrictions.selectors.eligibility import PLAYING, may_play_real_money
from accounts.users.views import require_player
from journal.refusals import Refusal
from loyalty.forms.redemption import ConfirmForm, RedeemForm
from loyalty.models.points import PointsEntry
from loyalty.refusals import WorthChanged
from loyalty.selectors.history import find_entries, load_tier_changes, price_points
from loyalty.selectors.redemption import RedemptionOffer, price_offer, redeemable_currencies
from loyalty.services.redeeming import redeem_points
from loyalty.words.status import LoyaltyStatus, load_status
from pages.answers import see_other
from pages.pagination import ByNumber, load_requested_page
from pages.refused import add_refusal_to_form
from wallet.money.words import format_money

P = ParamSpec("P")
PER_PAGE: Final = 25


@login_required
@never_cache
@require_safe
def show_points(request: HttpRequest) -> HttpResponse:
    return _page(request)


def _sent_by_player(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Accept POST from signed-in players. Without a session the login leads back to the page, not to a POST-only address."""

    @wraps(view)
    @never_cache
    @require_POST
    def checked(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(reverse("loyalty:points"))
        return view(request, *args, **kwargs)

    return checked


@_sent_by_player
def preview_redemption(request: HttpRequest) -> HttpResponse:
    """Show the current value of points without redeeming them."""
    player = require_player(request)
    form = RedeemForm(redeemable_currencies(player.pk), request.POST)
    if not form.is_valid():
        return _page(request, form=form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    return _offered(request, form)


@_sent_by_player
def confirm_redemption(request: HttpRequest) -> HttpResponse:
    """Redeem as shown; show the new offer if the value has changed."""
    player = require_player(request)
    form = ConfirmForm(redeemable_currencies(player.pk), request.POST)
    if not form.is_valid():
        return _page(request, form=_again(player, form), status=HTTPStatus.UNPROCESSABLE_ENTITY)
    key = form.idempotency_key
    try:
        made = redeem_points(player, form.asked, form.into, key=key, shown=form.money)
    except WorthChanged as error:
        return _offered(request, form, refusal=error.message, status=error.status)
    except Refusal as error:
        again = _again(player, form)
        return _page(request, form=again, refusal=error.message, status=error.status)
    told = {
        "points": number_format(made.points, force_grouping=True),
        "money": format_money(made.money),
    }
    messages.success(request, _("%(points)s points became %(money)s.") % told)
    return see_other("loyalty:points")


def _again(player: User, form: RedeemForm) -> RedeemForm:
    """Return the form with the submitted values and a new key."""
    given = {name: form.data.get(name) for name in ("points", "currency")}
    return RedeemForm(redeemable_currencies(player.pk), initial=given)


def _offered(
    request: HttpRequest,
    form: RedeemForm,
    refusal: str | Promise | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    try:
        found = price_offer(require_player(request), form.asked, form.into)
    except Refusal as error:
        return _page(request, form=form, status=add_refusal_to_form(form, error))
    again, key = _again(require_player(request), form), form.idempotency_key
    return _page(request, form=again, found=found, key=key, refusal=refusal, status=status)


def _page(
    request: HttpRequest,
    *,
    form: RedeemForm | None = None,
    found: RedemptionOffer | None = None,
    key: UUID | None = None,
    refusal: str | Promise | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    player = require_player(request)
    stands = load_status(player.pk, timezone.now().date(), player.display_currency)
    currencies = _currencies(player)
    barred = may_play_real_money(player)
    kind = request.GET.get("kind", "")
    kind = kind if kind in PointsEntry.Kind.values else ""
    page = load_requested_page(find_entries(player.pk, kind), ByNumber("seq"), PER_PAGE, request)
    context = {
        "standing": stands,
        "worths": price_points(stands.whole, stands.tier.redemption, currencies)
        if stands.whole
        else [],
        "form": form or _form(stands, currencies),
        "barred": barred,
        "is_out_of_play": player.state not in PLAYING,
        "offer": found,
        "key": key,
        "refusal": refusal,
        "changes": load_tier_changes(player.pk),
        "history": page.rows,
        "page": page,
        "kinds": PointsEntry.Kind.choices,
        "kind": kind,
        "query": urlencode({"kind": kind}) if kind else "",
        "has_debt": any(entry.debt_after for entry in page.rows),
    }
    return render(request, "loyalty/points.html", context, status=status)


def _form(stands: LoyaltyStatus, currencies: list[str]) -> RedeemForm:
    return RedeemForm(currencies, initial={"points": max(stands.whole, stands.force.redeem_from)})


def _currencies(player: User) -> list[str]:
    """Return the currencies held, the player's display currency first."""
    return sorted(
        redeemable_currencies(player.pk), key=lambda code: (code != player.display_currency, code)
    )
