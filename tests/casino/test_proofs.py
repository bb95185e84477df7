"""The checkpoint file: writing, validity, and how little is read after it."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from django.db import connection, transaction
from psycopg import Connection

from casino.reconciliation.selectors.lines import check_house_lines
from casino.reconciliation.selectors.worth_line import WORTH
from casino.reconciliation.services import check_ledger
from casino.tasks import check_ledger as hourly, prove_ledger as nightly
from config.testing import current_run
from tests.casino.proved import findings, part_read, prove, unguarded
from tests.casino.test_bench_play import a_fast_table, filled, players
from tests.casino.test_check_records import names
from tests.casino.test_findings import accepted, found
from tests.exhaustive import slow_but_every
from tests.waiting import wait_for_horizon
from tests.wallet.ledger import ask, funded, usd
from tests.wallet.seals import seal_all
from wallet.cash.selectors.withdrawal_stop import are_withdrawals_open
from wallet.ledger.models import Entry, Seal
from wallet.ledger.selectors.reconciliation import line_queries
from wallet.ledger.selectors.slices import WHOLE_LEDGER, fill_query
from wallet.ledger.services import checkpoint, movements
from wallet.ledger.services.checkpoint import CHECKPOINT_LINE
from wallet.ledger.services.seals import write_missing_seals

__all__ = ("found", "names")  # fixtures

Owner = Connection[Any]
pytestmark = [
    pytest.mark.committed,
    pytest.mark.breaks_the_ledger("that is what is tested"),
]


def proof_with(**changed: Any) -> None:
    """Append a copy of the last checkpoint with these fields changed."""
    proof = checkpoint.load_checkpoint()
    assert proof is not None
    said = {name: getattr(proof, name) for name in proof.__slots__}
    path = checkpoint.checkpoint_path()
    path.write_text(
        f"{path.read_text().rstrip()}\n{checkpoint.Checkpoint(**{**said, **changed})}\n"
    )


@pytest.mark.parametrize(
    "changed",
    slow_but_every(2, [{"hash": "ab" * 32}, {"states": "ab" * 32}, {"entries": 1}, {"block": 999}]),
)
def test_a_proof_that_is_changed_is_found_and_a_check_of_everything_makes_a_new_one(
    names: dict[str, Any], changed: dict[str, Any]
) -> None:
    block = prove()
    proof_with(**changed)

    (broken,) = check_ledger(since_proved=True)

    assert broken.line == CHECKPOINT_LINE
    assert broken.first[0].startswith(f"block {changed.get('block', block)}, proved at ")
    assert not are_withdrawals_open()
    hourly()
    assert not are_withdrawals_open()
    nightly()
    assert are_withdrawals_open()
    assert check_ledger(since_proved=True) == []
    assert part_read().block >= block


@pytest.mark.parametrize("text", slow_but_every(3, ["scribbled\n", "", "7 ab"]))
def test_without_a_proof_everything_is_read_and_one_is_left(
    names: dict[str, Any], text: str
) -> None:
    prove()
    checkpoint.checkpoint_path().write_text(text)
    assert part_read() == WHOLE_LEDGER

    hourly()

    assert are_withdrawals_open()
    assert part_read() != WHOLE_LEDGER


def test_a_proof_counts_for_a_day_and_a_half(
    names: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    prove()
    monkeypatch.setattr(checkpoint, "VALID_FOR", timedelta(0))
    assert part_read() == WHOLE_LEDGER


def test_only_a_check_of_everything_that_passed_leaves_a_proof(
    names: dict[str, Any], owner_connection: Owner
) -> None:
    prove()
    written = checkpoint.checkpoint_path().read_text()
    movements.credit_deposit(names["ana"], usd("1.00"), key=uuid4(), provider="demo")
    seal_all()
    hourly()
    assert checkpoint.checkpoint_path().read_text() == written
    unguarded(owner_connection, "UPDATE wallet_open_stake SET amount = amount + 1")
    hourly()
    nightly()
    assert checkpoint.checkpoint_path().read_text() == written
    unguarded(owner_connection, "UPDATE wallet_open_stake SET amount = amount - 1")
    nightly()
    assert len(checkpoint.checkpoint_path().read_text()) > len(written)


def test_a_failed_nightly_check_closes_withdrawals_until_all_lines_pass(
    names: dict[str, Any], owner_connection: Owner
) -> None:
    prove()
    change = "UPDATE wallet_entry SET amount = amount {} WHERE transfer_id = {} AND seq IS NULL"
    unguarded(owner_connection, change.format("+ 1", names["deposit"]))
    hourly()
    assert are_withdrawals_open()  # the change lies before the checkpoint
    nightly()
    assert not are_withdrawals_open()

    hourly()

    assert not are_withdrawals_open()
    unguarded(owner_connection, change.format("- 1", names["deposit"]))
    hourly()
    assert are_withdrawals_open()
    assert part_read() != WHOLE_LEDGER


def test_an_accepted_finding_does_not_close_withdrawals(
    found: tuple[str, str],
) -> None:
    accepted(found)
    prove()

    assert findings(since_proved=True) == {found[0]: (0, (), (found[1],))}
    assert findings(since_proved=True) == findings(since_proved=False)
    hourly()
    assert are_withdrawals_open()


def test_a_finding_of_since_then_is_accepted_as_any_other(
    old: None, found: tuple[str, str]
) -> None:
    (broken,) = check_ledger(since_proved=True)
    assert (broken.line, broken.first) == (found[0], (found[1],))
    accepted(found)

    assert check_ledger(since_proved=True) == []
    assert findings(since_proved=True) == findings(since_proved=False)


def seal_one() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT public.seal_ledger(1)")


def test_an_older_transaction_that_ended_later_is_no_gap() -> None:
    """The late entry's number on the account is higher than that of the newer transaction, which is not sealed yet."""
    person = funded("old")
    seal_all()
    with psycopg.connect(current_run().app_url) as slow:
        slow.execute("SELECT pg_current_xact_id()")
        later = movements.credit_deposit(
            person, usd("1.00"), key=uuid4(), provider="demo"
        ).transfer_id
        slow.execute("SELECT public.post(%s, 'deposit', %s, 'USD', 5)", [uuid4(), person])
    movements.credit_deposit(person, usd("1.00"), key=uuid4(), provider="demo")
    sealed = Seal.objects.count()
    wait_for_horizon(lambda: Seal.objects.count() > sealed, meanwhile=seal_one)
    write_missing_seals()
    assert not Seal.objects.filter(to_xact__gt=Entry.objects.filter(transfer=later)[0].xact)
    check_ledger()

    part = part_read()

    assert part.block == sealed + 1
    for query in line_queries().values():
        with connection.cursor() as cursor:
            cursor.execute(fill_query(query, part))
            assert cursor.fetchall() == []


