"""The player's bank page: balances, payments, play and receipts."""

from typing import Any, Final
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.users.views import require_player
from pages.line_pages import parse_place
from wallet.cash.models import Deposit, Withdrawal
from wallet.cash.selectors import activity, payments, player_holdings
from wallet.cash.selectors.reviews import find_review
from wallet.cash.services.steps import requested_money
from wallet.cash.values.activity_lines import ActivityView
from wallet.debts.selectors import find_paid_debts, load_debts
from wallet.money.values import Money
from wallet.providers.services import registry

VIEWS: Final = {
    ActivityView.PAYMENTS.value: _("Deposits and withdrawals"),
    ActivityView.PLAY.value: _("Rounds"),
    ActivityView.ALL.value: _("Everything"),
}


@login_required
@never_cache
@require_safe
def show_bank(request: HttpRequest) -> HttpResponse:
    """Show the player's balances, and their payments, rounds, or both."""
    player = require_player(request)
    view, asked = _view_asked_for(request), parse_place(request)
    holdings = player_holdings.load_holdings(player.pk)
    page = (
        activity.load_payments(player.pk, asked)
        if view == ActivityView.PAYMENTS
        else activity.load_activity(player.pk, view, asked)
    )
    context = {
        "holdings": holdings,
        "debts": load_debts(player.pk),
        "total": player_holdings.total_in_currency(
            [one.available for one in holdings], player.display_currency
        ),
        "view": view.value,
        "views": list(VIEWS.items()),
        "shown": VIEWS[view.value],
        "page": page,
    }
    return render(request, "wallet/bank.html", context)


def _view_asked_for(request: HttpRequest) -> ActivityView:
    asked = request.GET.get("show", "")
    return ActivityView(asked) if asked in set(ActivityView) else ActivityView.PAYMENTS


@login_required
@never_cache
@require_safe
def show_receipt(request: HttpRequest, kind: str, reference: UUID) -> HttpResponse:
    """Show a printable receipt of a deposit or withdrawal."""
    player = require_player(request)
    found = (
        payments.list_deposits(player.pk).filter(reference=reference).first()
        if kind == "deposit"
        else payments.list_withdrawals(player.pk).filter(reference=reference).first()
    )
    if found is None:
        raise Http404
    context = {
        **_payment_context(found),
        "provider": registry.provider_label(found.provider),
        "worth": Money(found.amount_usd, "USD"),
        "steps": list(found.steps.order_by("n")),
        "review": find_review(found.pk) if kind != "deposit" else "",
        "debts_paid": find_paid_debts(player.pk, found.xact),
    }
    return render(request, "wallet/receipt.html", context)


def _payment_context(one: Deposit | Withdrawal) -> dict[str, Any]:
    kind = "deposit" if isinstance(one, Deposit) else "withdrawal"
    return {"kind": kind, "one": one, "money": requested_money(one)}
