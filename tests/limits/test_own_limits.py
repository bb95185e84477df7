"""Own limits of players: lower at once, higher after 24 hours and a confirmation, in SQL too."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import DatabaseError, transaction
from django.db.models.functions import Now

from accounts.models.users import State, User
from accounts.roles.values import Role
from journal.models import Event
from journal.refusals import ChangedMeanwhile
from limits.models import Limit, LimitConfirmation
from limits.refusals import LimitNotDue, LimitNotSettable, LimitUnchanged
from limits.selectors.in_force import (
    limit_history,
    limits_subquery,
    load_scope_limits,
    parse_limits,
    pending_limits,
)
from limits.services.players import LimitRequest, confirm_limit, set_limit
from limits.values import LimitKind, LimitPeriod, LimitScope, select_strictest
from tests.accounts.people import ana_confirmed, demo
from tests.accounts.staff import staff
from tests.limits.own_limits import USD, limited

pytestmark = pytest.mark.database


def counts(player: User) -> dict[tuple[str, str], float]:
    """Return the limits in force, in dollars."""
    found = load_scope_limits(player.pk, LimitScope.OWN)
    return {name: one.amount / USD for name, one in found.items()}


def everything() -> tuple[int, int, int]:
    models = (Limit, LimitConfirmation)
    rows = [model.objects.count() for model in models]
    return rows[0], rows[1], Event.objects.filter(kind__startswith="limit_").count()


def test_a_first_limit_counts_at_once_and_is_an_event() -> None:
    ana = ana_confirmed()
    row = limited(ana, LimitKind.WAGER, 100)
    assert counts(ana) == {("wager", "24h"): 100}
    assert (row.in_force_from, row.loosens, row.proposed_by) == (row.proposed_at, False, ana)
    event = Event.objects.get(kind="limit_set")
    assert (event.actor_id, event.subject) == (ana.pk, f"user {ana.pk}")
    assert event.data == {
        "kind": "wager",
        "period": "24h",
        "before": "none",
        "after": "100.0000 USD",
    }


def test_a_lower_limit_replaces_the_higher_one_at_once() -> None:
    ana = ana_confirmed()
    limited(ana, LimitKind.WAGER, 100)
    limited(ana, LimitKind.WAGER, 40)
    assert counts(ana) == {("wager", "24h"): 40}


def test_each_kind_and_each_period_has_its_own() -> None:
    ana = ana_confirmed()
    for kind in LimitKind:
        for period in LimitPeriod:
            limited(ana, kind, 1, period)
    limited(ana, LimitKind.LOSS, 0, LimitPeriod.MONTH)
    assert len(counts(ana)) == 12
    assert counts(ana)["loss", "30d"] == 0
    assert set(counts(ana).values()) == {0, 1}


def test_a_higher_limit_waits_and_the_old_one_counts() -> None:
    ana = ana_confirmed()
    limited(ana, LimitKind.LOSS, 100)
    row = limited(ana, LimitKind.LOSS, 200)
    assert row.in_force_from - row.proposed_at == timedelta(hours=24)
    assert counts(ana) == {("loss", "24h"): 100}
    assert [(one.limit, one.due) for one in pending_limits(ana.pk)] == [(row, False)]
    assert Event.objects.filter(kind="limit_asked").count() == 1


def test_the_end_of_a_limit_waits_as_a_higher_one_does() -> None:
    ana = ana_confirmed()
    limited(ana, LimitKind.LOSS, 100)
    row = limited(ana, LimitKind.LOSS, None)
    assert row.loosens
    assert counts(ana) == {("loss", "24h"): 100}


def test_before_its_time_nothing_is_confirmed() -> None:
    ana = ana_confirmed()
    limited(ana, LimitKind.LOSS, 100)
    row = limited(ana, LimitKind.LOSS, 200)
    before = everything()
    with pytest.raises(LimitNotDue):
        confirm_limit(ana, row.pk)
    assert (everything(), counts(ana)) == (before, {("loss", "24h"): 100})


def test_a_new_request_replaces_the_pending_one() -> None:
    ana = ana_confirmed()
    limited(ana, LimitKind.LOSS, 100)
    waits = limited(ana, LimitKind.LOSS, 200)
    limited(ana, LimitKind.LOSS, 100)  # keeps the old limit
    assert pending_limits(ana.pk) == []
    assert counts(ana) == {("loss", "24h"): 100}
    with pytest.raises(ChangedMeanwhile):
        confirm_limit(ana, waits.pk)
    again = limited(ana, LimitKind.LOSS, 150)
    assert [one.limit for one in pending_limits(ana.pk)] == [again]


@pytest.mark.parametrize("usd", [100, None])
def test_an_unchanged_limit_stores_no_row(usd: float | None) -> None:
    ana = ana_confirmed()
    if usd is not None:
        limited(ana, LimitKind.DEPOSIT, usd)
    before = everything()
    with pytest.raises(LimitUnchanged):
        limited(ana, LimitKind.DEPOSIT, usd)
    assert everything() == before


def test_repeating_a_request_does_not_restart_the_24_hours() -> None:
    ana = ana_confirmed()
    limited(ana, LimitKind.DEPOSIT, 100)
    limited(ana, LimitKind.DEPOSIT, 200)
    before = everything()
    with pytest.raises(LimitUnchanged):
        limited(ana, LimitKind.DEPOSIT, 200)
    assert everything() == before


def test_the_same_form_twice_is_one_limit() -> None:
    ana, key = ana_confirmed(), uuid4()
    first = set_limit(ana, LimitRequest(LimitKind.TIME, LimitPeriod.DAY, 3600), key=key)
    before = everything()
    assert set_limit(ana, LimitRequest(LimitKind.TIME, LimitPeriod.DAY, 3600), key=key) == first
    for player, amount in ((ana, 60), (demo(), 3600)):
        with pytest.raises(ChangedMeanwhile):
            set_limit(player, LimitRequest(LimitKind.TIME, LimitPeriod.DAY, amount), key=key)
    assert everything() == before


def test_less_than_nothing_staff_and_closed_accounts_are_refused() -> None:
    ana, closed = ana_confirmed(), demo()
    User.objects.filter(pk=closed.pk).update(state=State.CLOSED)
    before = everything()
    for player, usd in ((ana, -1), (closed, 10), (staff(Role.AUDITOR), 10)):
        with pytest.raises(LimitNotSettable):
            limited(player, LimitKind.WAGER, usd)
    assert everything() == before


def test_confirming_is_for_own_limits_only() -> None:
    ana, other = ana_confirmed(), demo()
    limited(ana, LimitKind.LOSS, 100)
    row = limited(ana, LimitKind.LOSS, 200)
    with pytest.raises(ChangedMeanwhile):
        confirm_limit(other, row.pk)


def test_a_subquery_finds_what_counts_as_the_question_does() -> None:
    ana, other = ana_confirmed(), demo()
    limited(ana, LimitKind.LOSS, 100)
    limited(ana, LimitKind.LOSS, 200)
    limited(ana, LimitKind.LOSS, 50, LimitPeriod.WEEK)
    found = dict(User.objects.values_list("pk", limits_subquery("pk")))
    assert select_strictest(parse_limits(found[ana.pk])) == load_scope_limits(
        ana.pk, LimitScope.OWN
    )
    assert parse_limits(found[other.pk]) == []


def test_the_history_has_everything() -> None:
    ana = ana_confirmed()
    rows = [limited(ana, LimitKind.LOSS, usd) for usd in (100, 200, 50)]
    assert list(limit_history(ana.pk)) == rows[::-1]


def refused_by_postgresql(match: str, **changes: Any) -> None:
    """Insert a row past the service; expect the database to refuse it."""
    with pytest.raises(DatabaseError, match=match), transaction.atomic():
        Limit.objects.create(
            **{
                "scope": LimitScope.OWN,
                "kind": LimitKind.LOSS,
                "period": LimitPeriod.DAY,
                "amount": USD,
                **changes,
            }
        )


def test_postgresql_sets_the_time_a_limit_applies_from() -> None:
    ana = ana_confirmed()
    limited(ana, LimitKind.LOSS, 100)
    long_ago = Now() - timedelta(days=3)
    row = Limit.objects.create(
        scope=LimitScope.OWN,
        player=ana,
        proposed_by=ana,
        kind=LimitKind.LOSS,
        period=LimitPeriod.DAY,
        amount=None,
        proposed_at=long_ago,
    )
    row.refresh_from_db()
    assert row.in_force_from - row.proposed_at == timedelta(hours=24)
    assert counts(ana) == {("loss", "24h"): 100}


def test_postgresql_refuses_invalid_limits() -> None:
    ana, worker = ana_confirmed(), staff(Role.OPERATOR)
    limited(ana, LimitKind.LOSS, 100)
    refused_by_postgresql("loosened by its player", player=ana, proposed_by=worker, amount=None)
    refused_by_postgresql("is not staff", player=ana, proposed_by=demo())
    refused_by_postgresql("does not play", player=worker, proposed_by=worker)
    refused_by_postgresql("to end", player=ana, proposed_by=ana, kind=LimitKind.WAGER, amount=None)
    refused_by_postgresql("follow each other", player=ana, proposed_by=ana, id=-1)
    refused_by_postgresql("limit_known", player=ana, proposed_by=ana, period="1y")
    refused_by_postgresql("limit_not_negative", player=ana, proposed_by=ana, amount=-1)
    refused_by_postgresql("limit_known", player=ana, proposed_by=worker, scope="table", reason="x")
    refused_by_postgresql("limit_reason", player=ana, proposed_by=worker, scope=LimitScope.PLAYER)
    User.objects.filter(pk=demo().pk).update(state=State.CLOSED)
    refused_by_postgresql("does not play", player=demo(), proposed_by=demo())
    assert counts(ana) == {("loss", "24h"): 100}


def test_postgresql_refuses_early_and_late_confirmations() -> None:
    ana = ana_confirmed()
    first = limited(ana, LimitKind.LOSS, 100)
    looser = limited(ana, LimitKind.LOSS, 200)
    for row in (first, looser):
        with (
            pytest.raises(DatabaseError, match="not to be confirmed"),
            transaction.atomic(),
        ):
            LimitConfirmation.objects.create(limit=row)


def test_a_limit_is_neither_changed_nor_deleted() -> None:
    row = limited(ana_confirmed(), LimitKind.LOSS, 100)
    for change in (
        lambda: Limit.objects.filter(pk=row.pk).update(amount=USD),
        lambda: Limit.objects.filter(pk=row.pk).delete(),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()
