"""The ledger against the records of money: the owner breaks each line, and the check names the row."""

import re
from typing import Any
from uuid import uuid4

import pytest
from psycopg import Connection

from accounts.roles.values import Role
from casino.reconciliation.selectors.lines import SETTLEMENTS, check_house_lines
from tests.accounts.staff import staff
from tests.casino import scenes
from tests.casino.spoiled_records import (
    CORRECTIONS,
    DEPOSITS,
    EXCHANGES,
    SPOILED,
    TABLES,
    WITHDRAWALS,
)
from tests.fixtures.prepared import Prepared
from tests.wallet.cash import account, checked, just_now, person, request_deposit
from tests.wallet.ledger import ask, staked, usd
from tests.wallet.rates import approved, manager
from tests.wallet.seals import SEALED_IN_TIME
from wallet.cash.models import CorrectionDecision, CorrectionKind
from wallet.cash.services import corrections, withdrawals
from wallet.exchange import services
from wallet.ledger.services import movements
from wallet.money.values import Money

pytestmark = [
    pytest.mark.committed,
    pytest.mark.breaks_the_ledger("that is what is tested"),
]


@pytest.fixture
def names(prepared: Prepared) -> dict[str, Any]:
    """Return the ids of the records, by the names the statements use."""
    return prepared(records)


def records() -> dict[str, Any]:
    """Write a deposit, a withdrawal request, an exchange, a round and manual corrections; return their ids.

    They break no line: what a test finds later is what it did.
    """
    round_ = scenes.deal(scenes.ordinary)
    ana = person("bea")
    approved("EUR", "1.16")
    checked()
    bonus = corrected(CorrectionKind.BONUS, "5.00")
    deposit = request_deposit(ana, usd("25.00"), key=uuid4(), provider="demo")
    adjust = corrected(CorrectionKind.ADJUST, "-1.00")
    undone = undo(bonus)
    held = withdrawals.request_withdrawal(
        ana, usd("20.00"), key=uuid4(), destination=account("Banco Uno 0011"), proof=just_now()
    )
    movements.credit_deposit(ana.pk, usd("10.00"), key=uuid4(), provider="demo")
    offer = services.offer_exchange(ana.pk, usd("10.00"), "EUR")
    services.confirm_exchange(ana.pk, offer.sealed)
    assert broken() == {}
    of_kind = "SELECT max(id) FROM wallet_transfer WHERE kind = %(kind)s"
    return {
        "ana": ana.pk,
        "dealt": round_.player_id,
        "B": bonus.proposal_id,
        "bonus": bonus.transfer_id,
        "adjust": adjust.transfer_id,
        "reverse": undone.transfer_id,
        "D": deposit.pk,
        "W": held.pk,
        "deposit": deposit.steps.get(to_state="credited").transfer_id,
        "held": ask(of_kind, {"kind": "withdraw"}),
        "exchange": ask(of_kind, {"kind": "exchange"}),
        "round": round_.public_id,
    }


def corrected(kind: CorrectionKind, text: str) -> CorrectionDecision:
    """Move money of the exchanging player by hand, approved by two people."""
    asked = corrections.propose_correction(
        kind,
        person("bea"),
        usd(text),
        key=uuid4(),
        acting_user=staff(Role.CASHIER),
        reason="x",
    )
    return corrections.decide_correction(asked.pk, approved=True, acting_user=manager(), reason="")


def undo(decision: CorrectionDecision) -> CorrectionDecision:
    """Reverse the correction, approved by two people."""
    assert decision.transfer_id is not None
    asked = corrections.propose_reversal(
        decision.transfer_id, key=uuid4(), acting_user=staff(Role.CASHIER), reason="x"
    )
    return corrections.decide_correction(asked.pk, approved=True, acting_user=manager(), reason="")


def broken() -> dict[str, tuple[str, ...]]:
    """Return the broken lines with their first rows.

    Leaves out the line about late seals: the prepared data may be old.
    """
    lines = check_house_lines()
    return {line.line: line.first for line in lines if line.rows and line.line != SEALED_IN_TIME}


@pytest.mark.parametrize(("line", "statement", "told"), SPOILED)
def test_contradictions_of_records_are_named(
    names: dict[str, Any], owner_connection: Connection[Any], line: str, statement: str, told: str
) -> None:
    with owner_connection.transaction():
        for table in TABLES:
            owner_connection.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        owner_connection.execute(statement.format(**names))

    assert told.format(**names) in " ".join(broken()[line])


