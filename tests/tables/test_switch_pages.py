"""Page of all switches: their state, who may use which, late and incomplete forms."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.roles.values import Role
from accounts.sign_up.services.demo import register_demo_player
from tables.models import House, Switching, Table
from tables.selectors.house_tables import HOUSE_TABLES
from tables.services import switches
from tests.accounts.staff import inside, staff
from tests.tables.house import an_open_table, manager, operator

pytestmark = pytest.mark.database

PAGE = "/staff/switches/"


def page(role: Role = Role.COMPLIANCE_MANAGER, language: str = "en") -> Any:
    return inside(staff(role), language).get(PAGE)


def send(address: str, role: Role = Role.COMPLIANCE_MANAGER, **form: str) -> Any:
    sent = {"do": "stop", "reason": "a check", **form}
    return inside(staff(role), "en").post(PAGE + address, sent, follow=True)


@pytest.mark.empty
def test_nothing_stopped_and_no_table_yet() -> None:
    text = page().text
    assert "All play is active" in text
    assert "There is no table yet." in text
    assert "Nothing has been stopped yet." in text


@pytest.mark.empty
def test_stopped_play_shows_person_and_reason() -> None:
    table = an_open_table(HOUSE_TABLES["atlantic-city"])
    switches.switch_box(table.pk, 2, stopped=True, reason="card reader", acting_user=operator())
    text = page().text
    assert "Play is on, with 1 thing stopped" in text
    assert "card reader" in text
    assert "Olga" in text
    assert "Box 3" in text


def test_all_play_is_stopped_and_goes_on_from_the_page() -> None:
    text = send("house/").text
    assert "All play is stopped" in text
    assert "Stopped: no new bet from now on." in text
    assert House.objects.get().stopped

    assert "Nothing has changed" in send("house/").text
    assert Switching.objects.count() == 1

    assert "It goes on from the next bet." in send("house/", do="go").text
    assert not House.objects.get().stopped


def test_a_table_is_closed_here_as_on_its_own_page() -> None:
    table = an_open_table()
    send(f"tables/{table.pk}/", Role.OPERATOR)
    table.refresh_from_db()
    assert table.status == Table.Status.CLOSED
    assert Switching.objects.get().table == table


@pytest.mark.parametrize("form", [{"reason": " "}, {"reason": "x" * 501}, {"do": "sing"}])
def test_a_switch_needs_a_reason(form: dict[str, str]) -> None:
    assert "Give a reason of up to 500" in send("house/", Role.COMPLIANCE_MANAGER, **form).text
    assert not House.objects.get().stopped


def test_a_player_is_found_by_address_in_whatever_case() -> None:
    ana = register_demo_player("ana@example.test", "a long password", "Ana Rosario")
    text = send("players/", Role.COMPLIANCE_ANALYST, email="ANA@example.test").text
    ana.refresh_from_db()
    assert ana.play_stopped
    assert "Ana Rosario" in text

    send(f"players/{ana.pk}/", Role.COMPLIANCE_ANALYST, do="go")
    ana.refresh_from_db()
    assert not ana.play_stopped


@pytest.mark.parametrize("email", ["nobody@example.test", "compliance_analyst@house.example", "x"])
def test_an_unknown_address_stops_nobody(email: str) -> None:
    text = send("players/", Role.COMPLIANCE_ANALYST, email=email).text
    assert "email address" in text
    assert not Switching.objects.exists()


def test_an_auditor_sees_every_switch_and_no_form() -> None:
    an_open_table()
    text = page(Role.AUDITOR).text
    assert "All play" in text
    assert "staff-switch" in text
    assert 'name="do"' not in text


def test_the_query_count_does_not_grow_with_switches() -> None:
    an_open_table()
    client, counts = inside(manager()), []
    for many in (1, 12):
        for n in range(many):
            who = register_demo_player(f"p{many}-{n}@example.test", "a long password", "Ana")
            switches.switch_player(who.pk, stopped=True, reason="x", acting_user=manager())
            switches.switch_house(stopped=n % 2 == 0, reason="x", acting_user=manager())
        with CaptureQueriesContext(connection) as captured:
            assert client.get(PAGE).status_code == 200
        counts.append(len(captured))
    assert counts[0] == counts[1]
