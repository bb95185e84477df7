"""Deposit limits as the profile of the player's country says: defaults, windows, and how a default is raised."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from psycopg import Connection

from accounts.models.users import User
from accounts.roles.values import Role
from journal.refusals import Refusal
from limits.refusals import LimitReached
from limits.selectors.in_force import pending_limits
from limits.services.players import LimitRequest, confirm_limit
from limits.values import (
    LimitKind,
    LimitLeft,
    LimitPeriod,
    LimitScope,
    WindowLimit,
    find_window_start,
)
from tests.accounts.staff import staff
from tests.fixtures.profiles import ProfileChange
from tests.fixtures.reading import read_in
from tests.limits.own_limits import USD, asked_earlier, limited
from tests.limits.test_own_limits import everything
from tests.wallet.cash import events, intent, person, request_deposit, said, sent
from tests.wallet.ledger import rows
from tests.wallet.rates import approved
from wallet.cash.models import Deposit
from wallet.cash.selectors.deposit_allowance import find_tightest_limit
from wallet.cash.services.deposits import record_deposit
from wallet.money.values import Money
from wallet.player_limits.services import ask_limit
from wallet.player_limits.words import limit_text
from wallet.providers.values import PaymentStatus

DAY: Final = 24 * 3600


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    with override("en"):
        yield


def usd(text: str) -> Money:
    return Money.parse(text, "USD")


def deposited(text: str) -> Deposit:
    return request_deposit(person(), usd(text), key=uuid4(), provider="demo")


def nothing_moved(before: tuple[Any, ...]) -> None:
    assert (Deposit.objects.count(), rows(), *everything()) == before


def now_there() -> tuple[Any, ...]:
    return (Deposit.objects.count(), rows(), *everything())


def asked(usd: float | None, period: LimitPeriod = LimitPeriod.DAY) -> Any:
    amount = None if usd is None else round(usd * USD)
    return ask_limit(person(), LimitRequest(LimitKind.DEPOSIT, period, amount), key=uuid4())


@pytest.mark.database
def test_without_an_own_limit_the_default_counts(profile: ProfileChange) -> None:
    profile(deposit_limit_day=["100 USD"], deposit_limit_week=["150 USD"])
    deposited("100.00")
    before = now_there()
    with pytest.raises(LimitReached) as refused:
        deposited("1.00")
    assert refused.value.code == "default_deposit_limit"
    assert "$100.00 within 24 hours" in str(refused.value)
    nothing_moved(before)


@pytest.mark.database
def test_a_desk_deposit_is_held_to_it_with_words_for_staff(profile: ProfileChange) -> None:
    profile(deposit_limit_day=["100 USD"])
    cashier, before = staff(Role.CASHIER), now_there()
    with pytest.raises(LimitReached) as refused:
        record_deposit(
            person().pk, usd("100.01"), key=uuid4(), acting_user=cashier, note="at the desk"
        )
    assert refused.value.code == "default_deposit_limit"
    assert "The profile's limit for deposits is $100.00" in str(refused.value)
    nothing_moved(before)


@pytest.mark.database
def test_a_deposit_that_is_paid_above_it_is_not_credited(profile: ProfileChange) -> None:
    deposit = intent("100.00")
    profile(deposit_limit_day=["99 USD"])
    before = rows()["wallet_transfer"]
    assert sent(said(deposit, PaymentStatus.PAID)) == 422
    deposit.refresh_from_db()
    found = (deposit.state, rows()["wallet_transfer"], events("callback_mismatch"))
    assert found == ("refused", before, 1)


@pytest.mark.database
def test_the_default_is_that_of_the_players_currency_or_the_lowest(profile: ProfileChange) -> None:
    approved("EUR", "1.16")
    profile(deposit_limit_day=["600 EUR", "650 USD"])
    left = find_tightest_limit(person(), datetime.now(UTC))
    assert left is not None
    assert left.amount == 650 * USD
    User.objects.filter(pk=person().pk).update(display_currency="EUR")
    left = find_tightest_limit(person(), datetime.now(UTC))
    assert left is not None
    assert left.amount == 696 * USD
    User.objects.filter(pk=person().pk).update(display_currency="MXN")
    left = find_tightest_limit(person(), datetime.now(UTC))
    assert left is not None
    assert left.amount == 650 * USD
    assert deposited("650.00").amount_usd == 650 * USD


@pytest.mark.database
def test_a_default_that_cannot_be_compared_closes_deposits(profile: ProfileChange) -> None:
    profile(deposit_limit_day=["600 EUR"])
    before = now_there()
    with pytest.raises(Refusal) as refused:
        deposited("1.00")
    assert refused.value.code == "no_cash_rate"
    nothing_moved(before)


@pytest.mark.database
def test_a_stricter_own_limit_counts_at_once_and_is_named(profile: ProfileChange) -> None:
    profile(deposit_limit_day=["100 USD"])
    assert not asked(50).loosens
    with pytest.raises(LimitReached) as refused:
        deposited("51.00")
    assert refused.value.code == "own_deposit_limit"
    assert not Deposit.objects.exists()


@pytest.mark.committed
def test_a_limit_above_the_default_waits_and_then_counts_alone(
    profile: ProfileChange, owner_connection: Connection[Any]
) -> None:
    profile(deposit_limit_day=["100 USD"], limit_loosening_hours=168, limit_months_between=3)
    row = asked(500)
    assert (row.loosens, row.wait_hours) == (True, 168)
    with pytest.raises(LimitReached):
        deposited("101.00")
    asked_earlier(owner_connection, row, 7 * DAY)
    with pytest.raises(LimitReached):
        deposited("101.00")
    confirm_limit(person(), pending_limits(person().pk)[0].limit.pk)
    deposited("400.00")
    with pytest.raises(Refusal) as refused:
        asked(600)
    assert refused.value.code == "limit_raised_lately"
    assert not asked(450).loosens  # lower, and still above the default that was raised
    deposited("50.00")
    with pytest.raises(LimitReached) as reached:
        deposited("1.00")
    assert reached.value.code == "own_deposit_limit"


@pytest.mark.committed
def test_an_own_limit_from_before_the_default_is_not_above_it(
    profile: ProfileChange, owner_connection: Connection[Any]
) -> None:
    asked_earlier(owner_connection, limited(person(), LimitKind.DEPOSIT, 650), DAY)
    profile(deposit_limit_day=["100 USD"])
    with pytest.raises(LimitReached) as refused:
        deposited("101.00")
    assert refused.value.code == "default_deposit_limit"
    assert asked(500).loosens
    assert not Deposit.objects.exists()


@pytest.mark.database
def test_a_refusal_names_the_calendar_window() -> None:
    limit = WindowLimit(LimitScope.OWN, LimitKind.DEPOSIT, 100 * USD, LimitPeriod.DAY)
    words = limit_text(LimitLeft(limit, 0, calendar=True), "USD")
    assert "$100.00 within a calendar day" in words
    assert "within 24 hours" in limit_text(LimitLeft(limit, 0), "USD")


def test_calendar_windows_begin_in_the_zone_of_the_profile() -> None:
    madrid, now = (
        ZoneInfo("Europe/Madrid"),
        datetime(2026, 7, 1, 22, 30, tzinfo=UTC),
    )  # Thursday there
    starts = [find_window_start(period, now, madrid).astimezone(UTC) for period in LimitPeriod]
    assert starts == [
        datetime(2026, 7, 1, 22, tzinfo=UTC),
        datetime(2026, 6, 28, 22, tzinfo=UTC),
        datetime(2026, 6, 30, 22, tzinfo=UTC),
    ]
    rolling = [find_window_start(period, now, None) for period in LimitPeriod]
    assert rolling == [now - timedelta(days=days) for days in (1, 7, 30)]


@pytest.mark.committed
def test_a_calendar_day_ends_at_midnight_there(
    profile: ProfileChange, owner_connection: Connection[Any]
) -> None:
    """Credited twenty hours ago: within 24 hours, and yesterday where the day is younger."""
    limited(person(), LimitKind.DEPOSIT, 100)
    sent(said(intent("100.00"), PaymentStatus.PAID))
    owner_connection.execute("ALTER TABLE wallet_deposit_step DISABLE TRIGGER USER")
    owner_connection.execute("UPDATE wallet_deposit_step SET at = at - interval '20 hours'")
    owner_connection.execute("ALTER TABLE wallet_deposit_step ENABLE TRIGGER USER")
    with pytest.raises(LimitReached):
        deposited("1.00")
    zone = yesterday_was_20_hours_ago()
    profile(limit_window="calendar", time_zone=zone)
    left = find_tightest_limit(person(), datetime.now(UTC))
    assert left is not None
    assert (left.amount, left.calendar) == (100 * USD, True)
    deposited("100.00")
    with pytest.raises(LimitReached) as refused:
        deposited("1.00")
    assert refused.value.code == "own_deposit_limit"


def yesterday_was_20_hours_ago() -> str:
    """Return a zone in which the day began less than 20 hours ago."""
    now = datetime.now(UTC)
    return next(
        name
        for name in ("UTC", "Etc/GMT+8", "Etc/GMT-8")
        if now.astimezone(ZoneInfo(name)).hour < 18
    )


@pytest.mark.database
def test_the_limits_page_shows_default_wait_and_windows(
    client: Client, profile: ProfileChange
) -> None:
    client.force_login(person())
    read_in(client, "en")
    profile(
        deposit_limit_day=["100 USD"],
        limit_window="calendar",
        time_zone="Europe/Madrid",
        limit_loosening_hours=168,
        limit_months_between=3,
    )
    page = " ".join(client.get(reverse("casino:own_limits")).text.split())
    for words in (
        "For everybody: $100.00",
        "applies after 7 days",
        "once in 3 months",
        "in the time zone Europe/Madrid",
        "A calendar day",
        "24 hours",  # of the other limits
    ):
        assert words in page, words