def test_where_no_money_is_invented_every_movement_has_its_record(
    names: dict[str, Any], settings: Any
) -> None:
    """Whoever controls the web process can post unpaid money, but the check reports it."""
    ana = names["ana"]
    forged = movements.credit_deposit(ana, usd("7.00"), key=uuid4(), provider="demo").transfer_id
    held = movements.hold_withdrawal(ana, usd("1.00"), key=uuid4()).transfer_id
    given = movements.exchange_money(ana, usd("1.00"), Money(90000, "EUR"), key=uuid4())
    by_hand = [
        movements.grant_bonus(ana, usd("0.10"), key=uuid4(), reason="x"),
        movements.adjust_balance(ana, usd("0.20"), key=uuid4(), reason="x"),
        movements.reverse_transfer(forged, key=uuid4(), reason="x"),
    ]
    round_id = staked(ana, "2.00")
    movements.refund_stake(ana, usd("2.00"), key=uuid4(), round_id=round_id)
    assert broken() == {}

    settings.DEMO_PROVIDER_ENABLED = False

    found = broken()
    assert f"transfer {forged}: 70000 USD of player {ana}; deposit none" in " ".join(
        found[DEPOSITS]
    )
    assert f"transfer {held}: withdraw of 10000 USD of player {ana}" in " ".join(found[WITHDRAWALS])
    assert f"exchange {given.transfer_id}: 10000 USD for 90000 EUR" in " ".join(found[EXCHANGES])
    told = [f"transfer {one.transfer_id}: " for one in by_hand]
    gone = f"round {round_id} of player {ana}: 0 USD staked and  paid, the round says  and "
    assert gone in " ".join(found[SETTLEMENTS])
    assert [line.startswith(told[n]) for n, line in enumerate(found[CORRECTIONS])] == [True] * 3


def test_a_forged_deposit_of_the_desk_is_named_in_the_demo_too(names: dict[str, Any]) -> None:
    forged = movements.credit_deposit(names["ana"], usd("7.00"), key=uuid4(), provider="manual")

    (told,) = broken()[DEPOSITS]

    assert told.startswith(f"transfer {forged.transfer_id}: 70000 USD")


def test_an_approved_reversal_breaks_no_line(names: dict[str, Any], settings: Any) -> None:
    """A compromised web process posted transfers that nobody decided; staff reverse them."""
    ana = names["ana"]
    settings.DEMO_PROVIDER_ENABLED = False
    before = broken()
    forged = [
        movements.credit_deposit(ana, usd("7.00"), key=uuid4(), provider="manual"),
        movements.grant_bonus(ana, usd("5.00"), key=uuid4(), reason="x"),
        movements.adjust_balance(ana, usd("3.00"), key=uuid4(), reason="x"),
        movements.exchange_money(ana, usd("1.00"), Money(90000, "EUR"), key=uuid4()),
    ]
    told = broken()
    for line, moved in zip((DEPOSITS, CORRECTIONS, CORRECTIONS, EXCHANGES), forged, strict=True):
        assert moved.transfer_id in transfers_of(told[line])
    for moved in forged[1:]:
        undo_transfer(moved.transfer_id, approve=True)
    undo_transfer(forged[0].transfer_id, approve=False)
    assert forged[0].transfer_id in transfers_of(broken()[DEPOSITS])
    undo_transfer(forged[0].transfer_id, approve=True)

    assert broken() == before


def test_a_forged_reversal_of_it_is_still_named(names: dict[str, Any]) -> None:
    forged = movements.credit_deposit(names["ana"], usd("7.00"), key=uuid4(), provider="manual")
    movements.reverse_transfer(forged.transfer_id, key=uuid4(), reason="x")

    assert forged.transfer_id in transfers_of(broken()[DEPOSITS])


def transfers_of(rows: tuple[str, ...]) -> list[int]:
    """Return the ids of the transfers that these rows name."""
    return [
        int(found) for row in rows for found in re.findall(r"^(?:transfer|exchange) (\d+)", row)
    ]


def undo_transfer(transfer: int, *, approve: bool) -> None:
    asked = corrections.propose_reversal(
        transfer, key=uuid4(), acting_user=staff(Role.CASHIER), reason="nobody paid it"
    )
    corrections.decide_correction(asked.pk, approved=approve, acting_user=manager(), reason="x")


def test_a_recorded_deposit_that_was_taken_back_without_a_correction_is_named_in_the_demo_too(
    names: dict[str, Any],
) -> None:
    movements.credit_deposit(names["ana"], usd("50.00"), key=uuid4(), provider="demo")
    forged = movements.reverse_transfer(names["deposit"], key=uuid4(), reason="x").transfer_id

    (told,) = broken()[CORRECTIONS]

    assert told.startswith(f"transfer {forged}: reverse of 250000 USD")
