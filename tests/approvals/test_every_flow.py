"""Every approval flow: neither the service nor PostgreSQL lets the proposer decide."""

from typing import Any

import psycopg
import pytest
from django.db import IntegrityError, connection, transaction

from approvals.models import PersonDecision, SiteDecision
from approvals.services import ANOTHER_PERSON
from journal.refusals import AnotherPersonNeeded, ChangedMeanwhile
from tests.approvals.flows import CASES, Case, of_all_roles
from tests.wallet.ledger import refused, rows

pytestmark = pytest.mark.database
FLOWS = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)


def tables() -> dict[Any, Any]:
    """Return each decision model with its proposal model."""
    decisions: list[Any] = [*PersonDecision.__subclasses__(), *SiteDecision.__subclasses__()]
    return {model: model._meta.get_field("proposal").related_model for model in decisions}


@FLOWS
def test_the_proposer_does_not_decide(case: Case) -> None:
    person = of_all_roles()
    proposal = case.propose(person)

    for approved in (True, False):
        with refused(AnotherPersonNeeded) as caught:
            case.decide(proposal, person, approved=approved)
        assert caught.value.code == "another_person_needed"


@FLOWS
def test_the_database_refuses_a_decision_by_the_proposer(case: Case) -> None:
    person = of_all_roles()
    proposal = case.propose(person)
    decisions = proposal._meta.get_field("decision").related_model._default_manager
    before = rows()

    for approved in (True, False):
        with pytest.raises(IntegrityError) as caught, transaction.atomic():
            decisions.create(proposal=proposal, approved=approved, decided_by=person, reason="mine")
        cause = caught.value.__cause__
        assert isinstance(cause, psycopg.Error)
        assert cause.diag.constraint_name == ANOTHER_PERSON
    assert rows() == before


@FLOWS
def test_another_person_decides_it_once(case: Case) -> None:
    proposal, another = case.propose(of_all_roles()), of_all_roles("another")
    first = case.decide(proposal, another, approved=False)

    if case.repeats:
        before = rows()
        assert case.decide(proposal, another, approved=False) == first
        assert rows() == before
    for person, approved in ((another, True), (of_all_roles("third"), False)):
        before = rows()
        with pytest.raises(ChangedMeanwhile), transaction.atomic():
            case.decide(proposal, person, approved=approved)
        assert rows() == before


def test_every_flow_is_tried() -> None:
    person = of_all_roles()
    assert {type(case.propose(person)) for case in CASES} == set(tables().values())
    assert len(CASES) == len(tables())


def test_every_table_of_decisions_has_the_trigger() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgrelid::regclass::text, split_part(encode(tgargs, 'escape'), '\\000', 1)"
            " FROM pg_trigger WHERE tgfoid = 'public.approvals_guard_decision'::regproc"
        )
        found = dict(cursor.fetchall())
    assert found == {
        decision._meta.db_table: proposal._meta.db_table for decision, proposal in tables().items()
    }
