"""Two-step transfers between two ledgers. Both shards are one database here: each step is a transaction of its own table."""

from collections.abc import Callable, Iterator
from uuid import uuid4

import pytest

from tests.wallet.ledger import funded, usd
from tools.shards.audit import audit
from tools.shards.transfer import (
    TABLES,
    Connection,
    Transfer,
    credit,
    ignore_step,
    reserve,
    resolve,
    run_transfer,
)
from wallet.ledger.selectors.funds import balance

pytestmark = [pytest.mark.committed, pytest.mark.empty]


class Stopped(Exception):
    """The process ends here."""


@pytest.fixture
def shard(owner_connection: Connection) -> Iterator[Connection]:
    """A connection of the owner, with the prototype's tables."""
    owner_connection.execute(TABLES.replace("{role}", "CURRENT_USER").encode())
    yield owner_connection
    owner_connection.execute("DROP SCHEMA transit CASCADE")


@pytest.fixture
def transfer() -> Transfer:
    """25 USD of a player who has 100 USD, for another one who has none."""
    return Transfer(uuid4(), funded(text="100.00"), funded("luis", "1.00"), 250_000)


def amounts(transfer: Transfer) -> tuple[object, object]:
    return balance(transfer.player), balance(transfer.other_player)


def stop_at(step: str) -> Callable[[str], None]:
    def hook(reached: str) -> None:
        if reached == step:
            raise Stopped

    return hook


def problems(shard: Connection, *transfers: Transfer) -> list[str]:
    """Return the findings about transfers; the sums are not those of two ledgers here."""
    found = audit(shard, shard, transfers, {})
    return [one for one in found.problems if "units" not in one]


def test_transfer_moves_money_once(shard: Connection, transfer: Transfer) -> None:
    assert [run_transfer(shard, shard, transfer) for _ in range(2)] == ["confirmed"] * 2
    assert amounts(transfer) == (usd("75.00"), usd("26.00"))
    assert problems(shard, transfer) == []


def test_money_that_is_not_there_is_not_reserved(shard: Connection, transfer: Transfer) -> None:
    large = Transfer(transfer.id, transfer.player, transfer.other_player, 10_000_000)
    assert run_transfer(shard, shard, large) == "poor"
    assert amounts(large) == (usd("100.00"), usd("1.00"))


def test_resolver_releases_what_was_not_credited(shard: Connection, transfer: Transfer) -> None:
    reserve(shard, transfer, ignore_step)
    assert balance(transfer.player) == usd("75.00")

    assert resolve(shard, shard, transfer, ignore_step) == "released"

    assert credit(shard, transfer, ignore_step) == "refused"
    assert run_transfer(shard, shard, transfer) == "released"
    assert amounts(transfer) == (usd("100.00"), usd("1.00"))
    assert problems(shard, transfer) == []


def test_resolver_confirms_what_was_credited(shard: Connection, transfer: Transfer) -> None:
    reserve(shard, transfer, ignore_step)
    credit(shard, transfer, ignore_step)

    assert resolve(shard, shard, transfer, ignore_step) == "confirmed"

    assert amounts(transfer) == (usd("75.00"), usd("26.00"))


@pytest.mark.parametrize("step", ["reserve", "credit", "confirm"])
@pytest.mark.parametrize("moment", ["before", "after"])
def test_transfer_goes_on_after_a_stop(
    shard: Connection, transfer: Transfer, step: str, moment: str
) -> None:
    with pytest.raises(Stopped):
        run_transfer(shard, shard, transfer, stop_at(f"{step}: {moment} the commit"))

    assert run_transfer(shard, shard, transfer) == "confirmed"

    assert amounts(transfer) == (usd("75.00"), usd("26.00"))
    assert problems(shard, transfer) == []


def test_audit_finds_a_transfer_that_is_not_whole(shard: Connection, transfer: Transfer) -> None:
    reserve(shard, transfer, ignore_step)
    (first, *_) = problems(shard, transfer)
    assert "is not whole" in first


def test_audit_finds_money_that_is_credited_and_released(
    shard: Connection, transfer: Transfer
) -> None:
    reserve(shard, transfer, ignore_step)
    resolve(shard, shard, transfer, ignore_step)
    shard.execute("DELETE FROM transit.incoming")
    credit(shard, transfer, ignore_step)
    (first, *_) = problems(shard, transfer)
    assert "doubled" in first


def test_audit_finds_a_wrong_answer(shard: Connection, transfer: Transfer) -> None:
    run_transfer(shard, shard, transfer)
    found = audit(shard, shard, [transfer], {transfer.id: "r"})
    assert found.lost == 1
