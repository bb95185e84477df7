"""Two deposits of one player at the same moment do not pass an own limit together."""

from functools import partial
from uuid import uuid4

import pytest

from tests.accounts.own_limits import Kind, limited
from tests.casino.test_closing_at_once import one_before_the_other
from tests.wallet.cash import person
from tests.wallet.ledger import usd
from wallet.cash.errors import AboveOwn
from wallet.cash.models import Deposit
from wallet.cash.services import deposits
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
