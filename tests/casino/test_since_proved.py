"""Incremental checks every hour and full checks every night: what each of them finds."""

from typing import Any
from uuid import uuid4

import pytest
from psycopg import Connection

from casino.play.services.betting import place_bet
from casino.tasks import check_ledger as hourly
from tests.casino import scenes
from tests.casino.proved import findings, part_read, prove, unguarded
from tests.casino.spoiled_records import SPOILED
from tests.casino.test_check_records import names, records
from tests.exhaustive import slow_but_every
from tests.fixtures.prepared import Prepared
from tests.wallet.ledger import funded, usd
from tests.wallet.seals import TAMPERED, aged, block_of, seal_all
from tests.wallet.test_reconciliation import CORRUPTIONS, spoil, world
from wallet.ledger.models import Entry, LedgerCheck, Seal
from wallet.ledger.selectors.reconciliation import SEALED, record_line_queries
from wallet.ledger.services import movements, seal_files
from wallet.ledger.services.seal_files import SEALS_LINE

__all__ = ("names",)  # a fixture

Owner = Connection[Any]
pytestmark = [
    pytest.mark.committed,
    pytest.mark.breaks_the_ledger("that is what is tested"),
]
OF_EACH_LINE = {line: (statement, told) for line, statement, told in reversed(SPOILED)}


def test_a_sound_ledger_holds_by_what_was_proved_and_what_came_since(
    names: dict[str, Any],
) -> None:
    before = prove()
    new, table = scenes.new_player("new@example.test"), scenes.ligalo()
    participant = scenes.sit(new, table)
    scenes.play_out(place_bet(new, table, scenes.bet_request(participant)))
    funded("luis")
    seal_all()
    movements.credit_deposit(names["ana"], usd("7.00"), key=uuid4(), provider="demo")

    part = part_read()

    assert (part.block, part.sealed) == (before, sum_of_entries(before))
    assert findings(since_proved=True) == findings(since_proved=False) == {}


def sum_of_entries(block: int) -> int:
    return sum(Seal.objects.filter(number__lte=block).values_list("entries", flat=True))


def test_a_check_since_the_proof_counts_every_entry(names: dict[str, Any]) -> None:
    prove()
    movements.credit_deposit(names["ana"], usd("7.00"), key=uuid4(), provider="demo")

    hourly()

    told = LedgerCheck.objects.latest("pk")
    assert (told.passed, told.entries) == (True, Entry.objects.count())
    seal_all()
    assert findings(since_proved=True) == {}
    LedgerCheck.objects.create(
        passed=True,
        seal_number=told.seal_number,
        seal_hash=told.seal_hash,
        entries=Entry.objects.count() + 99,
    )
    movements.credit_deposit(names["ana"], usd("7.00"), key=uuid4(), provider="demo")
    seal_all()
    assert set(findings(since_proved=True)) == {record_lines_seen()}


def record_lines_seen() -> str:
    return list(record_line_queries())[-1]


@pytest.mark.parametrize("line", slow_but_every(4, CORRUPTIONS))
def test_corruption_after_the_checkpoint_is_found(owner_connection: Owner, line: str) -> None:
    funded("old")
    prove()
    made = world()
    statement, row = CORRUPTIONS[line]
    spoil(owner_connection, statement.format(**made))

    told = findings(since_proved=True)

    assert row.format(**made) in told[line][1]
    assert told == findings(since_proved=False)


def records_since_the_proof() -> dict[str, Any]:
    funded("old")
    prove()
    return records()


@pytest.fixture
def since_the_proof(prepared: Prepared) -> dict[str, Any]:
    """Return the ids of the records, all written after the checkpoint."""
    return prepared(records_since_the_proof)


def records_that_were_proved() -> dict[str, Any]:
    made = records()
    prove()
    return made


@pytest.fixture
def proved(prepared: Prepared) -> dict[str, Any]:
    """Return the ids of the records, all written before the checkpoint."""
    return prepared(records_that_were_proved)


@pytest.mark.parametrize("line", slow_but_every(3, OF_EACH_LINE))
def test_contradicting_records_after_the_checkpoint_are_found(
    since_the_proof: dict[str, Any], owner_connection: Owner, line: str
) -> None:
    assert findings(since_proved=True) == {}
    statement, said = OF_EACH_LINE[line]
    unguarded(owner_connection, statement.format(**since_the_proof))

    told = findings(since_proved=True)

    assert any(said.format(**since_the_proof) in row for row in told[line][1])
    assert told == findings(since_proved=False)


