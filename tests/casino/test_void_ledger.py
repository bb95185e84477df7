"""Database guards on voids, and the ledger check of voids that do not add up."""

from typing import Any
from uuid import uuid4

import psycopg
import pytest
from django.db import DatabaseError, connection, transaction
from psycopg import Connection

from accounts.models.users import User
from casino.models import Round, Treatment, Void
from casino.reconciliation.selectors.lines import find_broken_play_lines
from casino.reconciliation.selectors.void_line import VOIDS
from tests.casino import decided
from tests.casino.proved import findings, part_read, prove
from tests.casino.test_voiding import everything, lost, spend, usd, voided, won
from wallet.ledger.selectors.slices import WHOLE_LEDGER
from wallet.ledger.services import movements

pytestmark = pytest.mark.database


def owing(manager: User) -> Void:
    """Return a void with 10.00 of 15.00 owed."""
    round_ = won()
    spend(round_.player, "1010")
    return voided(round_, Treatment.STAKES_BACK, manager)


@pytest.mark.committed
def test_the_hourly_check_follows_what_is_owed_and_held_from_what_was_proved(manager: User) -> None:
    made = owing(manager)
    prove()
    movements.credit_deposit(made.player_id, usd("4"), key=uuid4(), provider="demo")
    decided.collect(made.pk, case=uuid4(), acting_user=manager)
    assert part_read() != WHOLE_LEDGER
    assert findings(since_proved=True) == findings(since_proved=False) == {}


@pytest.mark.committed
@pytest.mark.breaks_the_ledger("that is what is tested")
@pytest.mark.parametrize(
    "change",
    [
        "due = due - 1, owed = owed + 1",
        "paid = paid + 1, owed = owed - 1",
        "due = due + 1, paid = paid - 1",
    ],
)
def test_a_void_that_differs_from_the_ledger_is_named(
    manager: User, owner_connection: Connection[Any], change: str
) -> None:
    made = owing(manager)
    assert find_broken_play_lines() == []
    owner_connection.execute("ALTER TABLE casino_void DISABLE TRIGGER USER")
    owner_connection.execute(f"UPDATE casino_void SET {change}".encode())  # noqa: S608  one of the above
    found = {line.line: line.first for line in find_broken_play_lines()}
    assert set(found) == {VOIDS}
    assert f"round {made.round.public_id} of player {made.player_id}" in found[VOIDS][0]


@pytest.mark.breaks_the_ledger("that is what is tested")
def test_money_of_a_void_that_nobody_decided_is_found(manager: User) -> None:
    round_ = lost()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT public.post(%s, 'void', %s, 'USD', 5::bigint, p_round => %s)",
            [uuid4(), round_.player_id, round_.public_id],
        )
    (broken,) = find_broken_play_lines()
    assert (broken.line, broken.rows) == (VOIDS, 1)


ADDED = """
    INSERT INTO casino_void (round_id, player_id, treatment, reason, "case", acting_user_id, due, paid, owed, collected, suspended,
                             points, points_debt)
    SELECT id, player_id, 'stakes_back', 'duplicate', gen_random_uuid(), %(by)s, -150000, 150000, 0, 0, 0, 0, 0
    FROM casino_round WHERE id = %(round)s
"""


def asked(statement: str, manager: User, round_: Round) -> str:
    """Return the SQLSTATE that the statement fails with; checks that nothing changed."""
    before = everything(round_.player)
    with (
        pytest.raises(DatabaseError) as caught,
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement, {"by": manager.pk, "round": round_.pk})
    assert everything(round_.player) == before
    cause = caught.value.__cause__
    assert isinstance(cause, psycopg.Error)
    return str(cause.sqlstate)


@pytest.mark.parametrize(
    ("there", "instead"),
    [
        ("-150000, 150000, 0,", "150000, 0, 0,"),
        ("-150000, 150000, 0,", "-150000, 149999, 0,"),
        ("'stakes_back'", "'better'"),
        ("'duplicate'", "'winning'"),
        ("'duplicate'", "'malfunction'"),
        ("id, player_id, 'stakes_back'", "id, %(by)s, 'stakes_back'"),
        ("0, 0, 0, 0\n", "0, 5, 0, 0\n"),
    ],
)
def test_a_void_moves_what_its_treatment_makes_of_its_own_round(
    manager: User, there: str, instead: str
) -> None:
    round_ = won()
    assert there in ADDED
    assert asked(ADDED.replace(there, instead), manager, round_) == "23514"


def test_a_void_is_never_changed_but_by_its_steps(manager: User) -> None:
    made = voided(won(), Treatment.SUSPENSE, manager)
    for statement in (
        "UPDATE casino_void SET undone_at = now()",
        "UPDATE casino_void SET due = 0",
        "DELETE FROM casino_void",
        "TRUNCATE casino_void",
        "UPDATE casino_voidstep SET due = 0",
        "DELETE FROM casino_voidstep",
    ):
        assert asked(statement, manager, made.round) == "42501"
    step = """
        INSERT INTO casino_voidstep (void_id, player_id, kind, "case", acting_user_id, due, paid, owed, collected, released, points,
                                     points_debt)
        SELECT id, player_id, '{}', gen_random_uuid(), %(by)s, {}, 0, 0, 0, {}, 0, 0 FROM casino_void
    """
    for values in (
        ("keep", 0, 5),
        ("undo", 250_000, 0),
        ("undo", 249_999, 100_000),
        ("return", 5, 5),
    ):
        assert asked(step.format(*values), manager, made.round) == "23514"
