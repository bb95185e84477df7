"""The player's pages to deposit and to withdraw."""

from contextlib import suppress
from http import HTTPStatus
from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.factors.views import read_proof
from accounts.models.users import User
from accounts.restrictions.selectors.eligibility import may_play_real_money, may_withdraw
from accounts.users.views import require_player
from accounts.values.currencies import REAL_CURRENCIES
from accounts.visits.views.kept_forms import restore_form
from journal.refusals import Refusal
from limits.models import DepositAnswer
from limits.values import CashLimitKind
from limits.words import name_window
from pages.answers import see_other
from pages.moments import describe_hours
from profiles.selectors.in_force import profile_in_force
from wallet.cash.forms.bank import DepositForm, WithdrawalForm
from wallet.cash.forms.destination import initial_destination
from wallet.cash.models import DepositState, Withdrawal
from wallet.cash.refusals import WithdrawalsClosed
from wallet.cash.selectors import cash_limits, payments, withdrawal_stop
from wallet.cash.selectors.closed_loop import amounts_to_return
from wallet.cash.selectors.deposit_allowance import find_tightest_limit
from wallet.cash.services import deposits, destinations, withdrawals
from wallet.cash.services.deposit_terms import answer_deposit_terms
from wallet.cash.services.steps import requested_money
from wallet.cash.values.quick_amounts import quick_amounts
from wallet.cash.views.form_answers import ask_for_destination_proof, bind_key, explain_refusal
from wallet.cash.words.deposit_terms import describe_asked_terms
from wallet.debts.selectors import load_debts, withdrawable_amounts
from wallet.ledger.selectors import funds
from wallet.money import values
from wallet.money.values import BASE_CURRENCY, PLAY_MONEY, Money
from wallet.money.words import format_money
from wallet.player_limits.words import DisplayCurrency
from wallet.providers.services import registry
from wallet.rates.refusals import NoRate, RatePending, StaleRate
from wallet.rates.selectors.rates import usable_rate

ANSWERS: Final = {kind.value: kind for kind in DepositAnswer.Kind}
"""Values of the button `do` on the deposit page, by which the player answers what is asked before a deposit."""
_HOLDER = gettext_lazy(
    "The account holder is not your verified name. Our staff check it before they pay."
)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def deposit_page(request: HttpRequest) -> HttpResponse:
    """Begin a deposit; a form sent twice begins one."""
    player = require_player(request)
    if barred := may_play_real_money(player):
        context: dict[str, Any] = {"barred": barred}
        status = HTTPStatus.FORBIDDEN if request.method == "POST" else HTTPStatus.OK
        return render(request, "wallet/deposit.html", context, status=status)
    if answer := ANSWERS.get(request.POST.get("do", "")):
        return _answer_terms(request, player, answer)
    form = DepositForm(request.POST or None, initial=_initial(request, player))
    status = HTTPStatus.OK
    if request.method == "POST":
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        if form.is_valid():
            try:
                return _answer_deposit(request, _deposit(form, player))
            except Refusal as error:
                status = explain_refusal(form, error)
    return render(request, "wallet/deposit.html", _deposit_context(player, form), status=status)


def _deposit_context(player: User, form: DepositForm) -> dict[str, Any]:
    bounds = cash_limits.deposit_bounds(cash_limits.limits_in_force())
    return {
        "form": form if registry.self_service_providers() else None,
        "asked": describe_asked_terms(player),
        "own": _own(player),
        "balances": [one for one in funds.balances(player.pk) if one.currency != PLAY_MONEY],
        "methods": _methods(),
        "bounds": bounds,
        "quick": [quick_amounts(one.least, one.most) for one in bounds],
    }


def _answer_terms(request: HttpRequest, player: User, kind: DepositAnswer.Kind) -> HttpResponse:
    """Store the answer to what is asked before a deposit, and show the page again."""
    try:
        answer_deposit_terms(player, kind)
    except Refusal as error:
        messages.error(request, str(error))
    return see_other("wallet:deposit")


def _deposit(form: DepositForm, player: User) -> deposits.StartedDeposit:
    key = bind_key(form, "deposit", player)
    return deposits.begin_deposit(player, form.money, key=key, provider=form.provider_name)


def _own(player: User) -> dict[str, Any]:
    """Return what is left of the player's limits, and whether to suggest one: before the first deposit, if there is none."""
    try:
        found = find_tightest_limit(player, timezone.now())
    except NoRate:  # a deposit is refused for it, with words
        found = None
    first = found is None and not payments.list_deposits(player.pk).exists()
    left = (
        DisplayCurrency.load(player.display_currency).format(max(found.amount, 0)) if found else ""
    )
    return {
        "first": first,
        "left": left,
        "period": name_window(found) if found else "",
        "scope": found.limit.scope.value if found else "",
        "wait": describe_hours(profile_in_force(player.country).limit_loosening_hours),
    }


def _methods() -> list[dict[str, str]]:
    return [
        {"label": registry.provider_label(name), "note": registry.provider_note(name)}
        for name in registry.self_service_providers()
    ]