@pytest.mark.parametrize("change", slow_but_every(3, TAMPERED))
def test_a_changed_sealed_block_is_found_nightly_or_hourly(
    owner_connection: Owner, change: str
) -> None:
    person = funded()
    moved = [movements.credit_deposit(person, usd("1.00"), key=uuid4(), provider="demo")]
    prove()
    moved.append(movements.credit_deposit(person, usd("2.00"), key=uuid4(), provider="demo"))
    seal_all()
    blocks = [f"block {block_of(one.transfer_id)}: not as it was sealed" for one in moved]
    for participant in (0, 1):
        transfer = moved[participant].transfer_id
        entry = f"transfer_id = {transfer} AND seq IS NULL"
        statement = TAMPERED[change].format(entry=entry, transfer=transfer)
        unguarded(owner_connection, statement)
        by_hour, by_night = findings(since_proved=True), findings(since_proved=False)
        assert by_night[SEALED][1] == tuple(blocks[: participant + 1])
        assert (blocks[1] in by_hour.get(SEALED, (0, (), ()))[1]) is (participant == 1)
        assert participant == 1 or SEALED not in by_hour


STATES = {
    "a balance": "UPDATE wallet_account SET balance = balance + 1 WHERE player_id = {ana}",
    "a balance with its last entry": (
        "WITH one AS (UPDATE wallet_account SET balance = balance + 1 WHERE player_id = {ana}"
        " AND currency_id = 'USD' RETURNING id, seq) UPDATE wallet_entry AS entry"
        " SET balance_after = balance_after + 1, amount = amount + 1 FROM one"
        " WHERE entry.account_id = one.id AND entry.seq = one.seq"
    ),
    "a number": "UPDATE wallet_account SET seq = seq + 1 WHERE player_id = {ana}",
    "an owner": (
        "UPDATE wallet_account SET player_id = {dealt}"
        " WHERE player_id = {ana} AND currency_id = 'EUR'"
    ),
    "a stake": "UPDATE wallet_open_stake SET amount = amount - 1",
    "a round": "UPDATE wallet_open_stake SET round_id = gen_random_uuid()",
    "no stake": "DELETE FROM wallet_open_stake",
    "a withdrawal": "UPDATE wallet_withdrawal_hold SET is_open = false",
    "what it holds": "UPDATE wallet_withdrawal_hold SET amount = amount + 1",
    "a balance of the house": "UPDATE wallet_rollup SET balance = balance - 1 WHERE balance <> 0",
    "none of it": "DELETE FROM wallet_rollup WHERE balance <> 0",
    "its horizon": "UPDATE wallet_rollup SET horizon = '9'",
}


@pytest.mark.parametrize("change", slow_but_every(4, STATES))
def test_a_present_state_that_was_proved_is_found_changed_within_the_hour(
    proved: dict[str, Any], owner_connection: Owner, change: str
) -> None:
    unguarded(owner_connection, STATES[change].format(**proved))

    told = findings(since_proved=True)

    assert told
    assert told == findings(since_proved=False)


def test_a_chain_rewritten_up_to_the_proof_is_found_by_its_hash(owner_connection: Owner) -> None:
    transfer = movements.credit_deposit(
        funded(), usd("1.00"), key=uuid4(), provider="demo"
    ).transfer_id
    prove()
    unguarded(
        owner_connection,
        f"UPDATE wallet_entry SET amount = amount + 1 WHERE transfer_id = {transfer} AND seq IS NULL",  # noqa: S608  a number
    )
    unguarded(
        owner_connection,
        "UPDATE wallet_seal SET hash = (public.wallet_hash_block(from_xact, to_xact, previous)).hash",
    )

    told = findings(since_proved=True)

    assert {SEALS_LINE, "transfers add up to zero in each currency"} <= set(told)
    assert told == findings(since_proved=False)


def test_files_of_seals_are_compared_from_the_proof_on_hourly_and_wholly_at_night(
    owner_connection: Owner,
) -> None:
    for name in "abc":
        funded(name)
        seal_all()
    aged(owner_connection, "3 days")
    (today,) = seal_files.seals_folder().iterdir()
    today.unlink()
    for seal in Seal.objects.order_by("number"):
        seal_files.append_seals([seal])
    funded("today")
    first = prove()
    funded("d")
    seal_all()
    files = sorted(seal_files.seals_folder().glob("????-??-??.txt"))
    assert len(files) == 2
    files[0].write_text("scribbled\n" + files[0].read_text())
    assert findings(since_proved=True) == {}
    assert set(findings(since_proved=False)) == {SEALS_LINE}
    last = files[1].read_text().splitlines()[-1]
    files[1].write_text(files[1].read_text().replace(last, last[::-1]))
    assert part_read().block == first
    assert set(findings(since_proved=True)) == {SEALS_LINE}
