"""Bulk data of `make bench-ledger` is a valid ledger.

The reconciliation after every test checks each of its lines.
"""

from uuid import uuid4

import psycopg
import pytest

from accounts.models.users import User
from config.testing import current_run
from tests.wallet.ledger import ask, funded, staked, usd
from tools.benchmarks import ledger_fill
from tools.benchmarks.servers import MEMBERS
from wallet.ledger.selectors import funds, reconciliation
from wallet.ledger.services import movements
from wallet.money.values import Money

pytestmark = pytest.mark.committed


def test_a_filled_ledger_is_sound_and_goes_on() -> None:
    people = [funded(name, "1000.00") for name in ("ana", "berta", "carla", "dora", "eva", "fe")]
    told: list[float] = []
    ledger_fill.fill(current_run().owner_url, 480, told.append)

    assert ledger_fill.count_entries(current_run().owner_url) == 480
    assert told[-1] == 1
    assert reconciliation.find_broken_lines() == []
    turns = 18  # of 26 entries each, after twelve of deposits: three transactions of each half
    for person in people:
        won = (person % 3 - 1) * turns * usd("10.00").units
        assert funds.balance(person) == Money(usd("1000.00").units + won, "USD")

    first = staked(people[0], "10.00")
    movements.settle_stakes(
        people[0], key=uuid4(), round_id=first, staked=usd("10.00"), returned=usd("20.00")
    )


def test_players_of_a_bench_are_whole_rows() -> None:
    """The insert covers every column that the account table has, or the benchmark cannot start."""
    with psycopg.connect(current_run().owner_url, autocommit=True) as owner:
        owner.execute(MEMBERS, [3])

    assert User.objects.filter(email__startswith="bench", is_staff=False).count() == 3


def test_the_triggers_are_on_again() -> None:
    funded(text="1000.00")  # any outcome: the winners follow from the number
    ledger_fill.fill(current_run().owner_url, 100, lambda _part: None)
    off = ask("SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'O'")
    assert off == 0


def test_a_fill_that_breaks_leaves_the_triggers_on(monkeypatch: pytest.MonkeyPatch) -> None:
    funded(text="1000.00")
    monkeypatch.setattr(ledger_fill, "_ACCOUNTS", "SELECT 1 / (%(last)s - %(last)s)")
    with pytest.raises(psycopg.errors.DivisionByZero):
        ledger_fill.fill(current_run().owner_url, 100, lambda _part: None)
    off = ask("SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'O'")
    assert off == 0
