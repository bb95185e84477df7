"""Closing an account: the full balance, once, atomic; a closed account's money is still paid out."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models.users import State, User
from accounts.restrictions.selectors.active_restrictions import state_history
from accounts.restrictions.services.states import change_state
from accounts.roles.values import Role
from accounts.values.reasons import OwnReason
from journal.models import Event
from journal.refusals import NotAllowed, Refusal, SentBefore
from tests.accounts.staff import staff
from tests.wallet.cash import account, checked, intent, just_now, person
from tests.wallet.ledger import funded, refused, refused_by_sql, rows, staked, usd
from tests.wallet.rates import approved
from wallet.cash.models import Closing, Withdrawal
from wallet.cash.refusals import DestinationNeeded, NotClosable
from wallet.cash.selectors.closing_plan import plan_closing
from wallet.cash.services import closing, deposits, withdrawals
from wallet.cash.values.payout import Payout
from wallet.exchange import services
from wallet.ledger.refusals import BalanceMoved
from wallet.ledger.selectors import funds
from wallet.ledger.services import movements
from wallet.money.values import Money
from wallet.providers.refusals import ProviderUnavailable

pytestmark = pytest.mark.database
BANK = Payout(account("Banco Uno 0011"))
NOWHERE = None


@pytest.fixture(autouse=True)
def _checked(db: None) -> None:
    checked()


def rich() -> User:
    """Return Ana with 1.0001 USD, 2.0099 EUR, 5 COP and play money in fractions."""
    approved("EUR", "1.10")
    approved("COP", "0.00025")
    ana = funded(text="1.0001")
    for units, currency in ((20_099, "EUR"), (50_000, "COP")):
        movements.credit_deposit(ana, Money(units, currency), key=uuid4(), provider="demo")
    movements.grant_play_money(ana, Money(77, "PLY"), key=uuid4(), reason="x")
    return person()


def closed(to: Payout | None = BANK, key: UUID | None = None) -> Closing:
    return closing.close_own_account(person(), to=to, key=key or uuid4(), proof=just_now())


def analyst() -> User:
    return staff(Role.COMPLIANCE_ANALYST)


def by_house(key: UUID | None = None, reason: str = "a forged document") -> Closing:
    return closing.close_account(
        person().pk, key=key or uuid4(), acting_user=analyst(), reason=reason
    )


def nothing(error: type[Refusal]) -> AbstractContextManager[object]:
    """Assert that the block raises `error` and changes no row of the ledger."""
    analyst()
    return refused(error)


def test_everything_real_is_asked_for_up_to_the_coin_and_play_money_goes_back() -> None:
    ana = rich()
    made = closed()

    assert {str(money) for money in funds.balances(ana.pk)} == {
        "0.00 COP",
        "0.00 EUR",
        "0.00 PLY",
        "0.00 USD",
    }
    asked = Withdrawal.objects.order_by("currency_id")
    assert [(one.units, one.currency_id, one.state) for one in asked] == [
        (50_000, "COP", "requested"),
        (20_100, "EUR", "requested"),
        (10_100, "USD", "requested"),
    ]
    assert {one.destination for one in asked} == {BANK.destination}
    assert {step.acting_user_id for one in asked for step in one.steps.all()} == {ana.pk}
    gifts = Event.objects.filter(kind="balance_adjusted").order_by("id")
    assert [(event.actor_id, event.data["amount"]) for event in gifts] == [
        (ana.pk, "-0.0077 PLY"),
        (ana.pk, "0.0001 EUR"),
        (ana.pk, "0.0099 USD"),
    ]
    ana.refresh_from_db()
    last = state_history(ana).last()
    assert ana.state == State.CLOSED
    assert last is not None
    assert (last.to_state, last.reason, last.acting_user) == (
        "closed",
        OwnReason.ASKED_TO_CLOSE,
        ana,
    )
    assert (made.player, made.acting_user, made.reason) == (ana, ana, last.reason)


def test_the_same_form_twice_closes_once_and_another_finds_it_closed() -> None:
    rich()
    key = uuid4()
    first, before = closed(key=key), rows()
    assert closed(key=key) == first
    assert rows() == before
    with nothing(NotClosable):
        closed()
    with nothing(SentBefore):
        by_house(key=key)


@pytest.mark.parametrize("units", [1, 4_9900, 30_000_0000])
def test_neither_the_least_nor_the_most_keeps_money_in_it(units: int) -> None:
    ana = person()
    movements.credit_deposit(ana.pk, Money(units, "USD"), key=uuid4(), provider="demo")
    closed()
    (asked,) = Withdrawal.objects.all()
    assert asked.units == units + -units % 100
    assert asked.needs_second == (units > 1000_0000)


def test_without_money_nothing_is_asked_for_and_no_check_is_needed() -> None:
    checked(passed=False)
    person()
    closed(NOWHERE)
    assert not Withdrawal.objects.exists()
    assert person().state == State.CLOSED


@pytest.mark.parametrize("state", [State.SELF_EXCLUDED, State.SUSPENDED, State.OPERATOR_EXCLUDED])
def test_barred_players_can_close_their_account(state: State) -> None:
    funded(text="3.00")
    change_state(person(), state, "asked for it", None)
    closed()
    assert Withdrawal.objects.get().units == 30_000


def test_owed_play_money_is_forgiven() -> None:
    ana = person()
    movements.adjust_balance(ana.pk, Money(-50, "PLY"), key=uuid4(), reason="an inverted loss")
    closed(NOWHERE)
    assert funds.balance(ana.pk, "PLY") == Money(0, "PLY")


def in_round() -> None:
    staked(person().pk, "1.00")


def depositing() -> None:
    intent()


def withdrawing() -> None:
    withdrawals.request_withdrawal(
        person(), usd("5.00"), destination=account("Banco Uno"), key=uuid4(), proof=just_now()
    )


def unchecked() -> None:
    checked(passed=False)


def unknown() -> None:
    User.objects.filter(pk=person().pk).update(verified_at=None, verification_method="")


def without_rate() -> None:
    movements.credit_deposit(person().pk, Money(10_000, "VES"), key=uuid4(), provider="demo")


@pytest.mark.parametrize(
    "obstacle", [in_round, depositing, withdrawing, unchecked, unknown, without_rate]
)
def test_obstacles_to_closing_are_named_and_nothing_moves(obstacle: Callable[[], None]) -> None:
    funded(text="50.005")
    obstacle()
    with nothing(NotClosable):
        closed()
    assert person().state == State.ACTIVE


@pytest.mark.parametrize(
    ("to", "error"),
    [
        (NOWHERE, DestinationNeeded),
        (Payout(account("Banco Uno"), "nobody"), ProviderUnavailable),
    ],
)
def test_money_needs_a_place_to_go(to: Payout | None, error: type[Refusal]) -> None:
    funded(text="50.00")
    with nothing(error):
        closed(to)


def test_a_changed_balance_stops_the_closing(monkeypatch: pytest.MonkeyPatch) -> None:
    funded(text="50.005")
    now = plan_closing(person())
    funded(text="10.00")
    monkeypatch.setattr("wallet.cash.services.closing.plan_closing", lambda _player: now)
    with nothing(BalanceMoved):
        closed()


def test_a_closed_account_neither_pays_in_nor_exchanges_nor_asks() -> None:
    approved("EUR", "1.10", hours=3)
    funded(text="50.00")
    offer = services.offer_exchange(person().pk, usd("10.00"), "EUR").sealed
    by_house()
    ana = person()
    with nothing(NotAllowed):
        services.confirm_exchange(ana.pk, offer)
    with nothing(NotAllowed):
        deposits.begin_deposit(ana, usd("10.00"), key=uuid4(), provider="demo")
    with nothing(NotAllowed):
        deposits.record_deposit(
            ana.pk, usd("10.00"), key=uuid4(), acting_user=staff(Role.CASHIER), note="cash"
        )
    with nothing(NotAllowed):
        withdrawals.request_withdrawal(
            ana, usd("10.00"), destination=account("Banco Uno"), key=uuid4(), proof=just_now()
        )


@pytest.mark.parametrize("with_stake", [False, True])
def test_the_database_keeps_no_closing_of_an_account_that_is_not(*, with_stake: bool) -> None:
    funded(text="5.00")
    if with_stake:
        in_round()
    with refused_by_sql("23000"):
        Closing.objects.create(key=uuid4(), player=person(), acting_user=person(), reason="x")
        if with_stake:
            User.objects.filter(pk=person().pk).update(state=State.CLOSED)


def test_no_other_player_closes_it() -> None:
    with refused_by_sql("23000"):
        Closing.objects.create(key=uuid4(), player=person(), acting_user=person("bea"), reason="x")


def test_every_session_ends_and_the_player_may_sign_in_to_read() -> None:
    phone, laptop = Client(), Client()
    for browser in (phone, laptop):
        browser.force_login(person())
    bank = reverse("wallet:bank")
    closed(NOWHERE)
    assert [browser.get(bank).status_code for browser in (phone, laptop)] == [302, 302]
    phone.force_login(person())
    assert phone.get(bank).status_code == 200
    assert phone.get(reverse("wallet:statement")).status_code == 200
    for name in ("deposit", "withdraw"):
        assert phone.post(reverse(f"wallet:{name}"), {}).status_code == 403
