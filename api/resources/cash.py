"""Balances and payments of a player as the API shows them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from accounts.models.users import User
from wallet.cash.models import Deposit, DepositStep, Withdrawal, WithdrawalStep
from wallet.cash.selectors import cash_limits, payments, withdrawal_stop
from wallet.cash.selectors.cash_limits import AmountBounds
from wallet.cash.selectors.closed_loop import amounts_to_return
from wallet.cash.selectors.deposit_terms import find_due_notice, is_limit_asked
from wallet.cash.selectors.player_holdings import (
    CurrencyHolding,
    HoldingsTotal,
    load_holdings,
    total_in_currency,
)
from wallet.cash.selectors.reviews import find_review
from wallet.cash.services.deposits import StartedDeposit
from wallet.cash.services.steps import requested_money
from wallet.debts.selectors import load_debts, withdrawable_amounts
from wallet.debts.values import Debt
from wallet.money.values import Money, round_down_to_coin
from wallet.providers.services import registry


@dataclass(frozen=True, slots=True)
class BalancesResource:
    balances: Sequence[CurrencyHolding]
    total: HoldingsTotal
    debts: Sequence[Debt]


def load_balances(player: User) -> BalancesResource:
    """Return what the bank page shows."""
    holdings = load_holdings(player.pk)
    total = total_in_currency([one.available for one in holdings], player.display_currency)
    return BalancesResource(holdings, total, load_debts(player.pk))


@dataclass(frozen=True, slots=True)
class ProviderResource:
    name: str
    label: str
    note: str


def _describe_providers(names: Iterable[str]) -> list[ProviderResource]:
    return [
        ProviderResource(name, registry.provider_label(name), registry.provider_note(name))
        for name in names
    ]


@dataclass(frozen=True, slots=True)
class DepositTerms:
    providers: Sequence[ProviderResource]
    bounds: Sequence[AmountBounds]
    asks_limit: bool
    notice_above: Money | None


def load_deposit_terms(player: User) -> DepositTerms:
    """Return what a deposit needs now. Raises NoRate."""
    bounds = cash_limits.deposit_bounds(cash_limits.limits_in_force())
    return DepositTerms(
        _describe_providers(registry.self_service_providers()),
        bounds,
        asks_limit=is_limit_asked(player),
        notice_above=find_due_notice(player),
    )


@dataclass(frozen=True, slots=True)
class ReturnResource:
    provider: str
    amount: Money


@dataclass(frozen=True, slots=True)
class WithdrawalTerms:
    open: bool
    providers: Sequence[ProviderResource]
    bounds: Sequence[AmountBounds]
    payable: Sequence[Money]
    returns: Sequence[ReturnResource]


def load_withdrawal_terms(player: User) -> WithdrawalTerms:
    owed = amounts_to_return(player.pk, player.country)
    whole = [round_down_to_coin(one) for one in withdrawable_amounts(player.pk).values()]
    return WithdrawalTerms(
        open=withdrawal_stop.are_withdrawals_open(player.pk),
        providers=_describe_providers(registry.payout_providers()),
        bounds=cash_limits.withdrawal_bounds(cash_limits.load_player_limits(player.pk)),
        payable=[one for one in whole if one.units > 0],
        returns=[ReturnResource(name, owed[name]) for name in owed],
    )


@dataclass(frozen=True, slots=True)
class PaymentResource:
    """A deposit or withdrawal. `steps` and `review` are loaded for a single one only."""

    payment: Deposit | Withdrawal
    amount: Money
    continue_at: str | None = None
    steps: Sequence[DepositStep | WithdrawalStep] = field(default_factory=tuple)
    review: str | None = None


def describe_payment(payment: Deposit | Withdrawal) -> PaymentResource:
    return PaymentResource(payment, requested_money(payment))


def describe_started(started: StartedDeposit) -> PaymentResource:
    money = requested_money(started.deposit)
    return PaymentResource(started.deposit, money, started.address)


def find_payment(
    kind: type[Deposit] | type[Withdrawal], player: User, reference: UUID
) -> PaymentResource | None:
    """Return a player's own payment with its steps, a withdrawal with its review; None if there is none. Four queries at most."""
    rows = (
        payments.list_deposits(player.pk)
        if kind is Deposit
        else payments.list_withdrawals(player.pk)
    )
    found: Deposit | Withdrawal | None = rows.filter(reference=reference).first()
    if found is None:
        return None
    return PaymentResource(
        found,
        requested_money(found),
        steps=list(found.steps.order_by("n")),
        review=(find_review(found.pk) or None) if kind is Withdrawal else None,
    )
