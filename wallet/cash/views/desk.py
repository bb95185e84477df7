"""The cash desk in the back office: waiting payments, search, and the steps of a payment."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from http import HTTPStatus
from typing import Any, ClassVar, Final

from django.db.models import TextChoices
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.audit.services import record_list_view, record_player_view
from accounts.models.users import User
from accounts.roles.selectors import load_rights
from accounts.roles.values import Right
from accounts.staff.views.back_office import (
    render_staff,
    require_fresh_factor,
    require_staff_user,
    staff_page,
)
from accounts.staff.views.pages import StaffFormPage
from pages.lists import active_filters, build_page_queries, export_query
from pages.pagination import Cursor
from wallet.cash.forms.desk import DeskSearchForm, StepForm
from wallet.cash.models import Deposit, DepositRefusal, Withdrawal, WithdrawalRefusal
from wallet.cash.refusals import StepNotPossible
from wallet.cash.selectors import (
    closed_accounts,
    desk_lines,
    desk_search,
    payments,
    withdrawal_stop,
)
from wallet.cash.services import deposits, provider_timeout, refunds, withdrawals
from wallet.cash.words import desk
from wallet.ledger.selectors import funds
from wallet.providers.services import registry

Take = Callable[[int, StepForm, User], object]


def _take(service: Callable[..., object], word: str) -> Take:
    """Adapt a service whose text argument is named `word`: `note` (optional, or a reference) or `reason`."""

    def take(pk: int, form: StepForm, user: User) -> object:
        seen, text = form.cleaned_data["seen"], form.cleaned_data["note"]
        return service(pk, seen=seen, acting_user=user, **{word: text})

    return take


_APPROVE: Final = "approve"
_BOUNCE: Final = "bounce"
_FRESH: Final = frozenset({_APPROVE, _BOUNCE})
"""Steps that are approvals and need a fresh second factor."""


def _refuse(service: Callable[..., object]) -> Take:
    """Adapt a refusal service: a reason for staff, a chosen sentence for the player."""

    def take(pk: int, form: StepForm, user: User) -> object:
        data = form.cleaned_data
        told = data.get("told_player", "")
        return service(
            pk, seen=data["seen"], acting_user=user, reason=data["note"], told_player=told
        )

    return take


_DEPOSIT: Final[Mapping[str, Take]] = {
    _APPROVE: _take(deposits.approve_deposit, "note"),
    "refuse": _refuse(deposits.refuse_deposit),
    "refund": _take(refunds.order_refund, "note"),
}
_WITHDRAWAL: Final[Mapping[str, Take]] = {
    _APPROVE: _take(withdrawals.approve_withdrawal, "note"),
    "send": _take(withdrawals.send_to_provider, "note"),
    "again": _take(withdrawals.resend_to_provider, "note"),
    "doubt": _take(provider_timeout.doubt_payment, "reason"),
    _BOUNCE: _take(provider_timeout.confirm_bounce, "reason"),
    "wait": _take(provider_timeout.resume_waiting, "reason"),
    "pay": _take(withdrawals.record_staff_payment, "note"),
    "hold": _take(withdrawals.put_on_hold, "reason"),
    "release": _take(withdrawals.release_hold, "reason"),
    "refuse": _refuse(withdrawals.refuse_withdrawal),
}


@staff_page(Right.VIEW_CASH)
@require_safe
def show_desk(request: HttpRequest) -> HttpResponse:
    """Show waiting payments, this person's first, and search results."""
    user, form = require_staff_user(request), DeskSearchForm(request.GET)
    rights, closed = load_rights(user), withdrawal_stop.find_stop_reason()
    mine, others = desk_search.load_waiting(user, rights, opened=not closed)
    found = form.is_valid()
    before = Cursor.parse(request.GET.get("before", ""))
    page = desk_search.search_desk(form.search, before) if found else desk_search.FoundPayments([])
    left = closed_accounts.find_closed_with_money()
    people = (
        *desk_search.iterate_player_ids(mine, others, page.lines),
        *(player.pk for player, _money in left),
    )
    chosen = active_filters(request, form)
    record_list_view(user, people, chosen)
    context = {
        "title": _("Deposits and withdrawals"),
        "chosen": chosen,
        "mine": mine,
        "others": others,
        "left": left,
        "sums": payments.sum_open_withdrawals().values(),
        "closed": closed,
        "players_closed": withdrawal_stop.count_stopped_players(),
        "has_provider": len(registry.enabled_providers()) > 1,
        "may_record": Right.DO_CASH in rights,
        "form": form,
        "found": found,
        "lines": page.lines,
        "part": build_page_queries(request, older=page.older, more=page.more),
        "lists": _lists(form) if found and Right.VIEW_REPORTS in rights else [],
        "query": export_query(request),
    }
    status = HTTPStatus.OK if found else HTTPStatus.UNPROCESSABLE_ENTITY
    return render_staff(request, "wallet/staff/desk.html", context, status=status)


