"""Two deposits of one player at the same moment do not pass an own limit together."""

from functools import partial
from uuid import uuid4

import pytest

from tests.accounts.own_limits import Kind, limited
from tests.casino.test_closing_at_once import one_before_the_other
from tests.wallet.cash import intent, person, said
from tests.wallet.ledger import usd
from wallet.cash.errors import AboveOwn
from wallet.cash.models import Deposit
from wallet.cash.services import callbacks, deposits, steps
from wallet.providers.base import Status
from wallet.selectors import balance

pytestmark = pytest.mark.usefixtures("committed_db")


def test_of_two_deposits_at_once_one_passes() -> None:
    player = person()
    limited(player, Kind.DEPOSIT, 50)
    first, second = (
        partial(deposits.request, player, usd("30.00"), key=uuid4(), provider="demo")
        for _ in range(2)
    )
    made, refusal = one_before_the_other(first, second)
    assert isinstance(made, Deposit)
    assert isinstance(refusal, AboveOwn)
    assert balance(player.pk) == usd("30.00")


def test_of_two_that_are_paid_late_at_once_one_is_credited() -> None:
    player = person()
    limited(player, Kind.DEPOSIT, 50)
    late = []
    for _ in range(2):
        late.append(intent("30.00"))
        steps.step_deposit(late[-1], "expired")
    ends = one_before_the_other(
        *(partial(callbacks.receive, "demo", said(one, Status.PAID)) for one in late)
    )
    assert ends == (200, 422)
    assert balance(player.pk) == usd("30.00")
