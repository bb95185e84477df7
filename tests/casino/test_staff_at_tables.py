"""Staff only watch a table, and forms of a player for a table never opened are out of date; neither is an error."""

import pytest
from django.test import Client

from accounts.roles.values import Role
from casino.models import Place, Round, Shoe
from journal.models import Event, EventKind
from tests.accounts.staff import inside, staff
from tests.casino import scenes
from tests.fixtures.reading import read_in

pytestmark = pytest.mark.database

TABLE = "/table/ligalo/"
FORMS = ["bet/", "action/", "hint/", "client-seed/", "change-shoe/", "reality/"]


def nothing_happened() -> bool:
    alarms = Event.objects.filter(kind=EventKind.PROGRAM_ERROR).exists()
    return not (alarms or Place.objects.exists() or Shoe.objects.exists())


@pytest.mark.parametrize("role", Role)
def test_staff_see_the_table_and_take_no_place(role: Role) -> None:
    scenes.ligalo()
    client = inside(staff(role))

    page = client.get(TABLE)

    assert page.status_code == 200
    assert "Staff do not play" in page.text
    assert nothing_happened()


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["plain", "htmx"])
def test_forms_of_staff_are_refused(form: str, headers: dict[str, str]) -> None:
    scenes.ligalo()
    client = inside(staff(Role.ADMINISTRATOR))

    answer = client.post(TABLE + form, headers=headers)

    assert answer.status_code == 403
    assert "Staff do not play" in answer.text
    assert nothing_happened()


def test_the_panel_of_shoes_is_no_page_for_staff() -> None:
    scenes.ligalo()

    assert inside(staff(Role.AUDITOR)).get(TABLE + "fairness/").status_code == 403
    assert nothing_happened()


@pytest.mark.parametrize(
    ("form", "sent"),
    [
        ("client-seed/", {"client_seed": "my-own-seed"}),
        ("change-shoe/", {"shoe": "00000000-0000-0000-0000-000000000000"}),
    ],
)
def test_a_players_form_for_a_table_never_opened_is_out_of_date(
    form: str, sent: dict[str, str]
) -> None:
    scenes.ligalo()
    client = scenes.signed_in(scenes.new_player())
    read_in(client, "en")

    answer = client.post(TABLE + form, sent)

    assert answer.status_code == 409
    assert "The table has changed" in answer.text
    assert not Event.objects.filter(kind=EventKind.PROGRAM_ERROR).exists()
    assert not Round.objects.exists()


@pytest.mark.parametrize("query", ["?s=x", "?s=x&page=2", "?s=x&page=no", "?s=x&extended=1", ""])
def test_the_admin_search_is_disabled(query: str) -> None:
    client: Client = inside(staff(Role.ADMINISTRATOR))

    assert client.get(f"/staff/search/{query}").status_code == 404
    assert not Event.objects.filter(kind=EventKind.PROGRAM_ERROR).exists()
