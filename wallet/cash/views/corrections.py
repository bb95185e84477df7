"""Corrections in the back office: one person proposes, another one decides."""

from http import HTTPStatus
from uuid import uuid5

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.audit.services import record_view
from accounts.models.users import User
from accounts.roles.selectors import rights_of
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.staff.views.back_office import render_staff, require_fresh, staff_of, staff_page
from accounts.users.selectors.emails import player_by_email
from journal.refusals import Refusal
from pages.answers import see_other
from pages.refused import explain
from wallet.cash.forms.desk import (
    CorrectionDecisionForm,
    CorrectionForm,
    ReversalForm,
    TransferForm,
)
from wallet.cash.models import Correction
from wallet.cash.selectors.deposit_reversal import plan_reversal
from wallet.cash.services import corrections
from wallet.cash.views.form_answers import bind_key, explain_refusal
from wallet.ledger.models import Transfer
from wallet.ledger.refusals import UnknownPlayer
from wallet.ledger.selectors import funds
from wallet.money.values import Money

_UNREADABLE = HTTPStatus.UNPROCESSABLE_ENTITY


@staff_page(Right.DO_CASH)
@require_http_methods(["GET", "HEAD", "POST"])
def propose(request: HttpRequest) -> HttpResponse:
    """Propose an adjustment or a bonus, or look for a movement to undo."""
    form, status = CorrectionForm(request.POST or None), HTTPStatus.OK
    if request.method == "POST":
        status = _UNREADABLE
        if form.is_valid():
            try:
                return _proposed(request, _propose(form, staff_of(request)))
            except Refusal as error:
                status = explain_refusal(form, error)
    search = TransferForm(request.GET if "transfer" in request.GET else None)
    if search.is_valid():
        return see_other("cash:reverse", search.cleaned_data["transfer"])
    context = {"title": _("Propose a correction"), "form": form, "search": search}
    return render_staff(request, "wallet/staff/correct.html", context, status=status)


def _propose(form: CorrectionForm, user: User) -> Correction:
    player = player_by_email(form.cleaned_data["player"])
    if player is None:
        raise UnknownPlayer(detail=form.cleaned_data["player"])
    kind, money = form.correction
    return corrections.propose(
        kind,
        player,
        money,
        key=bind_key(form, "correction", user),
        acting_user=user,
        reason=form.cleaned_data["reason"],
    )


def _proposed(request: HttpRequest, correction: Correction) -> HttpResponse:
    told = _("%(number)s waits for a second person. Nothing has moved yet.")
    messages.warning(request, told % {"number": correction.number})
    return see_other("cash:correction", correction.pk)


@staff_page(Right.DO_CASH)
@require_http_methods(["GET", "HEAD", "POST"])
def reverse(request: HttpRequest, transfer: int) -> HttpResponse:
    """Show a movement and propose to undo it exactly."""
    form, status, user = ReversalForm(request.POST or None), HTTPStatus.OK, staff_of(request)
    if request.method == "POST":
        status = _UNREADABLE
        if form.is_valid():
            key = uuid5(form.cleaned_data["key"], f"reversal of {user.pk}")
            reason = form.cleaned_data["reason"]
            try:
                made = corrections.propose_reversal(
                    transfer, key=key, acting_user=user, reason=reason
                )
                return _proposed(request, made)
            except Refusal as error:
                status = explain_refusal(form, error)
    refusal = None
    try:
        corrections.reversible(transfer)
    except Refusal as error:
        refusal = error.message
    original = Transfer.objects.filter(pk=transfer).select_related("player").first()
    if original is not None and original.player is not None:
        record_view(user, original.player, "payment")
    context = {
        "title": _("Reverse a movement"),
        "form": form,
        "refusal": refusal,
        "original": original,
        "money": Money(original.amount, original.currency_id) if original else None,
        "plan": plan_reversal(original) if original and not refusal else None,
        "number": transfer,
    }
    return render_staff(request, "wallet/staff/reverse.html", context, status=status)


@staff_page(Right.VIEW_CASH)
@require_http_methods(["GET", "HEAD", "POST"])
def correction(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one correction, and decide it."""
    one = _with_people(pk)
    form, status = CorrectionDecisionForm(request.POST or None), HTTPStatus.OK
    if request.method == "POST":
        require(staff_of(request), Right.APPROVE_CASH)
        require_fresh(request)
        status = _UNREADABLE
        if form.is_valid():
            try:
                return _decided(request, one, form)
            except Refusal as error:
                status, one = explain(form, error), _with_people(pk)
    user, decided = staff_of(request), hasattr(one, "decision")
    record_view(user, one.player, "payment")
    context = {
        "title": f"{one.get_kind_display()} {one.number}",
        "one": one,
        "decision": getattr(one, "decision", None),
        "plan": plan_reversal(one.original) if one.original and not decided else None,
        "money": corrections.money_of_correction(one),
        "balances": funds.balances(one.player_id),
        "form": form,
        "may_decide": Right.APPROVE_CASH in rights_of(user),
    }
    return render_staff(request, "wallet/staff/correction.html", context, status=status)


def _with_people(pk: int) -> Correction:
    people = ("player", "proposed_by", "decision__decided_by", "original")
    return get_object_or_404(Correction.objects.select_related(*people), pk=pk)


def _decided(request: HttpRequest, one: Correction, form: CorrectionDecisionForm) -> HttpResponse:
    corrections.decide(
        one.pk,
        approved=form.approved,
        acting_user=staff_of(request),
        reason=form.cleaned_data["reason"],
        seen=form.cleaned_data["seen"],
    )
    told = _("%(number)s is carried out.") if form.approved else _("%(number)s is refused.")
    messages.success(request, told % {"number": one.number})
    return see_other("cash:correction", one.pk)
