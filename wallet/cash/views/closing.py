"""Page on which players close their account."""

from http import HTTPStatus
from uuid import uuid5

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.factors.views import ask_for_proof, read_proof
from accounts.users.views import require_player
from accounts.visits.views.kept_forms import restore_form
from journal.refusals import Refusal
from pages.answers import see_other
from pages.refused import add_refusal_to_form
from wallet.cash.forms.closing import CloseOwnAccountForm
from wallet.cash.forms.destination import initial_destination
from wallet.cash.refusals import NotClosable
from wallet.cash.selectors.closing_plan import plan_closing
from wallet.cash.services import closing
from wallet.cash.views.form_answers import ask_for_destination_proof


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def close_own_account(request: HttpRequest) -> HttpResponse:
    """Show effects and obstacles; once confirmed, close the account, which ends all sessions."""
    player = require_player(request)
    now = plan_closing(player)
    pays = bool(now.whole)
    form, status = (
        CloseOwnAccountForm(
            request.POST or None,
            pays=pays,
            initial={**initial_destination(player), **restore_form(request)},
        ),
        HTTPStatus.OK,
    )
    if request.method == "POST":
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        if asking := ask_for_destination_proof(request, form, player):
            return asking
        may = form.is_valid() and not now.obstacles and not now.paying
        if may and (asking := ask_for_proof(request, player)):
            return asking
        if form.is_valid():
            key = uuid5(form.idempotency_key, f"closing of {player.pk}")
            try:
                closing.close_own_account(
                    player, to=form.payout, key=key, proof=read_proof(request)
                )
            except Refusal as error:
                status = add_refusal_to_form(form, error)
                if isinstance(error, NotClosable):
                    now = plan_closing(player)
            else:
                return _answer_closing(request)
    refusals = [*now.obstacles, *now.paying]
    context = {"plan": now, "refusals": refusals, "form": None if refusals else form}
    return render(request, "wallet/close.html", context, status=status)


def _answer_closing(request: HttpRequest) -> HttpResponse:
    logout(request)
    messages.success(
        request,
        _("Your account is closed. You can still sign in to read your statement and withdrawals."),
    )
    return see_other("account_login")
