"""Corrections in the back office: one person proposes, another decides."""

from functools import cached_property
from typing import Any
from uuid import uuid5

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy

from accounts.audit.services import record_player_view
from accounts.roles.values import Right
from accounts.staff.views.pages import StaffPage
from accounts.users.selectors.emails import find_account_by_email
from journal.refusals import Refusal
from pages.answers import see_other
from wallet.cash.forms.desk import CorrectionForm, ReversalForm, TransferForm
from wallet.cash.models import Correction
from wallet.cash.selectors.deposit_reversal import plan_reversal
from wallet.cash.services import corrections
from wallet.cash.views.form_answers import CashFormPage, bind_key
from wallet.ledger.models import Transfer
from wallet.ledger.refusals import UnknownPlayer
from wallet.ledger.selectors import funds
from wallet.money.values import Money


class ProposeCorrectionPage(CashFormPage[CorrectionForm]):
    """Page to propose an adjustment or a bonus, or to find a movement to undo."""

    opens = (Right.DO_CASH,)
    template_name = "wallet/staff/correct.html"

    @cached_property
    def search(self) -> TransferForm:
        return TransferForm(self.request.GET if "transfer" in self.request.GET else None)

    def get(self, *args: Any, **kwargs: Any) -> HttpResponse:
        if self.search.is_valid():
            return see_other("cash:reverse", self.search.cleaned_data["transfer"])
        return super().get(*args, **kwargs)

    def process_form(self, form: CorrectionForm) -> HttpResponse:
        email, reason = form.cleaned_data["player"], form.cleaned_data["reason"]
        if (player := find_account_by_email(email)) is None:
            raise UnknownPlayer(detail=email)
        key = bind_key(form, "correction", self.user)
        kind, money = form.correction
        made = corrections.propose_correction(
            kind, player, money, key=key, acting_user=self.user, reason=reason
        )
        return _answer_proposal(self, made)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        title = _("Propose a correction")
        return super().get_context_data(title=title, search=self.search, **kwargs)


def _answer_proposal(page: StaffPage, correction: Correction) -> HttpResponse:
    text = _("%(number)s waits for a second person. Nothing has moved yet.")
    told = text % {"number": correction.number}
    return page.redirect_with_message(
        told, "cash:correction", correction.pk, level=messages.WARNING
    )


class ReverseTransferPage(CashFormPage[ReversalForm]):
    """Page that shows a movement and proposes to undo it exactly."""

    opens = (Right.DO_CASH,)
    template_name = "wallet/staff/reverse.html"

    def process_form(self, form: ReversalForm) -> HttpResponse:
        key = uuid5(form.cleaned_data["key"], f"reversal of {self.user.pk}")
        reason = form.cleaned_data["reason"]
        made = corrections.propose_reversal(
            self.kwargs["transfer"], key=key, acting_user=self.user, reason=reason
        )
        return _answer_proposal(self, made)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        number, refusal = self.kwargs["transfer"], None
        try:
            corrections.find_reversible_transfer(number)
        except Refusal as error:
            refusal = error.message
        original = Transfer.objects.filter(pk=number).select_related("player").first()
        if original is not None and original.player is not None:
            record_player_view(self.user, original.player, "payment")
        return super().get_context_data(
            title=_("Reverse a movement"),
            refusal=refusal,
            original=original,
            money=Money(original.amount, original.currency_id) if original else None,
            plan=plan_reversal(original) if original and not refusal else None,
            number=number,
            **kwargs,
        )


class CorrectionPage(StaffPage):
    opens = (Right.VIEW_CASH,)
    template_name = "wallet/staff/correction.html"

    @cached_property
    def one(self) -> Correction:
        people = ("player", "proposed_by", "decision__decided_by", "original")
        return get_object_or_404(Correction.objects.select_related(*people), pk=self.kwargs["pk"])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        one, decision = self.one, getattr(self.one, "decision", None)
        plan = plan_reversal(one.original) if one.original and not decision else None
        record_player_view(self.user, one.player, "payment")
        return super().get_context_data(
            title=f"{one.get_kind_display()} {one.number}",
            one=one,
            decision=decision,
            plan=plan,
            seen=plan.digest if plan else "",
            money=corrections.correction_amount(one),
            balances=funds.balances(one.player_id),
            may_decide=Right.APPROVE_CASH in self.rights,
            **kwargs,
        )


decide = CorrectionPage.decision_view(
    Right.APPROVE_CASH,
    corrections.decide_correction,
    lambda pk: {"pk": pk},
    approved=gettext_lazy("The correction is carried out."),
    refused=gettext_lazy("The proposal is refused."),
    back=lambda decision: reverse("cash:correction", args=[decision.proposal_id]),
    fields=("seen",),
)
