"""PostgreSQL refuses a void or a later step without the approved case that names it, even to the owner."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone
from psycopg import Connection

from casino.models import Round, Treatment, Void, VoidStep as Act
from compliance.models import VoidCase, VoidLine
from compliance.voids.services import worker
from tests.casino import decided
from tests.casino.test_voiding import lost
from tests.compliance.cases import analyst, another, manager, row, step, won
from wallet.ledger.models import Transfer

pytestmark = pytest.mark.committed
Statement = tuple[str, dict[str, Any]]
Runs = Callable[..., None]
VOIDED = """
    WITH paid AS (
        SELECT public.post(gen_random_uuid(), 'void', player_id, 'USD', 100000, p_round => public_id)
        FROM casino_round WHERE id = %(round)s)
    INSERT INTO casino_void (round_id, player_id, treatment, reason, "case", acting_user_id, due, paid, owed, collected, suspended,
                             points, points_debt)
    SELECT id, player_id, 'better', %(reason)s, %(case)s, %(by)s, 100000, 0, 0, 0, 0, 0, 0
    FROM casino_round, paid WHERE id = %(round)s
"""
DONE = """
    UPDATE compliance_voidline SET result = 'done', moved = %(moved)s, at = now()
    WHERE round_id = %(round)s AND case_id = (SELECT id FROM compliance_voidcase WHERE public_id = %(case)s)
"""
STEP = """
    INSERT INTO casino_voidstep (void_id, player_id, kind, "case", acting_user_id, due, paid, owed, collected, released, points,
                                 points_debt)
    SELECT id, player_id, %(kind)s, %(case)s, %(by)s, %(due)s, 0, 0, %(collected)s, %(released)s, 0, 0
    FROM casino_void WHERE undone_at IS NULL
"""
# The amounts (due, collected, released) of each kind of step after a suspended void: 10 staked, 15 won.
STEPS: dict[str, tuple[int, int, int]] = {
    "undo": (250_000, 0, 100_000),
    "return": (100_000, 0, 100_000),
    "keep": (0, 0, 100_000),
    "collect": (0, 5, 0),
}


@pytest.fixture(params=["application", "owner"])
def runs(request: pytest.FixtureRequest, owner_connection: Connection[Any]) -> Runs:
    """Return a function that executes statements in one transaction and commits, as application or owner."""

    def application(*statements: Statement) -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(*statement)

    def owner(*statements: Statement) -> None:
        with owner_connection.transaction():
            for text, values in statements:
                owner_connection.execute(text.encode(), values)

    return application if request.param == "application" else owner


def everything() -> tuple[object, ...]:
    rows = [
        list(model.objects.order_by("pk").values()) for model in (Void, Act, VoidCase, VoidLine)
    ]
    return (*rows, Transfer.objects.count())


def refused(runs: Runs, *statements: Statement) -> None:
    """Assert that the guard refuses the statements at commit and that nothing changed."""
    before = everything()
    with pytest.raises((DatabaseError, psycopg.Error)) as caught:
        runs(*statements)
    error = caught.value if isinstance(caught.value, psycopg.Error) else caught.value.__cause__
    assert isinstance(error, psycopg.Error)
    assert (error.sqlstate, error.diag.constraint_name) == ("23000", "compliance_void_decided")
    assert everything() == before


def voided(round_: Round, case: object, by: object, reason: str = "malfunction") -> Statement:
    return VOIDED, {"round": round_.pk, "case": case, "by": by, "reason": reason}


def done(round_: Round, case: object, moved: int = 100_000) -> Statement:
    return DONE, {"round": round_.pk, "case": case, "moved": moved}


def test_what_an_approved_case_says_of_its_hand_can_be_written(runs: Runs) -> None:
    """The positive case for the tests below: the same rows, all of them correct."""
    round_, marta = lost(), manager()
    case = row(analyst(), round_)
    step(case, "approved", marta)

    runs(voided(round_, case.public_id, marta.pk), done(round_, case.public_id))
    assert (Void.objects.count(), Transfer.objects.filter(kind="void").count()) == (1, 1)


def test_nothing_is_void_without_an_approved_case(runs: Runs) -> None:
    round_, marta = lost(), manager()
    refused(runs, voided(round_, uuid4(), marta.pk))
    case = row(analyst(), round_)
    refused(runs, voided(round_, case.public_id, marta.pk))
    step(case, "refused", marta)
    refused(runs, voided(round_, case.public_id, marta.pk))


def test_a_void_has_the_person_and_reason_of_its_case(runs: Runs) -> None:
    round_, nora, marta = lost(), analyst(), manager()
    case = row(nora, round_, reason="rules")
    step(case, "approved", marta)
    name = case.public_id

    refused(runs, voided(round_, name, nora.pk, "rules"), done(round_, name))
    refused(runs, voided(round_, name, marta.pk, "malfunction"), done(round_, name))


def test_a_case_voids_the_hands_that_it_names(runs: Runs) -> None:
    round_, marta = lost(), manager()
    other = another(round_.place.table)
    decided.void(
        other.pk, Treatment.BETTER, case=(name := uuid4()), acting_user=marta, reason="rules"
    )

    refused(runs, voided(round_, name, marta.pk, "rules"))


def test_a_hand_of_a_running_case_is_void_with_its_line_only(runs: Runs) -> None:
    """A case about many hands is approved before the worker voids them; each void needs its case line."""
    first, marta = lost(), manager()
    second = another(first.place.table)
    case = row(analyst(), second, first)
    step(case, "approved", marta)
    assert worker._carry_out(case.lines.get(n=1).pk)

    refused(runs, voided(first, case.public_id, marta.pk))
    assert not worker.execute_due_lines(timezone.now())
    case.refresh_from_db()
    assert (case.state, Void.objects.count()) == ("carried_out", 2)


def about(kind: str, case: object, by: object) -> Statement:
    due, collected, released = STEPS[kind]
    said = {"due": due, "collected": collected, "released": released}
    return STEP, {"kind": kind, "case": case, "by": by, **said}


@pytest.mark.parametrize("kind", STEPS)
def test_nothing_follows_a_void_without_an_approved_case_of_its_own(runs: Runs, kind: str) -> None:
    round_, marta = won(), manager()
    made = decided.void(
        round_.pk, Treatment.SUSPENSE, case=uuid4(), acting_user=marta, reason="collusion"
    )
    of = VoidCase.objects.get(public_id=made.case)

    refused(runs, about(kind, uuid4(), marta.pk))
    refused(runs, about(kind, made.case, marta.pk))
    following = row(analyst(), round_, kind=kind, of=of, reason="collusion")
    refused(runs, about(kind, following.public_id, marta.pk))
    step(following, "approved", marta)
    refused(runs, about(kind, following.public_id, marta.pk))


def test_a_case_goes_on_about_the_void_that_it_follows(runs: Runs) -> None:
    """The hand is voided again after the undo: a case that follows the first void cannot undo the second."""
    round_, marta = won(), manager()
    names = [uuid4(), uuid4()]
    for name in names:
        made = decided.void(
            round_.pk, Treatment.SUSPENSE, case=name, acting_user=marta, reason="collusion"
        )
        if name == names[0]:
            decided.undo(made.pk, case=uuid4(), acting_user=marta)
    of = VoidCase.objects.get(public_id=names[0])
    following = row(analyst(), round_, kind="undo", of=of, reason="collusion")
    step(following, "approved", marta)
    case = following.public_id

    refused(runs, about("undo", case, marta.pk), done(round_, case, 250_000))
    assert Void.objects.filter(undone_at__isnull=True).count() == 1
