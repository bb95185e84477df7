"""Recording a deposit at the desk: entered, confirmed, then posted once."""

from http import HTTPStatus
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext, gettext_lazy as _

from accounts.audit.services import record_player_view
from accounts.models.users import User
from accounts.roles.values import Right
from accounts.staff.views.back_office import render_staff, require_staff_user
from accounts.users.selectors.emails import find_account_by_email
from accounts.values.currencies import CurrencyCode
from limits.values import CashLimitKind
from wallet.cash.forms.desk import RecordDepositForm
from wallet.cash.models import Deposit, DepositState
from wallet.cash.selectors import cash_limits
from wallet.cash.services import deposits, steps
from wallet.cash.services.limits import MeasuredAmount
from wallet.cash.views.form_answers import CashFormPage, bind_key
from wallet.ledger.refusals import UnknownPlayer
from wallet.ledger.selectors import funds
from wallet.money.words import format_money

_SALT: Final = "wallet.cash.record"


class RecordPage(CashFormPage[RecordDepositForm]):
    """Page that shows the deposit to be recorded, and records it once exactly these values are confirmed."""

    opens = (Right.DO_CASH,)
    template_name = "wallet/staff/record.html"
    title = _("Record a deposit")

    def process_form(self, form: RecordDepositForm) -> HttpResponse:
        if "back" in self.request.POST:
            return self.form_invalid(form, HTTPStatus.OK)
        note = form.cleaned_data["note"]
        if (player := find_account_by_email(form.cleaned_data["player"])) is None:
            raise UnknownPlayer(detail=form.cleaned_data["player"])
        key = bind_key(form, "desk deposit", self.user)
        if not Deposit.objects.filter(key=key).exists():
            measured = deposits.measure_desk_deposit(player, form.money, acting_user=self.user)
            seal = _seal(form, player, measured)
            given = self.request.POST.get("confirmed")
            if given is None or not constant_time_compare(given, seal):
                return _confirm_page(self.request, form, player, measured, seal)
        made = deposits.record_deposit(
            player.pk, form.money, key=key, acting_user=self.user, note=note
        )
        return self._answer_recording(made)

    def _answer_recording(self, made: Deposit) -> HttpResponse:
        credited = made.state == DepositState.CREDITED
        text = (
            gettext("%(amount)s is credited (%(number)s).")
            if credited
            else gettext("%(number)s of %(amount)s waits for a second person.")
        )
        told = text % {"number": made.number, "amount": format_money(steps.requested_money(made))}
        level = messages.SUCCESS if credited else messages.WARNING
        return self.redirect_with_message(told, "cash:deposit", made.pk, level=level)


def _seal(form: RecordDepositForm, player: User, measured: MeasuredAmount) -> str:
    """Return a token of the values shown; changed values need a new confirmation."""
    facts = (
        form.idempotency_key,
        player.pk,
        form.money,
        form.cleaned_data["note"],
        measured.needs_second,
    )
    return salted_hmac(_SALT, repr([str(fact) for fact in facts])).hexdigest()


def _confirm_page(
    request: HttpRequest, form: RecordDepositForm, player: User, measured: MeasuredAmount, seal: str
) -> HttpResponse:
    record_player_view(require_staff_user(request), player, "payment")
    changed = "confirmed" in request.POST
    before = funds.balance(player.pk, form.money.currency)
    context = {
        "title": _("Confirm the deposit"),
        "form": form,
        "player": player,
        "amount": form.money,
        "currency": CurrencyCode[form.money.currency].label,
        "note": form.cleaned_data["note"],
        "before": before,
        "after": before if measured.needs_second else before + form.money,
        "measured": measured,
        "limit": cash_limits.limit_in_force(CashLimitKind.DEPOSIT_SECOND),
        "seal": seal,
        "changed": changed,
    }
    status = HTTPStatus.CONFLICT if changed else HTTPStatus.OK
    return render_staff(request, "wallet/staff/confirm.html", context, status=status)
