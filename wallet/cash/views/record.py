"""Recording a deposit at the desk: written, looked at, then posted once."""

from http import HTTPStatus
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.audit.services import record_view
from accounts.models.users import User
from accounts.roles.values import Right
from accounts.staff.views.back_office import render_staff, staff_of, staff_page
from accounts.users.selectors.emails import player_by_email
from accounts.values.currencies import CurrencyCode
from journal.refusals import Refusal
from pages.answers import see_other
from wallet.cash.forms.desk import RecordDepositForm
from wallet.cash.models import Deposit, DepositState, LimitName
from wallet.cash.selectors import cash_limits
from wallet.cash.services import deposits, steps
from wallet.cash.services.limits import MeasuredAmount
from wallet.cash.views.form_answers import bind_key, explain_refusal
from wallet.ledger.refusals import UnknownPlayer
from wallet.ledger.selectors import funds
from wallet.money.words import format_money

_SALT: Final = "wallet.cash.record"


@staff_page(Right.DO_CASH)
@require_http_methods(["GET", "HEAD", "POST"])
def record(request: HttpRequest) -> HttpResponse:
    """Show what is about to be recorded, and record it once that very thing was confirmed."""
    form = RecordDepositForm(request.POST or None)
    if request.method != "POST":
        return _form_page(request, form)
    if not form.is_valid() or "back" in request.POST:
        status = HTTPStatus.OK if form.is_valid() else HTTPStatus.UNPROCESSABLE_ENTITY
        return _form_page(request, form, status)
    try:
        return _confirmed_or_shown(request, form)
    except Refusal as error:
        return _form_page(request, form, explain_refusal(form, error))


def _confirmed_or_shown(request: HttpRequest, form: RecordDepositForm) -> HttpResponse:
    user, note = staff_of(request), form.cleaned_data["note"]
    player = player_by_email(form.cleaned_data["player"])
    if player is None:
        raise UnknownPlayer(detail=form.cleaned_data["player"])
    key = bind_key(form, "desk deposit", user)
    if not Deposit.objects.filter(key=key).exists():
        measured = deposits.measure(player, form.money, acting_user=user)
        seal = _seal(form, player, measured)
        given = request.POST.get("confirmed")
        if given is None or not constant_time_compare(given, seal):
            return _confirm_page(request, form, player, measured, seal)
    deposit = deposits.record(player.pk, form.money, key=key, acting_user=user, note=note)
    return _recorded(request, deposit)


def _seal(form: RecordDepositForm, player: User, measured: MeasuredAmount) -> str:
    """Stands for exactly what the page showed: anything else is shown again first."""
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
    record_view(staff_of(request), player, "payment")
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
        "limit": cash_limits.limit_in_force(LimitName.DEPOSIT_SECOND),
        "seal": seal,
        "changed": changed,
    }
    status = HTTPStatus.CONFLICT if changed else HTTPStatus.OK
    return render_staff(request, "wallet/staff/confirm.html", context, status=status)


def _form_page(
    request: HttpRequest, form: RecordDepositForm, status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    context = {"title": _("Record a deposit"), "form": form}
    return render_staff(request, "wallet/staff/record.html", context, status=status)


def _recorded(request: HttpRequest, deposit: Deposit) -> HttpResponse:
    told = {"number": deposit.number, "amount": format_money(steps.money_of(deposit))}
    if deposit.state == DepositState.CREDITED:
        messages.success(request, _("%(amount)s is credited (%(number)s).") % told)
    else:
        messages.warning(request, _("%(number)s of %(amount)s waits for a second person.") % told)
    return see_other("cash:deposit", deposit.pk)
