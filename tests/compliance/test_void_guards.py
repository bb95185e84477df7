"""PostgreSQL's constraints on void cases, whoever executes the SQL."""

from typing import Any

import pytest
from django.db import Error, connections, transaction
from django.utils import timezone
from psycopg import Connection

from casino.models import Round
from compliance.models import CaseStep, VoidCase, VoidLine
from compliance.voids.services import worker
from tests.casino import scenes
from tests.compliance.cases import age, analyst, another, finished, manager, row, step

pytestmark = pytest.mark.database


TAMPERING = [
    "UPDATE compliance_voidcase SET evidence = 'another'",
    "UPDATE compliance_voidcase SET proposed_by_id = proposed_by_id + 1",
    "UPDATE compliance_voidcase SET state = 'approved'",
    "DELETE FROM compliance_voidcase",
    "UPDATE compliance_voidstep SET acting_user_id = NULL",
    "DELETE FROM compliance_voidstep",
    "UPDATE compliance_voidline SET delta = 1000000",
    "UPDATE compliance_voidline SET result = 'done', moved = 5, at = now()",
    "UPDATE compliance_voidline SET result = 'dropped'",
    "UPDATE compliance_voidline SET tried_at = now()",
    "DELETE FROM compliance_voidline",
    "TRUNCATE compliance_voidcase CASCADE",
    "ALTER TABLE compliance_voidcase DISABLE TRIGGER ALL",
]


def everything() -> tuple[Any, ...]:
    return tuple(
        list(model.objects.order_by("pk").values()) for model in (VoidCase, CaseStep, VoidLine)
    )


def refused(work: Any, *args: Any, **more: Any) -> str:
    """Return PostgreSQL's error; assert that every row is unchanged."""
    before = everything()
    with pytest.raises(Error) as caught, transaction.atomic():  # noqa: PT012  one transaction
        work(*args, **more)
        with connections["default"].cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    assert everything() == before
    return str(caught.value)


def sql(statement: str) -> None:
    with connections["default"].cursor() as cursor:
        cursor.execute(statement)


def test_proposers_cannot_approve() -> None:
    nora = analyst()
    case = row(nora, finished())

    assert "another person" in refused(step, case, "approved", nora)
    assert "another person" in refused(step, case, "refused", nora)


def test_the_proposer_of_a_void_cannot_approve_its_undoing() -> None:
    nora, marta, round_ = analyst(), manager(), finished()
    case = carried_out(row(nora, round_), marta)
    undo = row(marta, round_, kind="undo", of=case)

    assert "another person" in refused(step, undo, "approved", nora)
    assert "another person" in refused(step, undo, "approved", marta)
    assert "another person" in refused(step, undo, "refused", nora)
    step(undo, "approved", manager("olga"))


@pytest.mark.committed
def test_nobody_decides_own_hands(owner_connection: Connection[Any]) -> None:
    nora, round_ = analyst(), finished()
    player = round_.player
    # no player's account can become a staff account
    with owner_connection.transaction():
        owner_connection.execute("ALTER TABLE accounts_user DISABLE TRIGGER stays")
        owner_connection.execute(
            "UPDATE accounts_user SET is_staff = true WHERE id = %s", [player.pk]
        )
        owner_connection.execute("ALTER TABLE accounts_user ENABLE TRIGGER stays")

    assert "another person" in refused(row, player, round_)
    case = row(nora, round_)
    assert "another person" in refused(step, case, "approved", player)
    assert "another person" in refused(step, case, "refused", player)


def test_proposals_cannot_be_changed() -> None:
    row(analyst(), finished())

    for change in TAMPERING:
        refused(sql, change)


def carried_out(case: VoidCase, by: Any) -> VoidCase:
    step(case, "approved", by)
    worker.execute_due_lines(timezone.now())
    case.refresh_from_db()
    return case


def test_a_hand_is_done_once() -> None:
    case = carried_out(row(analyst(), finished()), manager())

    refused(sql, "UPDATE compliance_voidline SET moved = 7")
    refused(sql, "UPDATE compliance_voidline SET result = 'waiting', moved = NULL")
    assert case.lines.get().result == "done"
    assert case.state == "carried_out"


def test_a_hand_is_done_when_its_void_is_there() -> None:
    case = row(analyst(), finished())
    step(case, "approved", manager())

    refused(sql, "UPDATE compliance_voidline SET result = 'done', moved = 0, at = now()")
    refused(sql, "UPDATE compliance_voidline SET result = 'dropped'")


def test_a_case_is_not_over_while_a_hand_waits() -> None:
    case = row(analyst(), finished())
    step(case, "approved", manager())

    assert "cannot be carried_out" in refused(step, case, "carried_out", None, done=0, refused=0)
    VoidLine.objects.update(result="refused", code="in_case", at=timezone.now())
    assert "cannot be carried_out" in refused(step, case, "carried_out", None, done=1, refused=0)
    step(case, "carried_out", None, done=0, refused=1)


def test_steps_follow_one_another() -> None:
    nora, marta = analyst(), manager()
    case = row(nora, finished())

    refused(step, case, "carried_out", None, done=1, refused=0)
    assert "cannot be withdrawn" in refused(step, case, "withdrawn", marta)
    step(case, "withdrawn", nora)
    refused(step, case, "approved", marta)
    refused(step, case, "refused", marta)


def test_a_young_proposal_does_not_expire() -> None:
    young = row(analyst(), finished())
    assert "cannot be expired" in refused(step, young, "expired", None)


@pytest.mark.committed
def test_an_old_proposal_cannot_be_approved_and_expires(owner_connection: Connection[Any]) -> None:
    old = row(analyst(), finished())
    age(owner_connection, old)

    assert "cannot be approved" in refused(step, old, "approved", manager())
    step(old, "expired", None)


@pytest.mark.committed
def test_a_round_is_in_one_open_case_and_free_again_after_it() -> None:
    nora, round_ = analyst(), finished()
    first = row(nora, round_)

    assert "compliance_line_open" in refused(row, nora, round_)
    step(first, "refused", manager())
    row(nora, round_)


@pytest.mark.committed
def test_a_running_round_is_no_hand_for_a_case() -> None:
    running: Round = scenes.deal(scenes.ordinary)

    assert "is no hand for case" in refused(row, analyst(), running)


def test_a_case_has_its_first_step_and_takes_no_more_hands() -> None:
    nora, round_ = analyst(), finished()
    assert "has no first step" in refused(row, nora, round_, first=False)
    assert "cannot be proposed" in refused(row, nora, round_, size=2)

    case = row(nora, round_)
    refused(
        VoidLine.objects.create,
        case=case,
        n=1,
        round=round_,
        delta=0,
        owed=0,
        suspended=0,
        points=0,
    )


def test_only_a_carried_out_void_is_followed_and_by_its_hands_only() -> None:
    nora, round_ = analyst(), finished()
    case = row(nora, round_)
    assert "follows a void" in refused(row, nora, round_, kind="undo", of=case)
    carried_out(case, manager())

    stranger = another(round_.place.table)
    assert "is no hand for case" in refused(row, nora, stranger, kind="undo", of=case)
    refused(row, nora, round_, kind="undo")
    row(nora, round_, kind="undo", of=case)


def test_evidence_and_a_reason_of_the_list_are_obligatory() -> None:
    nora, round_ = analyst(), finished()

    assert "compliance_case_evidence" in refused(row, nora, round_, evidence="")
    assert "compliance_case_reason" in refused(row, nora, round_, reason="winning")