@pytest.fixture
def old() -> None:
    """Add a deposit that the checkpoint covers."""
    funded("old")
    prove()


def rows_read(person: int) -> tuple[int, int]:
    """Return how many rows of play and its money an incremental check and a full check read.

    The incremental check always has the same amount of data since the checkpoint.

    Seals, check results and staff records are not counted. The number of blocks depends on when the
    server's transaction horizon moves, which other tests hold back, and not on how much was played.
    """
    prove()
    round_id = uuid4()
    with transaction.atomic():
        movements.hold_stake(person, usd("5.00"), key=uuid4(), round_id=round_id)
        movements.refund_stake(person, usd("5.00"), key=uuid4(), round_id=round_id)
    seal_all()
    with psycopg.connect(current_run().owner_url, autocommit=True) as owner:
        owner.execute("ANALYZE")
    return rows_of_check(since_proved=True), rows_of_check(since_proved=False)


def rows_of_check(*, since_proved: bool) -> int:
    ask("SELECT pg_stat_force_next_flush()")  # leaves out earlier reads
    read = []
    for line in check_house_lines(since_proved=since_proved):
        assert line.rows == 0
        if line.line == WORTH:  # the last line read in this transaction
            read.append(int(ask(_READ)))
    return read[0]


_READ = (
    "SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) FROM pg_stat_xact_user_tables"
    " WHERE relname ~ '^(wallet_(entry_|transfer$|open_stake$)|casino_(round|bet|decision|shoe)$)'"
)


@pytest.mark.slow
@pytest.mark.empty
def test_the_check_does_not_read_proved_history() -> None:
    people = players(4)
    table = a_fast_table()
    filled(table, people, 100)
    (few, _), entries = rows_read(people[0].pk), Entry.objects.count()
    filled(table, people, 900)

    many, everything = rows_read(people[0].pk)

    assert Entry.objects.count() > 9 * entries
    assert many < 2 * few
    assert everything > 10 * Entry.objects.count() > 100 * many
