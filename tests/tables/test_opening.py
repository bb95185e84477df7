"""Tables open only once their mathematics exist, and close at once."""

from typing import Any

import pytest
from django.urls import reverse

from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from journal.models import Event
from journal.refusals import ReasonMissing
from tables.models import Mathematics, Table
from tables.refusals import ReturnsNotAccepted
from tables.selectors.house_tables import LIGALO, LIVE
from tables.services import opening
from tables.services.founding import ensure_table
from tables.tasks import compute_mathematics
from tests.accounts.staff import inside, staff
from tests.tables.analyses import Analyses
from tests.tables.house import manager, operator, with_mathematics
from tests.tables.refusals import refused


def a_closed_table() -> Table:
    return ensure_table(LIGALO, operator(), manager())


def opened(table: Table, reason: str = "good morning") -> Table:
    return opening.open_table(table.pk, reason=reason, acting_user=operator())


@pytest.mark.database
@pytest.mark.usefixtures("nudges")
class TestByHand:
    def test_with_mathematics_it_opens_at_once(self) -> None:
        table = a_closed_table()
        with_mathematics(LIGALO.rules)

        assert opened(table).status == Table.Status.OPEN
        event = Event.objects.get(kind="table_opened")
        assert (event.actor_id, event.subject) == (operator().pk, "table ligalo")
        assert (event.data["before"], event.data["after"]) == ("closed", "open")

    def test_without_them_it_waits_and_they_are_asked_for(self) -> None:
        table = opened(a_closed_table())

        assert table.status == Table.Status.OPENING
        assert Mathematics.objects.get(digest=LIGALO.rules.digest).state == "waiting"
        assert opening.open_ready_tables() == 0

    def test_mathematics_of_an_older_library_do_not_count(self) -> None:
        table = a_closed_table()
        with_mathematics(LIGALO.rules)
        Mathematics.objects.update(library_version="0.0.1")

        assert opened(table).status == Table.Status.OPENING
        assert Mathematics.objects.get().state == "waiting"

    def test_unusual_returns_that_nobody_accepted_keep_it_closed(self) -> None:
        table = a_closed_table()
        with_mathematics(LIGALO.rules, rtp=1.01)

        error = refused(ReturnsNotAccepted, lambda: opened(table))
        assert error.names == ("hand",)

    def test_and_close_one_that_waited(self) -> None:
        table = opened(a_closed_table())
        with_mathematics(LIGALO.rules, rtp=0.5)

        assert opening.open_ready_tables() == 0

        table.refresh_from_db()
        assert table.status == Table.Status.CLOSED
        event = Event.objects.get(kind="table_closed")
        assert (event.actor_id, event.data["unusual"]) == (None, ["hand"])
        told = "sus reglas tienen retornos inusuales que nadie aceptó"
        switches = inside(operator(), "es").get(reverse("switches:overview"))
        assert told in switches.content.decode()
        page = inside(staff(Role.AUDITOR), "es").get(reverse("events:event", args=[event.pk]))
        assert told in page.content.decode()
        assert "Retornos inusuales" in page.content.decode()

    @pytest.mark.parametrize("role", [Role.OPERATOR, Role.COMPLIANCE_MANAGER])
    def test_closing_is_one_persons_and_at_once(self, role: Role) -> None:
        table = a_closed_table()
        with_mathematics(LIGALO.rules)
        opened(table)

        opening.close_table(table.pk, reason="a broken card", acting_user=staff(role, "who"))

        table.refresh_from_db()
        assert table.status == Table.Status.CLOSED
        assert Event.objects.get(kind="table_closed").data["reason"] == "a broken card"

    def test_a_table_that_waited_can_be_closed(self) -> None:
        table = opened(a_closed_table())
        opening.close_table(table.pk, reason="not today", acting_user=operator())
        with_mathematics(LIGALO.rules)

        assert opening.open_ready_tables() == 0
        table.refresh_from_db()
        assert table.status == Table.Status.CLOSED

    def test_refusals(self) -> None:
        table, other = a_closed_table(), staff(Role.COMPLIANCE_ANALYST)

        refused(ReasonMissing, lambda: opened(table, " "))
        refused(NotPermitted, lambda: opening.open_table(table.pk, reason="x", acting_user=other))
        refused(NotPermitted, lambda: opening.close_table(table.pk, reason="x", acting_user=other))

    def test_opening_an_open_table_records_nothing(self) -> None:
        table = a_closed_table()
        with_mathematics(LIGALO.rules)
        opened(table)
        opened(table)

        assert Event.objects.filter(kind="table_opened").count() == 1


def test_a_result_opens_the_tables_waiting_for_it(
    analyses: Analyses, monkeypatch: pytest.MonkeyPatch
) -> None:
    results: dict[str, Any] = {
        "rtp": 0.976,
        "average_wager": 1.0,
        "insurance": None,
        "side_bets": {},
    }
    monkeypatch.setattr("tests.tables.analyses.RESULT", results)
    first = opened(a_closed_table())
    second = opened(ensure_table(LIVE, operator(), manager()))

    compute_mathematics()
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.status, second.status) == (Table.Status.OPEN, Table.Status.OPENING)

    compute_mathematics()
    second.refresh_from_db()
    assert second.status == Table.Status.OPEN
    compute_mathematics()
    # requested and done, for two tables
    assert Event.objects.filter(kind="table_opened").count() == 4
