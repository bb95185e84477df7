"""A player's account at the cash desk: state, history, money, closing, and paying out a closed account."""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import uuid5

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.audit.services import record_player_view
from accounts.models.users import State
from accounts.restrictions.selectors.active_restrictions import state_history
from accounts.roles.values import Right
from accounts.staff.views.back_office import require_staff_user, staff_page
from accounts.staff.views.pages import PlayerStaffPage
from accounts.users.selectors.search import all_players
from accounts.values.reasons import translate_reason
from wallet.cash.forms.closing import AllowDepositsForm, CloseAccountForm, ClosedAccountPayoutForm
from wallet.cash.forms.destination import initial_destination
from wallet.cash.selectors import desk_lines, payments, statement, withdrawal_stop
from wallet.cash.selectors.closing_plan import plan_closing
from wallet.cash.selectors.deposit_blocks import find_block
from wallet.cash.services import blocking, closing
from wallet.cash.values.statement_lines import StatementFilter
from wallet.cash.views.statement import build_statement_csv
from wallet.debts.selectors import load_debts
from wallet.money import values

MOVEMENTS = 20


class CashAccountPage(PlayerStaffPage):
    """Page of a player's account; each view is recorded as an event."""

    opens = (Right.VIEW_CASH,)
    template_name = "wallet/staff/account.html"

    def get(self, *args: Any, **kwargs: Any) -> HttpResponse:
        record_player_view(self.user, self.player, "account")
        return super().get(*args, **kwargs)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        player, now, block = self.player, plan_closing(self.player), find_block(self.player.pk)
        closed, may_close = player.state == State.CLOSED, Right.CLOSE_ACCOUNTS in self.rights
        owed = any(values.round_down_to_coin(money) for money in now.real)
        closes = may_close and not closed and not now.obstacles
        deposit_form = (
            self.refused_or_new_form(AllowDepositsForm) if Right.HOLD_CASH in self.rights else None
        )
        held = block and (block.is_active(timezone.now()) or self.given is deposit_form)
        return super().get_context_data(
            title=_("Account %(number)s") % {"number": player.pk},
            player=player,
            plan=now,
            debts=load_debts(player.pk),
            history=[(one, translate_reason(one.reason)) for one in state_history(player)],
            lines=[
                desk_lines.build_desk_line(one) for one in payments.load_latest_payments(player.pk)
            ],
            movements=statement.load_latest_lines(player.pk, MOVEMENTS),
            stop_reason=withdrawal_stop.find_stop_reason(player.pk),
            deposit_block=block if held else None,
            deposit_form=deposit_form,
            close_form=self.refused_or_new_form(CloseAccountForm) if closes else None,
            payment_form=self.refused_or_new_form(
                ClosedAccountPayoutForm, initial=initial_destination(player)
            )
            if may_close and closed and owed
            else None,
            refusals=self._refusals({CloseAccountForm: closes, AllowDepositsForm: block}),
            **kwargs,
        )

    def _refusals(self, places: Mapping[type, object]) -> Iterable[object]:
        """Return the errors of a refused form that the page no longer shows."""
        lost = self.given is not None and not places.get(type(self.given), True)
        return self.given.non_field_errors() if self.given and lost else ()


@CashAccountPage.form_view(CloseAccountForm, Right.CLOSE_ACCOUNTS, fresh=True, drawn=True)
def close_account(page: CashAccountPage, form: CloseAccountForm) -> HttpResponse:
    pk, user = page.player.pk, page.user
    key = uuid5(form.idempotency_key, f"closing of {pk} by {user.pk}")
    closing.close_account(pk, key=key, acting_user=user, reason=form.cleaned_data["reason"])
    return page.redirect_with_message(_("The account is closed."), "cash:account", pk)


@CashAccountPage.form_view(ClosedAccountPayoutForm, Right.CLOSE_ACCOUNTS, fresh=True, drawn=True)
def pay_closed_account(page: CashAccountPage, form: ClosedAccountPayoutForm) -> HttpResponse:
    """Request payment of a closed account's money."""
    pk, user = page.player.pk, page.user
    key = uuid5(form.idempotency_key, f"pay back {pk} by {user.pk}")
    asked = closing.pay_closed_account(pk, to=form.payout, key=key, acting_user=user)
    text = _("%(numbers)s: a cashier, who is another person, approves and pays.")
    numbers = ", ".join(one.number for one in asked)
    return page.redirect_with_message(text % {"numbers": numbers}, "cash:account", pk)


@CashAccountPage.form_view(AllowDepositsForm, Right.HOLD_CASH, drawn=True)
def allow_deposits(page: CashAccountPage, form: AllowDepositsForm) -> HttpResponse:
    """Lift a player's deposit block after a review."""
    pk, reason = page.player.pk, form.cleaned_data["reason"]
    blocking.allow_deposits(pk, acting_user=page.user, reason=reason)
    return page.redirect_with_message(_("The player may deposit again."), "cash:account", pk)


@staff_page(Right.VIEW_CASH)
@require_safe
def download_statement(request: HttpRequest, pk: int) -> StreamingHttpResponse:
    """Send all movements of a player as CSV; the request is recorded as an event."""
    player = get_object_or_404(all_players(), pk=pk)
    record_player_view(require_staff_user(request), player, "movements")
    return build_statement_csv(player.pk, StatementFilter(), sheet="sheet" in request.GET)
