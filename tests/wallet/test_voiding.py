"""Money moved by the void of a round: to and from the player, owed, suspended."""

from uuid import UUID, uuid4

import pytest

from tests.wallet.ledger import call, funded, player, refused, refused_by_sql, staked, usd
from tests.wallet.test_post_moves import entries
from wallet.ledger.models import Receivable
from wallet.ledger.refusals import (
    AlreadyReversed,
    InsufficientFunds,
    NotReversible,
    ReceivableDiffers,
    StakesDiffer,
)
from wallet.ledger.selectors import funds, round_debts
from wallet.ledger.services import movements, round_voids
from wallet.money.values import MINOR_DIGITS, Money

pytestmark = pytest.mark.database


def settled(person: int, returned: str = "0.00") -> UUID:
    """Return a settled round with a stake of 10.00."""
    round_id = staked(person, "10.00")
    movements.settle_stakes(
        person, key=uuid4(), round_id=round_id, staked=usd("10.00"), returned=usd(returned)
    )
    return round_id


def owing(text: str = "30.00") -> tuple[int, UUID]:
    """Return a player who owes for a round and has 90.00, and the round."""
    ana = funded()
    round_id = settled(ana)
    round_voids.record_round_debt(ana, usd(text), key=uuid4(), round_id=round_id)
    return ana, round_id


@pytest.mark.parametrize(
    ("kind", "amount", "moved"),
    [
        ("void", 5, {"game_result": -5, "ana": 5}),
        ("void", -5, {"game_result": 5, "ana": -5}),
        ("owe", 5, {"receivable": -5, "game_result": 5}),
        ("suspend", 5, {"game_result": -5, "suspense": 5}),
    ],
)
@pytest.mark.parametrize("currency", [code for code in MINOR_DIGITS if code != "PLY"])
def test_each_kind_moves_its_own_accounts(
    kind: str, amount: int, moved: dict[str, int], currency: str
) -> None:
    ana, round_id = player(), uuid4()
    call("bonus", ana, 50, currency)
    call("bet", ana, 5, currency, round=round_id)
    call("settle", ana, 5, currency, received=0, round=round_id)
    answer = call(kind, ana, amount, currency, round=round_id)
    assert entries(answer["transfer"]) == {(to, currency): units for to, units in moved.items()}
    assert answer["balance"] == (45 + amount if "ana" in moved else None)


def test_debts_are_collected_in_parts_up_to_the_amount() -> None:
    ana, round_id = owing()
    first = round_voids.collect_round_debt(ana, usd("20.00"), key=uuid4(), round_id=round_id)
    assert entries(first.transfer_id) == {("receivable", "USD"): 200_000, ("ana", "USD"): -200_000}
    assert round_debts.round_debt(ana, round_id, "USD") == usd("10.00")
    with refused(ReceivableDiffers):
        round_voids.collect_round_debt(ana, usd("10.01"), key=uuid4(), round_id=round_id)
    round_voids.collect_round_debt(ana, usd("10.00"), key=uuid4(), round_id=round_id)
    assert (funds.balance(ana), Receivable.objects.count()) == (usd("60.00"), 0)
    with refused(ReceivableDiffers):
        round_voids.collect_round_debt(ana, usd("0.01"), key=uuid4(), round_id=round_id)


def test_debts_add_up_per_player() -> None:
    ana, round_id = owing()
    ben = funded("ben")
    round_voids.record_round_debt(ana, usd("1.00"), key=uuid4(), round_id=round_id)
    assert round_debts.round_debt(ana, round_id, "USD") == usd("31.00")
    with refused(ReceivableDiffers):
        round_voids.collect_round_debt(ben, usd("1.00"), key=uuid4(), round_id=round_id)
    with refused(ReceivableDiffers):
        round_voids.collect_round_debt(ana, Money(1, "EUR"), key=uuid4(), round_id=round_id)
    with refused(StakesDiffer):
        round_voids.record_round_debt(ben, usd("1.00"), key=uuid4(), round_id=round_id)


def test_no_more_is_collected_or_taken_than_the_player_has() -> None:
    ana, round_id = owing("90.01")
    with refused(InsufficientFunds):
        round_voids.collect_round_debt(ana, usd("90.01"), key=uuid4(), round_id=round_id)
    with refused(InsufficientFunds):
        round_voids.void_round(ana, usd("-90.01"), key=uuid4(), round_id=round_id)


@pytest.mark.parametrize("kind", ["void", "owe", "suspend"])
def test_only_a_settled_round_is_voided(kind: str) -> None:
    ana = funded()
    running, unknown = staked(ana, "10.00"), uuid4()
    for round_id in (running, unknown):
        with refused_by_sql("LW009"):
            call(kind, ana, 5, round=round_id)


def test_stakes_that_are_suspended_are_given_back_once() -> None:
    ana = funded()
    round_id = settled(ana)
    held = round_voids.suspend_stakes(ana, usd("10.00"), key=uuid4(), round_id=round_id).transfer_id
    found = round_debts.find_suspension(ana, round_id)
    assert found is not None
    assert found.pk == held
    back = round_voids.end_suspension(held, key=uuid4())
    assert entries(back.transfer_id) == {
        ("game_result", "USD"): 100_000,
        ("suspense", "USD"): -100_000,
    }
    assert round_debts.find_suspension(ana, round_id) is None
    with refused(AlreadyReversed):
        round_voids.end_suspension(held, key=uuid4())


def test_a_void_is_undone_by_a_movement() -> None:
    ana, round_id = owing()
    given = round_voids.void_round(ana, usd("1.00"), key=uuid4(), round_id=round_id)
    paid = round_voids.collect_round_debt(ana, usd("1.00"), key=uuid4(), round_id=round_id)
    for posting in (given, paid):
        with refused(NotReversible):
            movements.reverse_transfer(posting.transfer_id, key=uuid4(), reason="wrong")


def test_play_money_is_voided_below_zero_and_never_owed() -> None:
    ana, round_id = player(), uuid4()
    call("bet", ana, 5, "PLY", round=round_id)
    call("settle", ana, 5, "PLY", received=0, round=round_id)
    posting = round_voids.void_round(ana, Money(-20, "PLY"), key=uuid4(), round_id=round_id)
    assert posting.balance == Money(-25, "PLY")
    for kind in ("owe", "collect"):
        with refused_by_sql("LW002"):
            call(kind, ana, 5, "PLY", round=round_id)
