"""One movement of money of each kind."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from uuid import UUID, uuid4

from django.db import transaction

from accounts.models.users import User
from tests.wallet.cash import intent, said, sent
from tests.wallet.ledger import staked, usd
from wallet.ledger.models import TransferKind
from wallet.ledger.services import movements, round_voids
from wallet.ledger.services.posting import post_transfer
from wallet.ledger.services.taxes import request_tax_payment, withhold_tax
from wallet.money.values import Money
from wallet.providers.values import PaymentStatus

Move = tuple[TransferKind, Callable[[], object]]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A player with what the movements need: stakes in play, a settled round, held withdrawals, debts' deposit."""

    person: int
    lost: UUID
    won: UUID
    back: UUID
    gone: UUID
    paid: UUID
    kept: UUID
    wrong: int


def prepared(person: int) -> Prepared:
    with transaction.atomic():
        movements.credit_deposit(person, usd("500"), key=uuid4(), provider="demo")
    lost, won, back, gone = (staked(person, "5") for _ in range(4))
    paid, kept = uuid4(), uuid4()
    movements.settle_stakes(person, key=uuid4(), round_id=gone, staked=usd("5"), returned=usd("0"))
    for cash in (paid, kept):
        movements.hold_withdrawal(person, usd("5"), key=uuid4(), withdrawal_id=cash)
    wrong = movements.credit_deposit(person, usd("3"), key=uuid4(), provider="demo").transfer_id
    return Prepared(person, lost, won, back, gone, paid, kept, wrong)


def moves_of_play(given: Prepared) -> Iterator[Move]:
    def settle(round_id: UUID, returned: str) -> Callable[[], object]:
        return lambda: movements.settle_stakes(
            given.person,
            key=uuid4(),
            round_id=round_id,
            staked=usd("5"),
            returned=usd(returned),
        )

    yield TransferKind.BET, lambda: staked(given.person, "5")
    yield TransferKind.SETTLE, settle(given.lost, "0")
    yield TransferKind.SETTLE, settle(given.won, "10")
    yield (
        TransferKind.REFUND,
        lambda: movements.refund_stake(given.person, usd("5"), key=uuid4(), round_id=given.back),
    )


def moves_of_cash(given: Prepared) -> Iterator[Move]:
    person, five = given.person, usd("5")
    yield (
        TransferKind.DEPOSIT,
        lambda: movements.credit_deposit(person, usd("1"), key=uuid4(), provider="demo"),
    )
    yield (
        TransferKind.EXCHANGE,
        lambda: movements.exchange_money(person, usd("2"), Money(7, "EUR"), key=uuid4()),
    )
    yield TransferKind.WITHDRAW, lambda: movements.hold_withdrawal(person, usd("1"), key=uuid4())
    yield (
        TransferKind.PAY_OUT,
        lambda: movements.pay_withdrawal(person, five, key=uuid4(), withdrawal_id=given.paid),
    )
    yield (
        TransferKind.CANCEL_WITHDRAWAL,
        lambda: movements.cancel_withdrawal(person, five, key=uuid4(), withdrawal_id=given.kept),
    )
    yield TransferKind.REDEEM, lambda: movements.pay_for_points(person, usd("1"), key=uuid4())


def moves_of_staff(given: Prepared) -> Iterator[Move]:
    person = given.person
    yield (
        TransferKind.REVERSE,
        lambda: movements.reverse_transfer(given.wrong, key=uuid4(), reason="wrong"),
    )
    yield (
        TransferKind.ADJUST,
        lambda: movements.adjust_balance(person, usd("1"), key=uuid4(), reason="found"),
    )
    yield (
        TransferKind.BONUS,
        lambda: movements.grant_bonus(person, usd("1"), key=uuid4(), reason="welcome"),
    )


def moves_of_voids(given: Prepared) -> Iterator[Move]:
    """Yield the movements of the voided round, in the order in which they are possible."""
    person, gone = given.person, given.gone
    yield (
        TransferKind.VOID,
        lambda: round_voids.void_round(person, usd("5"), key=uuid4(), round_id=gone),
    )
    yield (
        TransferKind.OWE,
        lambda: round_voids.record_round_debt(person, usd("3"), key=uuid4(), round_id=gone),
    )
    yield (
        TransferKind.COLLECT,
        lambda: round_voids.collect_round_debt(person, usd("1"), key=uuid4(), round_id=gone),
    )
    name = User.objects.get(pk=person).email.partition("@")[0]
    credited = intent("9.00", name=name)
    sent(said(credited, PaymentStatus.PAID))
    yield (
        TransferKind.WITHHOLD,
        lambda: withhold_tax(person, usd("1"), key=uuid4(), round_id=gone),
    )
    yield (
        TransferKind.REMIT,
        lambda: post_transfer(uuid4(), request_tax_payment(person, usd("0.25"), {})),
    )
    yield (
        TransferKind.ADVANCE,
        lambda: movements.advance_debt(person, usd("1"), key=uuid4(), deposit=credited.reference),
    )
    yield (
        TransferKind.REPAY,
        lambda: movements.repay_debt(person, usd("1"), key=uuid4(), cause_id=gone),
    )
    yield (
        TransferKind.SUSPEND,
        lambda: round_voids.suspend_stakes(person, usd("5"), key=uuid4(), round_id=gone),
    )


def moves(person: int) -> Iterator[Move]:
    """Yield one movement of each kind; its preconditions hold when it is its turn."""
    given = prepared(person)
    yield from moves_of_play(given)
    yield from moves_of_cash(given)
    yield from moves_of_staff(given)
    yield from moves_of_voids(given)