def _answer_deposit(request: HttpRequest, begun: deposits.StartedDeposit) -> HttpResponse:
    deposit = begun.deposit
    amount = {"amount": format_money(requested_money(deposit)), "number": deposit.number}
    if begun.address:  # a link, not a redirect: CSP form-action allows only this site
        whither = {"address": begun.address, "provider": registry.provider_label(deposit.provider)}
        return render(request, "wallet/deposit_continue.html", {**amount, **whither})
    if deposit.state == DepositState.CREDITED:
        messages.success(request, _("%(amount)s is in your account.") % amount)
    else:
        messages.info(request, _("Your deposit %(number)s of %(amount)s is on its way.") % amount)
    return see_other("wallet:bank")


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def withdrawal_page(request: HttpRequest) -> HttpResponse:
    """Request a withdrawal; a form sent twice requests one."""
    player = require_player(request)
    if barred := may_withdraw(player):
        context: dict[str, Any] = {"barred": barred}
        status = HTTPStatus.FORBIDDEN if request.method == "POST" else HTTPStatus.OK
        return render(request, "wallet/withdraw.html", context, status=status)
    form = WithdrawalForm(request.POST or None, initial=_initial(request, player))
    status = HTTPStatus.OK
    if request.method == "POST":
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        if asking := ask_for_destination_proof(request, form, player):
            return asking
        if form.is_valid():
            try:
                return _answer_withdrawal(request, _withdraw(request, form, player))
            except Refusal as error:
                status = explain_refusal(form, error)
    opened = request.method == "POST" or withdrawal_stop.are_withdrawals_open(player.pk)
    limits = cash_limits.load_player_limits(player.pk)
    payable = _payable(player)
    bounds = cash_limits.withdrawal_bounds(limits)
    context = {
        "form": form if opened else None,
        "barred": None if opened else WithdrawalsClosed(),
        "debts": load_debts(player.pk),
        "returns": _returns(player),
        "needs_factor": destinations.asks_factor(player),
        "payable": payable,
        "quick": _quick_withdrawals(bounds, [one["money"] for one in payable]),
        "bounds": bounds,
        "day": _day(player, limits),
    }
    return render(request, "wallet/withdraw.html", context, status=status)


def _withdraw(request: HttpRequest, form: WithdrawalForm, player: User) -> Withdrawal:
    return withdrawals.request_withdrawal(
        player,
        form.money,
        destination=form.cleaned_data["destination"],
        key=bind_key(form, "withdrawal", player),
        provider=form.cleaned_data["provider"],
        proof=read_proof(request),
    )


def _answer_withdrawal(request: HttpRequest, asked: Withdrawal) -> HttpResponse:
    amount = {"amount": format_money(requested_money(asked)), "number": asked.number}
    text = _("You asked for %(amount)s (%(number)s). It is held until our staff have paid it.")
    messages.success(request, text % amount)
    if asked.is_to_another:
        messages.warning(request, _HOLDER)
    return see_other("wallet:bank")


def _initial(request: HttpRequest, player: User) -> dict[str, Any]:
    """Return initial values, including valid ones from the query string."""
    currency = request.GET.get("currency", "")
    held = restore_form(request)
    known = currency if currency in REAL_CURRENCIES else ""
    found: dict[str, Any] = {"currency": known or _usual_currency(player)}
    with suppress(Refusal):
        found["amount"] = Money.parse(request.GET.get("amount", ""), found["currency"]).decimal
    return {**found, **initial_destination(player), **held}


def _usual_currency(player: User) -> str:
    """Return the player's currency, or US dollars while it has no usable rate and would be refused."""
    try:
        usable_rate(player.display_currency)
    except (NoRate, StaleRate, RatePending):
        return BASE_CURRENCY
    return player.display_currency


def _payable(player: User) -> list[dict[str, Money]]:
    rows = [
        (one, values.round_down_to_coin(one)) for one in withdrawable_amounts(player.pk).values()
    ]
    return [{"money": whole, "dust": one - whole} for one, whole in rows if whole.units > 0]


def _returns(player: User) -> list[dict[str, object]]:
    """Return what goes back by each payment method first."""
    owed = amounts_to_return(player.pk, player.country)
    return [{"method": registry.provider_label(one), "money": owed[one]} for one in owed]


def _quick_withdrawals(
    bounds: list[cash_limits.AmountBounds], payable: list[Money]
) -> list[list[Money]]:
    """Return round amounts per currency below the withdrawable amount, which has its own link."""
    free = {one.currency: one for one in payable}
    return [
        [one for one in quick_amounts(limit.least, limit.most) if one < have]
        for limit in bounds
        if (have := free.get(limit.most.currency))
    ]


def _day(player: User, limits: cash_limits.Limits) -> dict[str, str]:
    """Return the 24-hour withdrawal limit and what is left of it, in the player's display currency."""
    limit = limits[CashLimitKind.WITHDRAWAL_DAY, BASE_CURRENCY]
    left = max(limit - payments.sum_recent_withdrawals(player.pk), Money.zero(BASE_CURRENCY))
    here = DisplayCurrency.load(player.display_currency)
    return {"limit": here.format(limit.units), "left": here.format(left.units)}
