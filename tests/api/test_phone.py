"""The player's optional phone number."""

import pytest

from journal.models import Event, EventKind
from tests.accounts.people import demo
from tests.api.apps import AppCaller
from tests.api.calls import Caller, assert_problem, read

pytestmark = pytest.mark.database
PATH = "/me/phone"


def changes() -> int:
    return Event.objects.filter(kind=EventKind.PHONE_CHANGED).count()


def test_a_player_sets_and_removes_the_number() -> None:
    caller = Caller(demo())
    assert read(caller.get(PATH)) == {"phone": ""}
    stored = {"phone": "+573001234567"}
    assert read(caller.send("put", PATH, {"phone": "0057 (300) 123-4567"})) == stored
    assert read(caller.send("put", PATH, stored)) == stored
    assert read(caller.get(PATH)) == stored
    assert read(caller.send("put", PATH, {"phone": ""})) == {"phone": ""}
    assert changes() == 2


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"phone": "call me"}, "phone"),
        ({"phone": 573001234567}, "invalid"),
        ({"phone": "+" + "5" * 40}, "invalid"),
        ({}, "invalid"),
    ],
)
def test_what_is_no_number_changes_nothing(body: dict[str, object], code: str) -> None:
    caller = Caller(demo())
    read(caller.send("put", PATH, {"phone": "+573001234567"}))
    assert_problem(caller.send("put", PATH, body), 422, code, "phone")
    assert read(caller.get(PATH)) == {"phone": "+573001234567"}
    assert changes() == 1


def test_an_app_neither_reads_nor_changes_it() -> None:
    app = AppCaller.of(demo(), "read play")
    assert_problem(app.get(PATH), 403, "not_for_apps")
    assert_problem(app.send("put", PATH, {"phone": "+573001234567"}), 403, "not_for_apps")
    assert changes() == 0