def _lists(form: DeskSearchForm) -> list[tuple[str, str]]:
    """Return name and title of the lists that can be downloaded for this search."""
    titles = {"deposit": _("Deposits as a file"), "withdrawal": _("Withdrawals as a file")}
    wanted = form.search.what
    return [(f"{name}s", title) for name, title in titles.items() if wanted in {None, name}]


class PaymentPage(StaffFormPage[StepForm]):
    """Page of a deposit or withdrawal with its history and next steps."""

    opens = (Right.VIEW_CASH,)
    template_name = "wallet/staff/cash.html"
    steps: ClassVar[Mapping[str, Take]]
    address: ClassVar[str]

    @property
    def one(self) -> Deposit | Withdrawal:
        raise NotImplementedError

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "sentences": _sentences(self.one)}

    def post(self, *args: Any, **kwargs: Any) -> HttpResponse:
        if self.request.POST.get("do") in _FRESH:
            require_fresh_factor(self.request)
        return super().post(*args, **kwargs)

    def process_form(self, form: StepForm) -> HttpResponse:
        if (take := self.steps.get(self.request.POST.get("do", ""))) is None:
            raise StepNotPossible
        take(self.one.pk, form, self.user)
        text = _("%(number)s: done.") % {"number": self.one.number}
        return self.redirect_with_message(text, self.address, self.one.pk)

    def form_invalid(
        self, form: StepForm, status: HTTPStatus = HTTPStatus.UNPROCESSABLE_ENTITY
    ) -> HttpResponse:
        self.one.refresh_from_db()
        return super().form_invalid(form, status)


class DepositPage(PaymentPage):
    steps = _DEPOSIT
    address = "cash:deposit"

    @cached_property
    def one(self) -> Deposit:
        return get_object_or_404(payments.list_deposits(), pk=self.kwargs["pk"])

    def get_context_data(self, form: StepForm | None = None, **kwargs: Any) -> dict[str, Any]:
        history = list(self.one.steps.select_related("acting_user").order_by("n"))
        record_player_view(self.user, self.one.player, "payment")
        actions = desk.deposit_actions(self.one, history[-1], self.user, self.rights)
        return super().get_context_data(
            **_facts(self.one, form, history[-1].n, actions),
            history=history,
            corrections=payments.find_deposit_corrections(history),
            may_undo=Right.DO_CASH in self.rights,
            **kwargs,
        )


class WithdrawalPage(PaymentPage):
    steps = _WITHDRAWAL
    address = "cash:withdrawal"

    @cached_property
    def one(self) -> Withdrawal:
        return get_object_or_404(payments.list_withdrawals(), pk=self.kwargs["pk"])

    def get_context_data(self, form: StepForm | None = None, **kwargs: Any) -> dict[str, Any]:
        history = list(self.one.steps.select_related("acting_user").order_by("n"))
        record_player_view(self.user, self.one.player, "payment")
        closed = withdrawal_stop.find_stop_reason(self.one.player_id)
        actions = desk.withdrawal_actions(
            self.one, history, self.user, self.rights, opened=closed is None
        )
        return super().get_context_data(
            **_facts(self.one, form, history[-1].n, actions),
            history=history,
            corrections=[],  # only deposits are reversed
            closed=closed,
            **kwargs,
        )


def _sentences(one: Deposit | Withdrawal) -> type[TextChoices]:
    return DepositRefusal if isinstance(one, Deposit) else WithdrawalRefusal


def _facts(
    one: Deposit | Withdrawal, form: StepForm | None, seen: int, actions: Sequence[desk.DeskAction]
) -> dict[str, Any]:
    """Return the context of both pages. The form always carries the newest step and keeps what the user typed."""
    refusable = any(action.name == desk.REFUSE.name for action in actions)
    sentences = _sentences(one) if refusable else None
    fresh, words = StepForm(sentences, initial={"seen": seen}), []
    if form:
        kept = {name: form.data.get(name, "") for name in ("note", "told_player")}
        fresh = StepForm(sentences, {"seen": seen, **kept})
        fresh.is_valid()
        for name, errors in form.errors.items():
            if name not in kept or name not in fresh.fields:
                words += [str(error) for error in errors]
            elif name not in fresh.errors:
                fresh.add_error(name, [str(error) for error in errors])
    return {
        "title": f"{_('Deposit') if isinstance(one, Deposit) else _('Withdrawal')} {one.number}",
        "one": one,
        "line": desk_lines.build_desk_line(one),
        "next": desk.next_step(one),
        "provider": registry.provider_label(one.provider),
        "balances": funds.balances(one.player_id),
        "before": [
            desk_lines.build_desk_line(other)
            for other in payments.load_latest_payments(one.player_id)
        ],
        "form": fresh,
        "actions": actions,
        "errors": words,
    }
