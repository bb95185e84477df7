"""Texts about payment providers: what each does, and what differs in a statement."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from wallet.cash.models import Deposit
from wallet.cash.selectors.provider_comparison import DifferenceKind, PaymentDifference
from wallet.money.words import format_money
from wallet.providers.services import registry
from wallet.providers.values import PaymentFlow, PaymentStatus

_DIFFERENCES: Final[Mapping[DifferenceKind, Promise]] = {
    DifferenceKind.UNKNOWN: _("We have no such payment."),
    DifferenceKind.AMOUNT: _("The amounts differ."),
    DifferenceKind.STATUS: _("The states do not match."),
    DifferenceKind.MISSING: _("The statement does not have it."),
}
_STATUSES: Final[Mapping[PaymentStatus, Promise]] = {
    PaymentStatus.PENDING: _("on its way"),
    PaymentStatus.PAID: _("paid"),
    PaymentStatus.FAILED: _("not paid"),
    PaymentStatus.CHARGED_BACK: _("charged back"),
    PaymentStatus.REFUNDED: _("returned to its payer"),
}


@dataclass(frozen=True, slots=True)
class ProviderLine:
    """A configured provider and what it can do."""

    label: str
    name: str
    abilities: tuple[str | Promise, ...]


@dataclass(frozen=True, slots=True)
class DifferenceLine:
    """A difference as the page shows it. `address` is the URL name of our payment, "" without one."""

    address: str
    pk: int | None
    number: str
    ours: str
    theirs: str
    text: str


def describe_providers() -> list[ProviderLine]:
    """Return the enabled providers other than the desk."""
    return [
        ProviderLine(
            str(one.label),
            name,
            tuple(
                text
                for has, text in (
                    (one.self_service, _("deposits")),
                    (one.pays_out, _("payouts")),
                    (one.refunds, _("refunds")),
                    (one.has_statements, _("statements")),
                )
                if has
            ),
        )
        for name, one in registry.load_providers().items()
        if name != registry.MANUAL
    ]


def describe_status(status: str) -> str:
    """Return a payment's status at its provider in words."""
    return str(_STATUSES[PaymentStatus(status)])


def describe_kind(kind: str) -> str:
    """Return in words how a payment differs."""
    return str(_DIFFERENCES[DifferenceKind(kind)])


def describe_difference(one: PaymentDifference) -> DifferenceLine:
    theirs = one.theirs
    is_deposit = isinstance(one.ours, Deposit) or bool(theirs and theirs.flow is PaymentFlow.IN)
    money = one.money
    return DifferenceLine(
        address=("cash:deposit" if is_deposit else "cash:withdrawal") if one.ours else "",
        pk=one.ours.pk if one.ours else None,
        number=one.number,
        ours=f"{one.ours.get_state_display()} · {format_money(money)}"
        if one.ours and money
        else "",
        theirs=f"{describe_status(theirs.status)} · {format_money(theirs.money)}" if theirs else "",
        text=describe_kind(one.kind),
    )
