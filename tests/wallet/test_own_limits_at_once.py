"""Own limits under concurrency: simultaneous or slow deposits of a player do not exceed the limit together."""

from functools import partial
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from psycopg import Connection

from limits.refusals import LimitReached
from limits.values import LimitKind
from tests.casino.test_closing_at_once import one_before_the_other
from tests.limits.own_limits import limited
from tests.wallet.cash import intent, person, request_deposit, said, sent
from tests.wallet.ledger import usd
from tests.wallet.test_cash_at_once import aged
from tests.wallet.test_own_limits import DAY, SECOND, came_at, paid_in, refused
from wallet.cash.models import Deposit
from wallet.cash.services import callbacks, steps
from wallet.ledger.selectors.funds import balance
from wallet.providers.values import PaymentStatus

pytestmark = pytest.mark.committed


def test_of_two_concurrent_deposits_one_is_accepted() -> None:
    player = person()
    limited(player, LimitKind.DEPOSIT, 50)
    first, second = (
        partial(request_deposit, player, usd("30.00"), key=uuid4(), provider="demo")
        for _ in range(2)
    )
    made, refusal = one_before_the_other(first, second)
    assert isinstance(made, Deposit)
    assert isinstance(refusal, LimitReached)
    assert balance(player.pk) == usd("30.00")


def test_of_two_concurrent_late_payments_one_is_credited() -> None:
    player = person()
    limited(player, LimitKind.DEPOSIT, 50)
    late = []
    for _ in range(2):
        late.append(intent("30.00"))
        steps.take_step(late[-1], "expired")
    ends = one_before_the_other(
        *(
            partial(callbacks.process_callback, "demo", said(one, PaymentStatus.PAID))
            for one in late
        )
    )
    assert ends == (200, 422)
    assert balance(player.pk) == usd("30.00")


def test_slow_deposits_count_from_their_arrival(
    owner_connection: Connection[Any],
) -> None:
    limited(person(), LimitKind.DEPOSIT, 50)
    begun = intent("50.00")
    aged(owner_connection, "wallet_deposit", 25)
    assert sent(said(begun, PaymentStatus.PAID)) == 200
    came = came_at(begun)
    assert came - Deposit.objects.get().created_at > DAY
    refused("10")
    with time_machine.travel(came + DAY - SECOND, tick=False):
        refused("10")
    with time_machine.travel(came + DAY, tick=False):
        paid_in("50")
