"""The site's database backend: query capture and errors work as in Django's backend."""

from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, connections, transaction
from django.test.utils import CaptureQueriesContext

from casino.models import Place
from internals.postgresql.base import DatabaseWrapper
from tests.wallet.ledger import funded, usd
from wallet.ledger.selectors import funds
from wallet.ledger.services import movements

pytestmark = pytest.mark.database


def test_every_connection_uses_this_backend() -> None:
    assert all(isinstance(connections[alias], DatabaseWrapper) for alias in connections)


@pytest.mark.committed
def test_transaction_callbacks_run_at_begin_and_end() -> None:
    ana = funded(text="10.00")
    with CaptureQueriesContext(connection) as asked, transaction.atomic():
        movements.hold_stake(ana, usd("1.00"), key=uuid4(), round_id=uuid4())
    first, *_, last = [query["sql"] for query in asked]
    assert (first, last) == ("BEGIN", "COMMIT")


@pytest.mark.committed
def test_a_failed_commit_raises_a_django_error() -> None:
    ana = funded(text="10.00")

    def lost() -> None:
        with transaction.atomic():
            movements.hold_stake(ana, usd("1.00"), key=uuid4(), round_id=uuid4())
            Place.objects.create(player_id=ana, table_id=-1)

    with pytest.raises(IntegrityError, match="table_id"):
        lost()
    assert funds.balance(ana) == usd("10.00")
