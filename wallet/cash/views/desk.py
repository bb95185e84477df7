"""The cashier's desk in the back office: record deposits, decide and pay withdrawals."""

from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.roles import Right, rights_of
from accounts.selectors import player_by_email
from accounts.staff import render_staff, staff_of, staff_page
from wallet import providers
from wallet import selectors as ledger
from wallet.cash import desk, selectors
from wallet.cash.errors import StepNotPossible
from wallet.cash.forms import RecordDepositForm, StepForm
from wallet.cash.models import Deposit, DepositState, Withdrawal
from wallet.cash.services import deposits, steps, withdrawals
from wallet.cash.views.asking import explain, key_of, see_other, status_of
from wallet.errors import UnknownPlayer, WalletError
from wallet.templatetags.money import money as shown

Take = Callable[[int, StepForm, User], object]


def _take(service: Callable[..., object], word: str) -> Take:
    """Adapt a service: its reason is called `note` where it may be left out or is a reference."""

    def take(pk: int, form: StepForm, user: User) -> object:
        seen, text = form.cleaned_data["seen"], form.cleaned_data["note"]
        return service(pk, seen=seen, acting_user=user, **{word: text})

    return take


_DEPOSIT: Final[Mapping[str, Take]] = {
    "approve": _take(deposits.approve, "note"),
    "refuse": _take(deposits.refuse, "reason"),
}
_WITHDRAWAL: Final[Mapping[str, Take]] = {
    "approve": _take(withdrawals.approve, "note"),
    "pay": _take(withdrawals.pay, "note"),
    "hold": _take(withdrawals.hold, "reason"),
    "release": _take(withdrawals.release, "reason"),
    "refuse": _take(withdrawals.refuse, "reason"),
}


@staff_page(Right.VIEW_CASH)
@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """Show everything that waits for somebody."""
    context = {
        "title": _("Deposits and withdrawals"),
        "withdrawals": desk.waiting_withdrawals(),
        "deposits": desk.waiting_deposits(),
        "lately": desk.lately(),
        "sums": selectors.waiting_sums().values(),
        "opened": selectors.withdrawals_open(),
        "may_record": Right.DO_CASH in rights_of(staff_of(request)),
    }
    return render_staff(request, "wallet/staff/desk.html", context)


@staff_page(Right.DO_CASH)
@require_http_methods(["GET", "HEAD", "POST"])
def record(request: HttpRequest) -> HttpResponse:
    """Record what a player paid at the desk; the same form twice records it once."""
    form = RecordDepositForm(request.POST or None)
    status = HTTPStatus.OK
    if request.method == "POST":
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        if form.is_valid():
            try:
                return _recorded(request, _record(form, staff_of(request)))
            except UnknownPlayer as error:
                form.add_error("player", str(error.message))
            except WalletError as error:
                explain(form, error)
                status = status_of(error)
    context = {"title": _("Record a deposit"), "form": form}
    return render_staff(request, "wallet/staff/record.html", context, status=status)


def _record(form: RecordDepositForm, user: User) -> Deposit:
    player = player_by_email(form.cleaned_data["player"])
    if player is None:
        raise UnknownPlayer(form.cleaned_data["player"])
    key = key_of(form, "desk deposit", user)
    note = form.cleaned_data["note"]
    return deposits.record(player.pk, form.money, key=key, acting_user=user, note=note)


def _recorded(request: HttpRequest, deposit: Deposit) -> HttpResponse:
    told = {"number": deposit.number, "amount": shown(steps.money_of(deposit))}
    if deposit.state == DepositState.CREDITED:
        messages.success(request, _("%(amount)s is credited (%(number)s).") % told)
    else:
        messages.warning(request, _("%(number)s of %(amount)s waits for a second person.") % told)
    return see_other("cash:deposit", deposit.pk)


@staff_page(Right.VIEW_CASH)
@require_http_methods(["GET", "HEAD", "POST"])
def deposit(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one deposit with its history, and take its next step."""
    one = get_object_or_404(selectors.deposits(), pk=pk)
    if request.method == "POST":
        return _step(request, one, _DEPOSIT)
    return _deposit_page(request, one)


@staff_page(Right.VIEW_CASH)
@require_http_methods(["GET", "HEAD", "POST"])
def withdrawal(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one withdrawal with its history and its player, and take its next step."""
    one = get_object_or_404(selectors.withdrawals(), pk=pk)
    if request.method == "POST":
        return _step(request, one, _WITHDRAWAL)
    return _withdrawal_page(request, one)


def _step(
    request: HttpRequest, one: Deposit | Withdrawal, known: Mapping[str, Take]
) -> HttpResponse:
    form, take = StepForm(request.POST), known.get(request.POST.get("do", ""))
    if take is None or not form.is_valid():
        if take is None:
            form.add_error(None, str(StepNotPossible.message))
        return _anew(request, one, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        take(one.pk, form, staff_of(request))
    except WalletError as error:
        form.add_error(None, str(error.message))
        return _anew(request, one, form, status_of(error))
    messages.success(request, _("%(number)s: done.") % {"number": one.number})
    return see_other("cash:deposit" if isinstance(one, Deposit) else "cash:withdrawal", one.pk)


def _anew(
    request: HttpRequest, one: Deposit | Withdrawal, form: StepForm, status: HTTPStatus
) -> HttpResponse:
    one.refresh_from_db()
    if isinstance(one, Deposit):
        return _deposit_page(request, one, form, status)
    return _withdrawal_page(request, one, form, status)


def _deposit_page(
    request: HttpRequest,
    one: Deposit,
    form: StepForm | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    user, history = staff_of(request), list(one.steps.select_related("acting_user").order_by("n"))
    context = {
        **_facts(one, form, history[-1].n),
        "history": history,
        "actions": desk.deposit_actions(one, history[-1], user, rights_of(user)),
        "opened": True,
    }
    return render_staff(request, "wallet/staff/cash.html", context, status=status)


def _withdrawal_page(
    request: HttpRequest,
    one: Withdrawal,
    form: StepForm | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    user, history = staff_of(request), list(one.steps.select_related("acting_user").order_by("n"))
    opened = selectors.withdrawals_open()
    context = {
        **_facts(one, form, history[-1].n),
        "history": history,
        "actions": desk.withdrawal_actions(one, history[-1], user, rights_of(user), opened=opened),
        "opened": opened,
    }
    return render_staff(request, "wallet/staff/cash.html", context, status=status)


def _facts(one: Deposit | Withdrawal, form: StepForm | None, seen: int) -> dict[str, Any]:
    """What both pages show. The form always carries the newest step; what was written stays."""
    note = form.data.get("note", "") if form else ""
    fresh = StepForm(initial={"seen": seen, "note": note})
    words = [str(word) for words in form.errors.values() for word in words] if form else []
    return {
        "title": f"{_('Deposit') if isinstance(one, Deposit) else _('Withdrawal')} {one.number}",
        "one": one,
        "line": desk.line(one),
        "provider": providers.label(one.provider),
        "balances": ledger.balances(one.player_id),
        "before": [desk.line(other) for other in selectors.latest_cash(one.player_id)],
        "form": fresh,
        "errors": words,
    }
