"""Rates and decisions on them are in the history of changes with their author; undeclared changes raise an alarm."""

import pytest
from django.db import connection

from journal.models import Event
from journal.models.history import Alteration
from tests.wallet.rates import approved, enter, manager, offered, operator
from wallet.rates.models import Rate
from wallet.rates.services import rate_entry, recalls

TABLES = (
    "wallet_rate",
    "wallet_rate_decision",
    "wallet_rate_recall",
    "wallet_rate_recall_decision",
)
pytestmark = pytest.mark.database


def history() -> list[tuple[str, str, int | None, bool]]:
    """Return the history of rates in order: table, operation, author, whether the change was declared."""
    rows = Alteration.objects.filter(table_name__in=TABLES).order_by("id")
    return list(rows.values_list("table_name", "operation", "by_id", "declared"))


def alarms() -> list[Event]:
    return list(Event.objects.filter(kind="configuration_altered").order_by("id"))


def test_rate_changes_by_services_name_their_person() -> None:
    row = approved("EUR", "1.10")
    asked = recalls.propose_recall(row.pk, operator(), reason="a slip")
    recalls.decide_recall(asked.pk, approved=True, reason="seen at the bank", acting_user=manager())

    people = operator().pk, manager().pk, operator().pk, manager().pk
    assert history() == [
        (table, "insert", person, True) for table, person in zip(TABLES, people, strict=True)
    ]
    said = Alteration.objects.get(table_name="wallet_rate").after
    assert (said["currency_id"], said["rate"]) == ("EUR", 1.1)
    assert alarms() == []


def test_rates_of_the_feed_are_attributed_to_the_application() -> None:
    rate_entry.enter_rate(offered("EUR", "1.10"), None)
    assert history() == [("wallet_rate", "insert", None, True)]
    assert alarms() == []


@pytest.mark.committed
def test_a_rate_by_raw_sql_leaves_its_history_and_alarms_with_the_databases_own_word() -> None:
    approved("EUR", "1.10", hours=3)
    before = len(history())
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO wallet_rate (currency_id, rate, source, as_of)"
            " VALUES ('EUR', 1.11, 'nobody', now() - interval '1 hour')"
        )
    assert sorted(history()[before:]) == [
        ("wallet_rate", "insert", None, False),
        ("wallet_rate_decision", "insert", None, False),
    ]
    written = Rate.objects.latest("pk").pk
    assert sorted(one.subject for one in alarms()) == [
        f"wallet_rate {written}",
        f"wallet_rate_decision {written}",
    ]
    assert {one.severity for one in alarms()} == {"alarm"}


@pytest.mark.committed
def test_a_decision_by_raw_sql_raises_an_alarm() -> None:
    waits = enter("EUR", "1.10").row
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO wallet_rate_decision (proposal_id, approved, decided_by_id, reason)"
            " VALUES (%s, true, %s, 'by hand')",
            [waits.pk, manager().pk],
        )
    assert history()[-1] == ("wallet_rate_decision", "insert", None, False)
    assert [one.subject for one in alarms()] == [f"wallet_rate_decision {waits.pk}"]
