"""Too many failed deposits in a short time block new ones: for an hour, then until staff have reviewed them."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from journal.refusals import ReasonMissing
from tests.accounts.staff import inside, staff
from tests.fixtures.reading import read_in
from tests.wallet.cash import events, intent, person, request_deposit, said, sent
from tests.wallet.ledger import refused, refused_by_sql, usd
from wallet.cash.models import Deposit, DepositReview
from wallet.cash.refusals import DepositsBlocked, DepositsNotBlocked
from wallet.cash.selectors.deposit_blocks import DepositBlock, compute_block, find_block
from wallet.cash.services import blocking, deposits
from wallet.providers.values import PaymentStatus

NOON = datetime(2026, 5, 3, 12, tzinfo=UTC)


def at(*minutes: float) -> list[datetime]:
    return [NOON + timedelta(minutes=one) for one in minutes]


@pytest.mark.parametrize(
    ("minutes", "since", "until"),
    [
        ((), None, None),
        ((0, 1, 2, 3), None, None),
        ((0, 1, 2, 3, 9.9), 9.9, 69.9),
        ((0, 1, 2, 3, 10), None, None),  # only four within ten minutes
        ((0, 8, 9, 10, 11, 12), 12, 72),
        ((0, 1, 2, 3, 4, 70, 71, 72, 73), 4, 64),
        ((0, 1, 2, 3, 4, 70, 80, 95, 120, 200), 200, "staff"),
        ((0, 1, 2, 3, 4, 1500, 1520, 1540, 1560, 1580), None, None),  # a day later: none left
    ],
)
def test_five_in_ten_minutes_block_an_hour_and_five_more_until_staff_look(
    minutes: tuple[float, ...], since: float | None, until: float | str | None
) -> None:
    found = compute_block(at(*minutes))
    if since is None:
        assert found is None
    else:
        end = None if until == "staff" else at(float(until or 0))[0]
        assert found == DepositBlock(at(since)[0], end)


def fail(count: int) -> None:
    for _n in range(count):
        assert sent(said(intent(), PaymentStatus.FAILED)) == 200


def begin() -> Deposit:
    return request_deposit(person(), usd("10.00"), key=uuid4(), provider="demo")


@pytest.mark.database
class TestABlock:
    def test_of_an_hour_is_told_and_ends_by_itself(self) -> None:
        fail(4)
        begin()
        fail(1)
        assert events("deposits_blocked") == 1
        with refused(DepositsBlocked) as caught:
            begin()
        assert caught.value.code == "deposits_blocked"
        block = find_block(person().pk)
        assert block
        assert block.until
        with time_machine.travel(block.until + timedelta(seconds=1), tick=False):
            blocking.require_not_blocked(person().pk)

    def test_the_desk_accepts_deposits_during_a_block(self) -> None:
        fail(5)
        cashier = staff(Role.CASHIER)
        deposits.record_deposit(
            person().pk, usd("10.00"), key=uuid4(), acting_user=cashier, note="slip 1"
        )

    def test_of_five_more_ends_when_staff_have_looked(self) -> None:
        fail(10)
        assert events("deposits_blocked_for_review") == 1
        later = timezone.now() + timedelta(days=30)
        with time_machine.travel(later, tick=False), refused(DepositsBlocked):
            blocking.require_not_blocked(person().pk)
        analyst = staff(Role.COMPLIANCE_ANALYST)
        for who, error in ((staff(Role.CASHIER), NotPermitted), (analyst, ReasonMissing)):
            with pytest.raises(error):
                blocking.allow_deposits(person().pk, acting_user=who, reason=" ")
        blocking.allow_deposits(
            person().pk, acting_user=analyst, reason="his own cards, all expired"
        )
        begin()
        with refused(DepositsNotBlocked) as caught:
            blocking.allow_deposits(person().pk, acting_user=analyst, reason="again")
        assert caught.value.code == "nothing_blocked"
        assert events("deposits_allowed") == 1

    def test_is_shown_to_the_player_and_to_staff(self, client: Client) -> None:
        fail(10)
        client.force_login(person())
        read_in(client, "en")
        form = {"amount": "10", "currency": "USD", "provider": "demo", "key": str(uuid4())}
        answer = client.post(reverse("wallet:deposit"), form)
        assert answer.status_code == 422
        assert "Write to us to deposit again." in answer.content.decode()
        analyst = inside(staff(Role.COMPLIANCE_ANALYST))
        read_in(analyst, "en")
        page = reverse("cash:account", args=[person().pk])
        assert "Five more deposits were refused" in analyst.get(page).content.decode()
        allow = reverse("cash:allow_deposits", args=[person().pk])
        assert analyst.post(allow, {"reason": ""}).status_code == 422
        assert analyst.post(allow, {"reason": "his own cards"}).status_code == 303
        assert "Five more deposits were refused" not in analyst.get(page).content.decode()
        again: Any = analyst.post(allow, {"reason": "his own cards"})
        assert again.status_code == 422
        assert [one.code for one in again.context["refusals"].as_data()] == ["nothing_blocked"]
        assert str(DepositsNotBlocked.message) in again.content.decode()

    def test_is_ended_by_staff_alone(self) -> None:
        fail(10)
        for who in (person(), person("ben")):
            with refused_by_sql("23000"):
                DepositReview.objects.create(player=person(), acting_user=who, reason="mine")
