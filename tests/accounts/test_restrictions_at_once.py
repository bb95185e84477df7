"""Restrictions with real commits: a check at commit, and two concurrent decisions."""

from functools import partial

import pytest
from django.db import DatabaseError, transaction

from accounts.models.restrictions import Restriction
from accounts.models.users import StateChange, User
from accounts.restrictions.services.restrictions import decide_lifting, propose_lifting
from journal.refusals import ChangedMeanwhile, Refusal
from tests.accounts.people import ana_confirmed
from tests.accounts.test_restrictions import Kind, analyst, manager, restricted, state_of
from tests.casino.test_at_once import together

pytestmark = pytest.mark.committed


def test_a_restriction_that_no_state_shows_does_not_commit() -> None:
    ana = ana_confirmed()
    with pytest.raises(DatabaseError, match="does not show"), transaction.atomic():
        Restriction.objects.create(player=ana, kind=Kind.LOCKED, reason="x", imposed_by=None)
    assert not Restriction.objects.exists()


def test_concurrent_decisions_lift_once() -> None:
    ana = ana_confirmed()
    row = restricted(ana)
    lifting = propose_lifting(row.pk, acting_user=analyst(), reason="explained")
    people = [manager("one"), manager("two")]

    refused: list[Refusal] = []

    def decide(person: User) -> None:
        try:
            decide_lifting(lifting.pk, approved=True, acting_user=person, reason="seen")
        except ChangedMeanwhile as error:
            refused.append(error)

    assert together([partial(decide, person) for person in people]) == {"ok": 2}
    assert len(refused) == 1
    assert state_of(ana) == "active"
    assert StateChange.objects.filter(user=ana, to_state="active").count() == 1
