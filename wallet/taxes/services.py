"""Pay withheld taxes to the authority: one person proposes, another decides, and the money leaves `tax` for the bank."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final
from uuid import UUID, uuid5

from django.db import connection, transaction
from django.utils import timezone

from accounts.models.users import User
from accounts.roles.services import build_right_check, require
from accounts.roles.values import Right
from approvals.services import DecisionFlow, ReasonPolicy
from journal.models import EventKind
from journal.refusals import ReasonMissing
from journal.selectors.gaming_days import day_of
from journal.services.recording import record
from wallet.ledger.services.posting import post_transfers
from wallet.ledger.services.taxes import request_tax_payment
from wallet.money.values import Money
from wallet.taxes.models import TaxPayment, TaxPaymentDecision
from wallet.taxes.refusals import NoTaxOwed, TaxDayOpen, TaxOwedChanged, TaxPaymentWaits
from wallet.taxes.selectors import sum_owed_by_player

_FLOW: Final = DecisionFlow(
    TaxPaymentDecision, build_right_check(Right.APPROVE_CASH), ReasonPolicy.OF_REFUSAL
)
_SPACE: Final = UUID("0f9d6c0e-6f2c-4c7e-9d9b-2f4a6a1b7c55")


@dataclass(frozen=True, slots=True)
class TaxReturn:
    """What is paid: the taxes of a currency up to the end of a gaming day, with the authority's reference."""

    currency: str
    until: date
    reference: str


@transaction.atomic
def propose_tax_payment(told: TaxReturn, *, acting_user: User, reason: str) -> TaxPayment:
    """Propose to pay everything that is owed. Raises NotPermitted, ReasonMissing, TaxDayOpen, TaxPaymentWaits, NoTaxOwed."""
    require(acting_user, Right.DO_CASH)
    if not (reason := reason.strip()) or not told.reference.strip():
        raise ReasonMissing
    if told.until >= day_of(timezone.now()):
        raise TaxDayOpen(detail=str(told.until))
    _lock_payments()
    if TaxPayment.objects.filter(currency_id=told.currency, decision=None).exists():
        raise TaxPaymentWaits(detail=told.currency)
    owed = _total(told.currency, sum_owed_by_player(told.currency, told.until))
    if owed.units <= 0:
        raise NoTaxOwed(detail=str(owed))
    made = TaxPayment.objects.create(
        currency_id=told.currency,
        until=told.until,
        units=owed.units,
        reference=told.reference.strip(),
        reason=reason,
        proposed_by=acting_user,
    )
    _record(EventKind.TAX_PAYMENT_PROPOSED, made, acting_user, {"reason": reason})
    return made


@transaction.atomic
def decide_tax_payment(
    payment_id: int, *, approved: bool, acting_user: User, reason: str = ""
) -> TaxPaymentDecision:
    """Approve or refuse a payment, once, as another person; approved, it is paid. Raises as `DecisionFlow.decide`, TaxOwedChanged."""
    verdict = _FLOW.make_verdict(approved=approved, acting_user=acting_user, reason=reason)
    _lock_payments()
    asked = TaxPayment.objects.get(pk=payment_id)
    decision, is_new = _FLOW.decide(asked, verdict, lambda: _pay(asked) if approved else {})
    if is_new:
        told = {
            "approved": approved,
            "proposed_by": asked.proposed_by_id,
            "reason": decision.reason,
        }
        _record(EventKind.TAX_PAYMENT_DECIDED, asked, acting_user, told)
    return decision


def _pay(asked: TaxPayment) -> Mapping[str, object]:
    """Move what is owed for each player out of `tax`, in one call of the ledger."""
    owed = sum_owed_by_player(asked.currency_id, asked.until)
    if _total(asked.currency_id, owed) != asked.money:
        raise TaxOwedChanged(detail=str(asked))
    post_transfers(
        [
            (
                uuid5(_SPACE, f"{asked.pk}:{player}"),
                request_tax_payment(player, money, {"tax_payment": asked.pk}),
            )
            for player, money in owed.items()
        ]
    )
    return {}


def _total(currency: str, owed: Mapping[int, Money]) -> Money:
    return sum(owed.values(), Money.zero(currency))


def _lock_payments() -> None:
    """One proposal or decision after the other."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('wallet_tax_payment'))")


def _record(
    kind: EventKind, asked: TaxPayment, acting_user: User, told: Mapping[str, object]
) -> None:
    data = {
        "amount": str(asked.money),
        "until": str(asked.until),
        "reference": asked.reference,
        **told,
    }
    record(kind, actor=acting_user.pk, subject=f"tax {asked}", data=data)
