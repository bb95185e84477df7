"""Looser own limits over time: 24-hour wait, confirmation within 7 days, concurrent forms; with real commits."""

from datetime import timedelta
from functools import partial
from typing import Any, Final

import pytest
from django.db import DatabaseError, transaction
from psycopg import Connection

from journal.models import Event
from journal.refusals import ChangedMeanwhile
from limits.models import LimitConfirmation
from limits.refusals import LimitNotDue
from limits.selectors.in_force import pending_limits
from limits.services.players import confirm_limit
from limits.values import LimitKind
from tests.accounts.people import ana_confirmed
from tests.casino.test_at_once import together
from tests.limits.own_limits import asked_earlier, limited
from tests.limits.test_own_limits import counts

pytestmark = pytest.mark.committed

A_DAY: Final = 24 * 3600


def test_a_few_minutes_before_24_hours_the_old_limit_counts_still(
    owner_connection: Connection[Any],
) -> None:
    ana = ana_confirmed()
    limited(ana, LimitKind.LOSS, 100)
    row = limited(ana, LimitKind.LOSS, 200)
    asked_earlier(owner_connection, row, A_DAY - 300)
    with pytest.raises(LimitNotDue):
        confirm_limit(ana, row.pk)
    with pytest.raises(DatabaseError, match="not to be confirmed"), transaction.atomic():
        LimitConfirmation.objects.create(limit=row)
    assert counts(ana) == {("loss", "24h"): 100}


def test_after_24_hours_it_counts_once_it_is_confirmed_and_not_before(
    owner_connection: Connection[Any],
) -> None:
    ana = ana_confirmed()
    first = limited(ana, LimitKind.LOSS, 100)
    row = limited(ana, LimitKind.LOSS, 200)
    asked_earlier(owner_connection, first, 9 * A_DAY)
    asked_earlier(owner_connection, row, 8 * A_DAY - 5)  # time alone puts nothing in force
    assert counts(ana) == {("loss", "24h"): 100}
    assert [one.due for one in pending_limits(ana.pk)] == [True]
    made = confirm_limit(ana, row.pk)
    assert counts(ana) == {("loss", "24h"): 200}
    assert pending_limits(ana.pk) == []
    assert confirm_limit(ana, row.pk) == made
    told = Event.objects.get(kind="limit_confirmed").data
    assert (told["before"], told["after"]) == ("100.0000 USD", "200.0000 USD")


def test_unconfirmed_limits_expire_after_7_days(
    owner_connection: Connection[Any],
) -> None:
    ana = ana_confirmed()
    first = limited(ana, LimitKind.LOSS, 100)
    row = limited(ana, LimitKind.LOSS, 200)
    asked_earlier(owner_connection, first, 9 * A_DAY)
    asked_earlier(owner_connection, row, 8 * A_DAY)
    told = Event.objects.count()
    assert pending_limits(ana.pk) == []
    with pytest.raises(ChangedMeanwhile):
        confirm_limit(ana, row.pk)
    with pytest.raises(DatabaseError, match="not to be confirmed"), transaction.atomic():
        LimitConfirmation.objects.create(limit=row)
    assert (counts(ana), Event.objects.count()) == ({("loss", "24h"): 100}, told)
    again = limited(ana, LimitKind.LOSS, 200)  # waits 24 hours again
    assert [(one.limit, one.due) for one in pending_limits(ana.pk)] == [(again, False)]
    assert again.in_force_from - again.proposed_at == timedelta(hours=24)


def test_at_24_hours_it_may_be_confirmed(owner_connection: Connection[Any]) -> None:
    ana = ana_confirmed()
    first = limited(ana, LimitKind.LOSS, 100)
    row = limited(ana, LimitKind.LOSS, None)
    asked_earlier(owner_connection, first, A_DAY)
    asked_earlier(owner_connection, row, A_DAY)
    confirm_limit(ana, row.pk)
    assert counts(ana) == {}


def test_a_confirmed_limit_can_be_tightened_at_once(owner_connection: Connection[Any]) -> None:
    ana = ana_confirmed()
    first = limited(ana, LimitKind.LOSS, 100)
    row = limited(ana, LimitKind.LOSS, 200)
    asked_earlier(owner_connection, first, 2 * A_DAY)
    asked_earlier(owner_connection, row, A_DAY)
    confirm_limit(ana, row.pk)
    limited(ana, LimitKind.LOSS, 150)
    assert counts(ana) == {("loss", "24h"): 150}


def test_of_a_concurrent_confirmation_and_lower_limit_the_lower_applies(
    owner_connection: Connection[Any],
) -> None:
    ana = ana_confirmed()
    first = limited(ana, LimitKind.LOSS, 100)
    row = limited(ana, LimitKind.LOSS, 200)
    asked_earlier(owner_connection, first, 2 * A_DAY)
    asked_earlier(owner_connection, row, A_DAY)

    def confirms() -> None:
        try:
            confirm_limit(ana, row.pk)
        except ChangedMeanwhile:
            return

    assert together([confirms, partial(limited, ana, LimitKind.LOSS, 50)]) == {"ok": 2}
    assert counts(ana) == {("loss", "24h"): 50}
