"""Access matrix of backoffice.md: every address of the back office and every service, for every role.

A new page or service needs a line in `pages.py` or `services.py`, which explain the format. Without
it a test named `…has_its_line…` fails and names it.
"""

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from copy import deepcopy
from typing import Final
from uuid import UUID

import pytest
from allauth.mfa.models import Authenticator
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.models.users import User
from accounts.roles.refusals import NotPermitted
from config.error_pages import ErrorPage
from tests.accounts.staff import inside
from tests.exhaustive import slow_but
from tests.matrix.data import Address, House, addresses, everything, house, services
from tests.matrix.pages import ALL, PAGES, ROLES, Page
from tests.matrix.services import ACTORS, INNER, SERVICES
from wallet.money.values import Money

FORBIDDEN, NO_SUCH_METHOD = 403, 405
# not rolled back: a refused request must not change anything
REFUSED = ({FORBIDDEN}, {NO_SUCH_METHOD})
TAKEN = {200, 302, 303, 400, 404, 409, 422}  # an empty form that passed the access check

pytestmark = pytest.mark.database


@pytest.fixture
def pages_of_errors_are_not_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer errors without drawing a page: only the status is checked, hundreds of times."""

    def bare(_request: HttpRequest, error: ErrorPage) -> HttpResponse:
        return HttpResponse(status=error.status)

    for module in ("errors", "refusals"):
        monkeypatch.setattr(f"config.{module}.answer_error", bare)


@contextmanager
def undone() -> Iterator[None]:
    """Roll back everything that the block does."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def path_of(address: Address, page: Page, built: House) -> str:
    arguments = {**address.nothing(), **{name: built.samples[key] for name, key in page.at.items()}}
    return reverse(address.name, kwargs=arguments)


def expected(page: Page, address: Address, letters: str) -> tuple[set[int], set[int]]:
    """Return the statuses expected for a GET and for an empty POST by a person with these roles."""
    opens = page.opens == ALL or any(one in page.opens for one in letters)
    sends = page.sends == ALL or any(one in page.sends for one in letters)
    found = page.reads or (404 if set(address.arguments) - set(page.at) else 200)
    get = found if opens else NO_SUCH_METHOD if sends else FORBIDDEN
    post = page.takes or (NO_SUCH_METHOD if opens and not page.sends else FORBIDDEN)
    return {get}, TAKEN if sends else {post}


def wrong(client: Client, path: str, get: set[int], post: set[int], who: str) -> Iterator[str]:
    for method, allowed in (("get", get), ("post", post)):
        cookies = deepcopy(client.cookies)  # signing out clears them
        with nullcontext() if allowed in REFUSED else undone():
            status = getattr(client, method)(path).status_code
        client.cookies = cookies
        if status not in allowed:
            yield f"{method} {path} as {who}: {status}, not {sorted(allowed)}"


def test_every_address_has_its_line_and_every_line_an_address() -> None:
    assert {one.name for one in addresses()} == set(PAGES)


READERS: Final = {
    **{letter: letter for letter in ROLES},
    "analyst and cashier": "ac",
    "staff without a role": "-",
}
"""Readers, with the letters of their roles."""


def reader(built: House, who: str) -> User:
    others = {"analyst and cashier": built.two_roles, "staff without a role": built.no_role}
    return built.people.get(who) or others[who]


@pytest.mark.usefixtures("pages_of_errors_are_not_drawn")
@pytest.mark.parametrize("who", slow_but(READERS, lambda who: len(READERS[who]) == 1))
def test_every_page_admits_only_the_roles_of_the_matrix(who: str) -> None:
    built, found = house(), list[str]()
    client = inside(reader(built, who))
    before = everything()
    for address in addresses():
        page = PAGES[address.name]
        get, post = expected(page, address, READERS[who])
        found += wrong(client, path_of(address, page, built), get, post, who)
    assert not found, "\n".join(found)
    assert everything() == before


DOORS: Final = {
    "player": None,
    "stranger": "account_login",
    "staff without a code": "mfa_reauthenticate",
    "staff without a second factor": "mfa_activate_totp",
}
"""Outsiders, with the page that they are redirected to; a player gets 403."""


def outsider(built: House, who: str) -> Client:
    client = Client()
    if who == "staff without a second factor":
        Authenticator.objects.filter(user=built.no_role).delete()
    people = {
        "player": built.player,
        "staff without a code": built.people["o"],
        "staff without a second factor": built.no_role,
    }
    if who in people:
        client.force_login(people[who])
    return client


@pytest.mark.usefixtures("pages_of_errors_are_not_drawn")
@pytest.mark.parametrize("who", DOORS)
def test_staff_pages_need_staff_with_a_second_factor(
    who: str,
) -> None:
    built, found, door = house(), list[str](), DOORS[who]
    client = outsider(built, who)
    before = everything()
    for address in addresses():
        path = path_of(address, PAGES[address.name], built)
        for method in ("get", "post"):
            answer = getattr(client, method)(path)
            if answer.status_code != (302 if door else FORBIDDEN):
                found.append(f"{method} {path} as {who}: {answer.status_code}")
            elif door and not answer["Location"].startswith(reverse(door)):
                found.append(f"{method} {path} sends a {who} elsewhere than to {door}")
    assert not found, "\n".join(found)
    assert everything() == before


def test_every_service_that_staff_act_through_has_its_line_and_every_line_a_service() -> None:
    assert not set(SERVICES) & set(INNER)
    assert set(services()) == {name.partition(" ")[0] for name in (*SERVICES, *INNER)}


def call(service: Callable[..., object], acting: User, given: dict[str, object]) -> object:
    """Call the service as this person, with arguments that name nothing except those given."""
    arguments: dict[str, object] = {}
    of_none = {int: 0, str: "x", UUID: UUID(int=0), Money: Money(10_000, "USD"), bool: True}
    for name, one in inspect.signature(service, eval_str=True).parameters.items():
        if name in ACTORS:
            arguments[name] = acting
        elif name in given:
            arguments[name] = given[name]
        elif one.default is one.empty and one.kind is not one.VAR_POSITIONAL:
            arguments[name] = of_none.get(one.annotation)
    positional = [
        arguments.pop(name)
        for name, one in inspect.signature(service).parameters.items()
        if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD) and name in arguments
    ]
    return service(*positional, **arguments)


def is_refused(
    service: Callable[..., object], acting: User, given: dict[str, object], *, may: bool
) -> bool:
    """Return whether the right is missing. Expected refusals are not rolled back: they must not change anything."""
    with undone() if may else nullcontext():
        try:
            call(service, acting, given)
        except NotPermitted:
            return True
        except Exception:  # noqa: BLE001  # empty arguments may fail in any way, after the right was checked
            return False
    return False


@pytest.mark.parametrize("who", [*READERS, "player"])
def test_every_service_accepts_only_the_roles_of_the_matrix(
    who: str,
) -> None:
    built, found = house(), list[str]()
    user, letters = (built.player, "-") if who == "player" else (reader(built, who), READERS[who])
    before = everything()
    known = services()
    for name, line in SERVICES.items():
        service = known[name.partition(" ")[0]]
        given = {key: built.samples.get(value, value) for key, value in line.given.items()}
        may = any(one in line.takes for one in letters)
        if is_refused(service, user, given, may=may) == may:
            found.append(f"{name} as {who}: {'refused' if may else 'not refused'}")
    assert not found, "\n".join(found)
    assert everything() == before
