"""Joint deposit limits: asked of a real server with signed answers; without an answer deposits are closed."""

from collections.abc import Callable, Iterator
from threading import Thread
from typing import Any, Final
from uuid import uuid4

import pytest
from django.utils.translation import override
from pytest_django import Settings

from accounts.gate.services import http_provider
from accounts.roles.values import Role
from journal.models import Event
from journal.refusals import Refusal
from limits.refusals import LimitReached
from tests.accounts.staff import staff
from tests.fixtures.profiles import ProfileChange
from tests.wallet.cash import person, request_deposit
from tests.wallet.ledger import rows
from tests.wallet.rates import approved
from tools.gate.__main__ import answer_question
from tools.gate.server import GateServer, Manner
from wallet.cash.models import Deposit
from wallet.cash.services import joint_limits
from wallet.cash.services.deposits import record_deposit
from wallet.money.values import Money

pytestmark = pytest.mark.database
SECRET: Final = "s" * 40
NO_LIMITS: Final = {"currency": "USD", "day": None, "week": None, "four_weeks": None}


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    with override("en"):
        yield


@pytest.fixture(autouse=True)
def document(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joint_limits, "read_document_number", lambda _player: ("ES", "00000000T"))


@pytest.fixture
def server(settings: Settings, profile: ProfileChange) -> Iterator[GateServer]:
    """Return a provider by which nobody has a joint limit of their own."""
    made = GateServer(("127.0.0.1", 0), SECRET, lambda _question: dict(NO_LIMITS))
    settings.GATE_PROVIDERS = {"joint_limits": {"URL": made.url, "SECRET": SECRET}}
    profile(joint_limits=True)
    thread = Thread(target=made.serve_forever)
    thread.start()
    yield made
    made.released.set()
    made.shutdown()
    thread.join()
    made.server_close()


def limit(limit: str, left: str) -> dict[str, str]:
    return {"limit": limit, "left": left}


def deposited(text: str = "25.00") -> Deposit:
    money = Money.parse(text, "USD")
    return request_deposit(person(), money, key=uuid4(), provider="demo")


def at_desk(text: str = "25.00") -> Deposit:
    cashier, money = staff(Role.CASHIER), Money.parse(text, "USD")
    return record_deposit(person().pk, money, key=uuid4(), acting_user=cashier, note="cash")


def refused(act: Callable[[], object]) -> Refusal:
    """Return the refusal of a deposit by which nothing moves."""
    before = (Deposit.objects.count(), _moves())
    with pytest.raises(Refusal) as found:
        act()
    assert (Deposit.objects.count(), _moves()) == before
    return found.value


def _moves() -> dict[str, list[Any]]:
    return {table: found for table, found in rows().items() if table != "journal_event"}


def test_the_provider_is_asked_of_each_deposit(server: GateServer) -> None:
    key = uuid4()
    for _ in range(2):
        request_deposit(person(), Money.parse("25.00", "USD"), key=key, provider="demo")
    assert len(server.questions) == 1
    asked = server.questions[0]
    assert {name: asked[name] for name in ("check", "number", "amount", "currency")} == {
        "check": "joint_limits",
        "number": "00000000T",
        "amount": "25.00",
        "currency": "USD",
    }
    assert Deposit.objects.count() == 1


def test_what_it_says_is_a_limit_that_the_refusal_names(server: GateServer) -> None:
    server.rule = lambda _question: {**NO_LIMITS, "week": limit("1750.00", "30.00")}
    for act, whose in ((deposited, "Your joint limit"), (at_desk, "The player's joint limit")):
        found = refused(lambda act=act: act("30.01"))  # type: ignore[misc]  # a default
        assert isinstance(found, LimitReached)
        assert found.code == "joint_deposit_limit"
        assert f"{whose} for deposits with all operators is $1,750.00 within a week" in str(found)
    assert deposited("30.00").pk


def test_the_tightest_of_the_three_counts_and_what_is_under_way_is_taken_off(
    server: GateServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.rule = lambda _question: {
        "currency": "USD",
        "day": limit("700.00", "500.00"),
        "week": limit("1750.00", "400.00"),
        "four_weeks": limit("3300.00", "450.00"),
    }
    monkeypatch.setattr(joint_limits, "sum_under_way", lambda _player: Money.parse("150", "USD"))
    assert "$1,750.00 within a week. You have $250.00 of it left" in str(
        refused(lambda: deposited("250.01"))
    )
    assert deposited("250.00").pk


def test_without_a_limit_of_ones_own_the_profiles_default_counts(
    server: GateServer, profile: ProfileChange
) -> None:
    profile(joint_limit_four_weeks=["100 USD"], joint_limit_day=["200 USD"])
    deposited("70.00")
    found = refused(lambda: deposited("30.01"))
    assert found.code == "joint_deposit_limit"
    assert "$100.00 within four weeks. You have $30.00 of it left" in str(found)
    assert deposited("30.00").pk


def test_other_currencies_are_compared_at_the_rate_in_use(server: GateServer) -> None:
    approved("EUR", "1.16")
    server.rule = lambda question: answer_question(question, "ES")
    assert refused(lambda: deposited("812.01")).code == "joint_deposit_limit"
    assert deposited("812.00").pk


@pytest.mark.parametrize(
    "manner",
    [Manner.FORGED, Manner.REPLAYED, Manner.OF_ANOTHER, Manner.FAILING],
)
def test_no_valid_answer_is_a_refusal_and_an_alarm(server: GateServer, manner: Manner) -> None:
    server.manner = manner
    for act in (deposited, at_desk, deposited):
        found = refused(act)
        assert (found.code, found.status) == ("joint_limits_unanswered", 503)
    event = Event.objects.get(kind="gate_unanswered")
    assert event.data["check"] == "joint_limits"


@pytest.mark.parametrize(
    "said",
    [
        {},
        {**NO_LIMITS, "day": "700"},
        {**NO_LIMITS, "day": limit("700", "all")},
        {**NO_LIMITS, "day": limit("-1", "0")},
        {**NO_LIMITS, "currency": "XXX", "day": limit("1", "1")},
        {"currency": "USD", "day": None, "week": None},
    ],
)
def test_amounts_that_are_none_are_no_answer(server: GateServer, said: dict[str, Any]) -> None:
    server.rule = lambda _question: said
    assert refused(deposited).code == "joint_limits_unanswered"


def test_a_provider_that_hangs_is_left(server: GateServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_provider, "MOST_SECONDS", 1.0)
    server.manner = Manner.HANGING
    assert refused(deposited).code == "joint_limits_unanswered"


def test_without_a_provider_deposits_are_closed_with_words_for_staff(
    profile: ProfileChange,
) -> None:
    profile(joint_limits=True)
    assert refused(deposited).code == "joint_limits_not_configured"
    found = refused(at_desk)
    assert (found.code, found.status) == ("joint_limits_not_configured", 503)
    assert "no provider of them is set" in str(found)
    assert Event.objects.get(kind="gate_unanswered").data["code"] == "not configured"


def test_a_profile_that_does_not_ask_asks_nobody(
    server: GateServer, profile: ProfileChange
) -> None:
    profile(joint_limits=False)
    assert deposited().pk
    assert server.questions == []
