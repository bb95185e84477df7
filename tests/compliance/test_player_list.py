"""The list of players: search by words and numbers, filters, pages, constant cost."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.identity.services.number_entry import assign_number
from accounts.identity.values.document_numbers import DocumentNumber
from accounts.models.identity import IdentityNumber
from accounts.models.restrictions import Restriction
from accounts.models.users import State, User
from accounts.models.visits import Visit
from accounts.roles.values import Role
from accounts.users.selectors import search
from compliance.players.selectors.listing import find_players
from compliance.players.words.columns import COLUMNS
from tests.accounts.people import ana_confirmed
from tests.accounts.staff import inside, staff
from tests.accounts.test_restrictions import restricted
from tests.exhaustive import slow_but_every
from tests.wallet.ledger import funded

pytestmark = pytest.mark.database

PAGE = "/staff/players/"


def somebody(email: str, name: str, **changes: Any) -> User:
    return ana_confirmed(email=email, full_name=name, **changes)


def withdraw_numbers(player: User) -> None:
    IdentityNumber.objects.filter(player=player).update(withdrawn_at=timezone.now())


def found(**params: str) -> list[str]:
    return [one.full_name for one in find_players(params)]


def house() -> None:
    somebody("jose.p@example.com", "José Núñez Ávila")
    somebody("maria@otra.example", "María-José Peña O'Neill", country="VE")
    somebody("x2@example.com", "Ørsted Straße")


@pytest.mark.parametrize(
    ("words", "names"),
    slow_but_every(
        3,
        [
            ("jose", ["María-José Peña O'Neill", "José Núñez Ávila"]),
            ("JOSÉ nunez", ["José Núñez Ávila"]),
            ("ávi jos", ["José Núñez Ávila"]),
            ("oneill", []),
            ("o'neill", ["María-José Peña O'Neill"]),
            ("maria@otra.example", ["María-José Peña O'Neill"]),
            ("jose.p@ nun", ["José Núñez Ávila"]),
            ("Ørs straße", ["Ørsted Straße"]),
            ("MARIA@otra.ex", ["María-José Peña O'Neill"]),
            ("jose@example.com", []),
            ("x2@exa_ple.com", []),
            ("@example.com", ["Ørsted Straße", "José Núñez Ávila"]),
            ("a\x00@", ["José Núñez Ávila"]),
            ("nobody", []),
            ("???", []),
            ("' | 'avila':* \\ !x", []),
            ("' | 'avila':* \\", ["José Núñez Ávila"]),
            ("\x00", []),
        ],
    ),
)
@pytest.mark.empty
def test_players_are_found_by_the_beginnings_of_their_words(words: str, names: list[str]) -> None:
    house()
    assert found(q=words) == names


def test_players_are_found_by_their_number() -> None:
    house()
    one = User.objects.get(email="x2@example.com")
    assert found(q=str(one.pk)) == [one.full_name]
    assert found(q="9" * 30) == []
    assert found(q="²") == []


def test_many_of_a_name_are_found_too(monkeypatch: pytest.MonkeyPatch) -> None:
    house()
    monkeypatch.setattr(search, "FEW", 1)
    assert found(q="jose") == ["María-José Peña O'Neill", "José Núñez Ávila"]
    assert found(q="nunez") == ["José Núñez Ávila"]


@pytest.mark.empty
def test_filters() -> None:
    house()
    ana = somebody("ana@example.com", "Ana")
    restricted(ana, Restriction.Kind.OPERATOR_EXCLUDED)
    User.objects.filter(email="x2@example.com").update(is_test_account=True)
    rich = User.objects.get(pk=funded("rich"))
    assert found(state="restricted") == found(state=State.OPERATOR_EXCLUDED) == ["Ana"]
    assert found(state=State.SUSPENDED) == []
    assert found(country="VE") == ["María-José Peña O'Neill"]
    assert found(money="yes") == [rich.full_name]
    assert rich.full_name not in found(money="no")
    assert "Ørsted Straße" in found(kind="test")
    assert "Ørsted Straße" not in found(kind="real")
    assert found(verified="no", kind="real") == [
        "Ana",
        "María-José Peña O'Neill",
        "José Núñez Ávila",
    ]
    assert len(found(since="day")) == 5
    assert len(found(state="x", country="xx", since="year", money="maybe")) == 5


@pytest.mark.empty
def test_staff_are_no_players() -> None:
    clerk = staff(Role.CASHIER)
    assert found() == found(q="cashier") == []
    for address in (f"{PAGE}{clerk.pk}/", f"{PAGE}{clerk.pk}/timeline/"):
        assert inside(staff(Role.AUDITOR)).get(address).status_code == 404


def test_every_column_has_a_value() -> None:
    house()
    for one in find_players({}):
        assert all(
            column.value(one) is not None for column in COLUMNS if column.key in {"name", "country"}
        )
    keys = [column.key for column in COLUMNS]
    assert len(set(keys)) == len(keys)


def test_the_page_finds_and_keeps_what_was_asked() -> None:
    house()
    client = inside(staff(Role.CASHIER))
    page = client.get(PAGE, {"q": "jose", "country": "VE"})
    assert page.status_code == 200
    assert "María-José" in page.text
    assert "Núñez" not in page.text
    assert 'value="jose"' in page.text
    assert "No player matches." in client.get(PAGE, {"q": "zzz"}).text
    assert client.get(PAGE, {"q": "x" * 101}).status_code == 422


def test_the_list_asks_as_often_for_many_as_for_few() -> None:
    client = inside(staff(Role.AUDITOR))
    house()

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(PAGE, {"q": "e"}).status_code == 200
        return len(queries)

    asked()
    few = asked()
    for number in range(25):
        User.objects.create(
            email=f"e{number}@example.com",
            full_name=f"E {number}",
            birth_date="1990-01-01",
            country="CO",
        )
    asked()  # the first view is recorded
    assert asked() == few
    text = client.get(PAGE, {"q": "e"}).text
    assert "q=e&amp;before=" in text


def test_players_are_found_by_the_network_address_and_the_browser_of_a_visit() -> None:
    house()
    jose, maria = User.objects.get(email="jose.p@example.com"), User.objects.get(country="VE")
    now = timezone.now()
    for player, address, agent in (
        (jose, "192.0.2.7", "Mozilla/5.0 (X11) Firefox/140"),
        (maria, "2001:db8::7", "Mozilla/5.0 (X11) Firefox/140"),
    ):
        Visit.objects.create(
            player=player,
            begun_at=now,
            seen_at=now,
            address=address,
            agent=agent,
            session_key=address,
        )
    assert found(network="192.0.2.7") == [jose.full_name]
    assert found(network="2001:db8::7") == [maria.full_name]
    assert found(network="192.0.2") == []
    assert found(device="Mozilla/5.0 (X11) Firefox") == [maria.full_name, jose.full_name]
    assert found(device="Firefox") == []
    assert found(country="VE") == [maria.full_name]
    client = inside(staff(Role.COMPLIANCE_ANALYST))
    assert client.get(PAGE, {"network": "nowhere"}).status_code == 422
    visits = client.get(f"{PAGE}{jose.pk}/visits/").text
    assert "?network=192.0.2.7" in visits
    assert "?device=Mozilla%2F5.0%20%28X11%29%20Firefox%2F140" in visits


def test_a_player_is_found_by_a_document_whose_number_is_in_no_address() -> None:
    player = somebody("jose.p@example.com", "José Núñez Ávila")
    withdraw_numbers(player)
    assign_number(player, DocumentNumber.parse("VE", "V-12345678"))
    client = inside(staff(Role.CASHIER))
    page = f"{PAGE}by-document/"
    sent = {"document_country": "VE", "document_number": "v 12.345.678"}

    assert client.post(page, sent)["Location"] == f"{PAGE}{player.pk}/"
    for other in ("87654321", "not a number?"):
        answer = client.post(page, {**sent, "document_number": other})
        assert (answer.status_code, "errorlist" in answer.text) == (422, True)
    assert client.get(page, sent).text.count("12.345.678") == 0


def test_the_other_filters_are_open_only_while_one_is_set() -> None:
    house()
    client = inside(staff(Role.COMPLIANCE_ANALYST))
    closed, opened = (
        '<details class="staff-form__more" >',
        '<details class="staff-form__more" open>',
    )
    assert closed in client.get(PAGE).text
    assert closed in client.get(PAGE, {"q": "jose"}).text
    assert opened in client.get(PAGE, {"country": "VE"}).text
    assert opened in client.get(PAGE, {"network": "no address"}).text
