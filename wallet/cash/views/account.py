"""One player's account at the desk: its state and history, its money, closing it, paying what a closed one has."""

from http import HTTPStatus
from uuid import uuid5

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.audit.services import record_view
from accounts.models.users import State, User
from accounts.restrictions.selectors.active_restrictions import state_history
from accounts.roles.selectors import rights_of
from accounts.roles.values import Right
from accounts.staff.views.back_office import render_staff, staff_of, staff_page
from accounts.values.reasons import translate_reason
from journal.refusals import Refusal
from pages.answers import see_other
from pages.refused import explain
from wallet.cash.forms.closing import AllowDepositsForm, CloseForm, PayBackForm
from wallet.cash.forms.destination import initial_of
from wallet.cash.selectors import desk_lines, payments, withdrawal_stop
from wallet.cash.selectors.closing_plan import plan_closing
from wallet.cash.selectors.deposit_blocks import block_of
from wallet.cash.services import blocking, closing
from wallet.cash.values.statement_lines import StatementFilter
from wallet.cash.views.statement import csv_of
from wallet.debts.selectors import debts_of
from wallet.ledger.selectors import funds
from wallet.money import values

MOVEMENTS = 20


@staff_page(Right.VIEW_CASH)
@require_safe
def account(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a player's account; that it was looked at is an event."""
    player = _player(pk)
    record_view(staff_of(request), player, "account")
    return _page(request, player)


@staff_page(Right.VIEW_CASH)
@require_safe
def statement(request: HttpRequest, pk: int) -> StreamingHttpResponse:
    """Send every movement of a player as CSV; that it was asked for is an event."""
    player = _player(pk)
    record_view(staff_of(request), player, "movements")
    return csv_of(player.pk, StatementFilter(), sheet="sheet" in request.GET)


@staff_page(Right.CLOSE_ACCOUNTS, fresh=True)
@require_POST
def close(request: HttpRequest, pk: int) -> HttpResponse:
    """Close it, with a reason."""
    player, user, form = _player(pk), staff_of(request), CloseForm(request.POST)
    if not form.is_valid():
        return _page(request, player, closes=form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    key = uuid5(form.idempotency_key, f"closing of {pk} by {user.pk}")
    try:
        closing.close(pk, key=key, acting_user=user, reason=form.cleaned_data["reason"])
    except Refusal as error:
        return _page(request, player, closes=form, status=explain(form, error))
    messages.success(request, _("The account is closed."))
    return see_other("cash:account", pk)


@staff_page(Right.CLOSE_ACCOUNTS, fresh=True)
@require_POST
def pay_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for the payment of what a closed account has."""
    player, user, form = _player(pk), staff_of(request), PayBackForm(request.POST)
    if not form.is_valid():
        return _page(request, player, pays=form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    key = uuid5(form.idempotency_key, f"pay back {pk} by {user.pk}")
    try:
        asked = closing.pay_back(pk, to=form.to, key=key, acting_user=user)
    except Refusal as error:
        return _page(request, player, pays=form, status=explain(form, error))
    numbers = ", ".join(one.number for one in asked)
    text = _("%(numbers)s: a cashier, who is another person, approves and pays.")
    messages.success(request, text % {"numbers": numbers})
    return see_other("cash:account", pk)


@staff_page(Right.HOLD_CASH)
@require_POST
def allow_deposits(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a player deposit again whose refused deposits somebody has looked at."""
    player, user, form = _player(pk), staff_of(request), AllowDepositsForm(request.POST)
    if not form.is_valid():
        return _page(request, player, allows=form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        blocking.allow_deposits(pk, acting_user=user, reason=form.cleaned_data["reason"])
    except Refusal as error:
        return _page(request, player, allows=form, status=explain(form, error))
    messages.success(request, _("The player may deposit again."))
    return see_other("cash:account", pk)


def _player(pk: int) -> User:
    return get_object_or_404(User, pk=pk, is_staff=False)


def _page(
    request: HttpRequest,
    player: User,
    *,
    closes: Form | None = None,
    pays: Form | None = None,
    allows: Form | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    player.refresh_from_db()
    now, closed = plan_closing(player), player.state == State.CLOSED
    rights = rights_of(staff_of(request))
    may = Right.CLOSE_ACCOUNTS in rights
    block = block_of(player.pk)
    owed = any(values.payable(money) for money in now.real)
    closing_form = (closes or CloseForm()) if may and not closed and not now.obstacles else None
    context = {
        "title": _("Account %(number)s") % {"number": player.pk},
        "player": player,
        "plan": now,
        "debts": debts_of(player.pk),
        "history": [(one, translate_reason(one.reason)) for one in state_history(player)],
        "lines": [desk_lines.desk_line(one) for one in payments.latest_cash(player.pk)],
        "movements": funds.movements(player.pk, limit=MOVEMENTS),
        "shut": withdrawal_stop.stop_reason(player.pk),
        "deposit_block": block if block and (block.holds(timezone.now()) or allows) else None,
        "allows": (allows or AllowDepositsForm()) if Right.HOLD_CASH in rights else None,
        "closes": closing_form,
        "refused": [
            *(closes.non_field_errors() if closes and not closing_form else []),
            *(allows.non_field_errors() if allows and not block else []),
        ],
        "pays": (pays or PayBackForm(initial=initial_of(player)))
        if may and closed and owed
        else None,
    }
    return render_staff(request, "wallet/staff/account.html", context, status=status)
