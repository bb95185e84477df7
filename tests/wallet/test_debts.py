"""Debts are paid before money leaves: oldest first, from their own currency, then from the others."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import override_settings
from django.utils.translation import override
from hypothesis import given, strategies as st

from accounts.models.letters import Letter
from accounts.models.users import State
from accounts.roles.values import Role
from journal.models import Event
from tests.accounts.staff import staff
from tests.wallet.cash import account, checked, just_now, person
from tests.wallet.ledger import ask, refused
from tests.wallet.owing import has, money, owes
from tests.wallet.rates import approved
from wallet.cash.models import Withdrawal
from wallet.cash.refusals import DebtsNotCovered
from wallet.cash.selectors.statement import iterate_lines
from wallet.cash.services import closing, withdrawals
from wallet.cash.values.payout import Payout
from wallet.cash.values.statement_lines import StatementFilter
from wallet.debts import values
from wallet.debts.selectors import load_debts
from wallet.debts.values import Debt, SetOff
from wallet.exchange import services
from wallet.exchange.refusals import DebtUnpaid
from wallet.ledger.models import Cause, Receivable
from wallet.ledger.refusals import NotReversible, ReceivableDiffers
from wallet.ledger.selectors import funds
from wallet.ledger.selectors.reconciliation import check_record_lines, find_broken_lines
from wallet.ledger.services import movements
from wallet.money.values import Money
from wallet.rates.selectors.rates import REAL
from wallet.rates.values import Quote

NOW = datetime(2026, 5, 1, tzinfo=UTC)
BANK = account()


@pytest.fixture(autouse=True)
def _checked(request: pytest.FixtureRequest) -> None:
    if request.node.get_closest_marker("database"):
        request.getfixturevalue("db")
        checked()


def asked(text: str, **more: Any) -> Withdrawal:
    given = {"key": uuid4(), "destination": BANK, "proof": just_now(), **more}
    return withdrawals.request_withdrawal(person(), money(text), **given)


def balances(player: int) -> list[str]:
    return [str(one) for one in funds.balances(player) if one]


def owed(player: int) -> list[str]:
    return [str(debt.money) for debt in load_debts(player)]


def broken() -> list[str]:
    """Return the broken lines about debts and exchanges, without the exemption for the demo provider."""
    with override_settings(DEMO_PROVIDER_ENABLED=False):
        records = [
            one
            for one in check_record_lines()
            if one.rows and one.line.startswith(("amounts owed", "exchanges"))
        ]
    return [str(one) for one in (*find_broken_lines({}), *records)]


def told() -> list[str]:
    return list(Letter.objects.filter(kind="debt_paid").values_list("about", flat=True))


@pytest.mark.database
class TestAWithdrawal:
    def test_pays_the_debt_of_its_own_currency_first(self) -> None:
        ana = has("100.00 USD")
        round_id = owes(ana, "30.00 USD")
        asked("50.00 USD")
        assert (balances(ana), owed(ana)) == (["20.00 USD"], [])
        paid = ask("SELECT id FROM wallet_transfer WHERE kind = 'repay'")
        assert told() == [str(paid)]
        event = Event.objects.get(kind="debt_paid")
        assert event.data["paid"] == [f"30.00 USD (round {round_id})"]
        assert broken() == []

    def test_stays_paid_when_the_withdrawal_is_refused(self) -> None:
        ana = has("100.00 USD")
        owes(ana, "30.00 USD")
        one = asked("50.00 USD")
        withdrawals.refuse_withdrawal(
            one.pk,
            seen=1,
            acting_user=staff(Role.CASHIER),
            reason="another name",
            told_player="review",
        )
        assert (balances(ana), owed(ana)) == (["70.00 USD"], [])

    def test_is_refused_above_what_is_left_and_nothing_moves(self) -> None:
        owes(has("100.00 USD"), "30.00 USD")
        with refused(DebtsNotCovered) as caught:
            asked("70.01 USD")
        assert caught.value.code == "debt_first"
        assert "US$\xa070,00" in str(caught.value.message)

    def test_pays_in_parts_the_oldest_first_then_from_other_currencies_without_a_spread(
        self,
    ) -> None:
        approved("EUR", "1.25", hours=3)
        ana = has("10.00 USD", "100.00 EUR")
        first, second = owes(ana, "8.00 USD"), owes(ana, "7.00 USD")
        asked("50.00 EUR")
        # 8 and 2 of the dollars; the other 5 are 4 euros
        assert (balances(ana), owed(ana)) == (["46.00 EUR"], [])
        with override("en"):
            kinds = [
                (line.kind, str(line.amount), line.note)
                for line in iterate_lines(ana, StatementFilter())
                if line.kind in {"repay", "exchange"}
            ]
        assert sorted(kinds) == [
            ("exchange", "-4.00 EUR", "exchanged without a spread to pay an amount owed"),
            ("exchange", "5.00 USD", "exchanged without a spread to pay an amount owed"),
            ("repay", "-2.00 USD", "amount owed for a voided round"),
            ("repay", "-5.00 USD", "amount owed for a voided round"),
            ("repay", "-8.00 USD", "amount owed for a voided round"),
        ]
        order = [line.round_id for line in iterate_lines(ana, StatementFilter(kind="repay"))]
        assert order == [first, second, second]
        assert broken() == []

    def test_of_another_currency_comes_last_in_paying(self) -> None:
        approved("EUR", "1.25", hours=3)
        approved("DOP", "0.02", hours=3)
        ana = has("100.00 EUR", "500.00 DOP")
        owes(ana, "20.00 USD")
        asked("80.00 EUR")  # the pesos are worth 10 dollars, the other 10 are 8 euros
        assert (balances(ana), owed(ana)) == (["12.00 EUR"], [])

    def test_asked_twice_pays_once(self) -> None:
        ana, key = has("100.00 USD"), uuid4()
        owes(ana, "30.00 USD")
        first, again = asked("50.00 USD", key=key), asked("50.00 USD", key=key)
        assert first == again
        assert (balances(ana), len(told())) == (["20.00 USD"], 1)


@pytest.mark.database
def test_nothing_is_exchanged_while_something_is_owed() -> None:
    approved("EUR", "1.25", hours=3)
    ana = has("100.00 USD")
    offer = services.offer_exchange(ana, money("10.00 USD"), "EUR")
    owes(ana, "1.00 USD")
    with refused(DebtUnpaid) as caught:
        services.confirm_exchange(ana, offer.sealed)
    assert caught.value.code == "debt_unpaid"
    with refused(DebtUnpaid):
        services.offer_exchange(ana, money("10.00 USD"), "EUR")


@pytest.mark.database
@pytest.mark.breaks_the_ledger("that is what is tested")
def test_the_check_names_what_pays_no_debt_before_money_leaves() -> None:
    approved("EUR", "1.25", hours=3)
    ana = has("10.00 EUR")
    round_id = owes(ana, "5.00 USD")
    details = {"debt": str(round_id)}
    given = money("4.00 EUR")
    unspread = movements.exchange_money(ana, given, money("5.00 USD"), key=uuid4(), details=details)
    assert any(f"exchange {unspread.transfer_id}: " in one for one in broken())
    repaid = movements.repay_debt(ana, money("1.00 USD"), key=uuid4(), cause_id=round_id)
    assert any(
        f"transfer {repaid.transfer_id}: repay of 10000 USD of player {ana}, for no withdrawal, closing or reversal"
        in one
        for one in broken()
    )


@pytest.mark.database
class TestClosing:
    def test_by_the_player_pays_what_is_owed_and_withdraws_the_rest(self) -> None:
        approved("EUR", "1.25", hours=3)
        ana = has("10.00 USD", "100.00 EUR")
        owes(ana, "15.00 USD")
        closing.close_own_account(person(), to=Payout(BANK), key=uuid4(), proof=just_now())
        assert (balances(ana), owed(ana)) == ([], [])
        assert [str(one) for one in funds.load_money_in_withdrawals(ana)] == ["96.00 EUR"]
        assert broken() == []

    def test_with_more_owed_than_there_is_leaves_the_rest_of_the_debt(self) -> None:
        ana = has("10.00 USD")
        owes(ana, "15.00 USD")
        closing.close_own_account(person(), to=None, key=uuid4(), proof=just_now())
        assert (balances(ana), owed(ana), person().state) == ([], ["5.00 USD"], State.CLOSED)

    def test_by_the_house_pays_it_too(self) -> None:
        ana = has("100.00 USD")
        owes(ana, "30.00 USD")
        manager = staff(Role.COMPLIANCE_MANAGER)
        closing.close_account(ana, key=uuid4(), acting_user=manager, reason="moved away")
        assert (balances(ana), owed(ana)) == (["70.00 USD"], [])


CURRENCY = st.sampled_from(REAL)
UNITS = st.integers(min_value=1, max_value=10**12)
RATES = st.decimals(
    min_value=Decimal("0.000001"), max_value=Decimal(2), places=12, allow_nan=False
).filter(bool)


@st.composite
def worlds(draw: st.DrawFn) -> tuple[list[Debt], list[Money], dict[str, Quote], str | None]:
    owing = draw(st.lists(st.tuples(CURRENCY, UNITS, st.booleans()), min_size=1, max_size=5))
    found = [
        Debt(Cause.ROUND, UUID(int=n), Money(units, code), NOW + timedelta(n), disputed)
        for n, (code, units, disputed) in enumerate(owing)
    ]
    held = draw(st.dictionaries(CURRENCY, st.integers(min_value=0, max_value=10**12)))
    quotes = {"USD": Quote("USD", Decimal(1), "definition", NOW)}
    for code in REAL[1:]:
        if draw(st.booleans()):
            quotes[code] = Quote(code, draw(RATES), "central bank", NOW, 7)
    balances = [Money(units, code) for code, units in held.items()]
    return found, balances, quotes, draw(st.none() | CURRENCY)


@given(worlds())
def test_whatever_is_owed_and_held_nothing_is_made_lost_or_overdrawn(
    world: tuple[list[Debt], list[Money], dict[str, Quote], str | None],
) -> None:
    owing, held, quotes, last = world
    done = values.plan_set_off(owing, held, quotes, last)
    left = {one.currency: one.units for one in held}
    paid = dict.fromkeys((debt.cause_id for debt in owing), 0)
    for one in done.payments:
        assert not one.debt.disputed
        assert 0 < one.paid.units <= one.received.units
        left[one.given.currency] -= one.given.units
        assert left[one.given.currency] >= 0
        if one.quotes:
            have, want = (Fraction(quote.rate) for quote in one.quotes)
            exact = one.given.units * have / want
            assert 0 <= exact - one.received.units < 1
            # minimal: one unit less would not be enough
            assert one.received == one.paid or (one.given.units - 1) * have / want < one.paid.units
            left.setdefault(one.received.currency, 0)
            left[one.received.currency] += one.received.units - one.paid.units
        paid[one.debt.cause_id] += one.paid.units
    assert {code: money.units for code, money in done.balances.items()} == left
    open_ = {debt.cause_id: debt.money.units for debt in done.unpaid}
    for debt in owing:
        if not debt.disputed:
            assert paid[debt.cause_id] + open_.get(debt.cause_id, 0) == debt.money.units
    _covers_the_oldest_first(owing, done, quotes)
    for code, free in done.free.items():
        assert 0 <= free.units <= left[code]


def _covers_the_oldest_first(owing: list[Debt], done: SetOff, quotes: dict[str, Quote]) -> None:
    """Assert that no remaining balance could buy a unit of an undisputed unpaid debt, and that the oldest are paid first."""
    for debt in done.unpaid:
        if debt.disputed:
            continue
        code = debt.money.currency
        assert not done.balances.get(code, Money.zero(code))
        for other, balance in done.balances.items():
            if other in quotes and code in quotes:
                assert balance.units * quotes[other].rate < quotes[code].rate
    assert [one.debt.since for one in done.payments] == sorted(
        one.debt.since for one in done.payments
    )
    assert len(owing) >= len({one.debt.cause_id for one in done.payments})


@given(worlds())
def test_a_disputed_debt_is_reserved(
    world: tuple[list[Debt], list[Money], dict[str, Quote], str | None],
) -> None:
    owing, held, quotes, last = world
    disputed = [Debt(one.cause, one.cause_id, one.money, one.since, True) for one in owing]  # noqa: FBT003  # a field
    plain = [Debt(one.cause, one.cause_id, one.money, one.since) for one in owing]
    reserved, paid = (values.plan_set_off(some, held, quotes, last) for some in (disputed, plain))
    assert reserved.payments == []
    assert reserved.balances == {one.currency: one for one in held}
    # the same is left to withdraw, except the remainder of an exchange
    for one in held:
        assert reserved.free[one.currency] == min(one, paid.free[one.currency])


@pytest.mark.database
def test_no_more_than_is_owed_is_repaid() -> None:
    ana = has("100.00 USD")
    round_id = owes(ana, "10.00 USD")
    with refused(ReceivableDiffers):
        movements.repay_debt(ana, money("10.01 USD"), key=uuid4(), cause_id=round_id)
    posting = movements.repay_debt(ana, money("4.00 USD"), key=uuid4(), cause_id=round_id)
    with refused(NotReversible):
        movements.reverse_transfer(posting.transfer_id, key=uuid4(), reason="no")
    assert Receivable.objects.get().amount == 60_000
