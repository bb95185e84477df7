"""Staff at the players' addresses: no page fails and no alarm is raised."""

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Final

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from accounts.models.users import User
from journal.models import Event, EventKind
from tests.accounts.staff import inside
from tests.exhaustive import slow_but
from tests.matrix.data import House, house
from tests.matrix.pages import ROLES

pytestmark = pytest.mark.database

NOTHING: Final[Mapping[str, str]] = {
    "uuid": "00000000-0000-0000-0000-000000000000",
    "int": "0",
    "slug": "nothing",
    "str": "nothing",
    "cash": "deposit",
}
# routes with regular expressions, and an address for each
WRITTEN: Final[Mapping[str, str]] = {
    "account/^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$": "account/password/reset/key/1-x/",
    r"account/^confirm-email/(?P<key>[-:\w]+)/$": "account/confirm-email/x/",
}


def routes(resolver: URLResolver | None = None, route: str = "") -> Iterator[str]:
    """Yield the patterns of every address outside the back office."""
    for one in (resolver or get_resolver()).url_patterns:
        path = route + str(one.pattern)
        if isinstance(one, URLPattern):
            if not path.startswith("staff/"):
                yield path
        else:
            yield from routes(one, path)


def path_of(route: str, samples: Mapping[str, str]) -> str:
    def value(found: re.Match[str]) -> str:
        return samples.get(found["name"], NOTHING[found["sort"]])

    plain = WRITTEN.get(route, route)
    return "/" + re.sub(r"<(?P<sort>\w+):(?P<name>\w+)>", value, plain)


def paths(built: House) -> list[str]:
    """Return every address about nothing and, if it names a round or table, about those of the house."""
    there = {
        "slug": str(built.samples["slug"]),
        "round_id": str(built.samples["round"]),
        "shoe_id": str(built.samples["shoe"]),
    }
    found = {path_of(route, samples) for route in routes() for samples in ({}, there)}
    assert len(found) > 90
    assert not [one for one in found if re.search(r"[<>^$(]", one)]
    return sorted(found)


def failures(client: Client, path: str, who: str) -> Iterator[str]:
    """Yield what is wrong with the answers to a GET and to an empty POST, each rolled back.

    To a savepoint: within another block of `atomic`, live tables could not read in one snapshot.
    """
    for method in ("get", "post"):
        cookies = deepcopy(client.cookies)  # signing out clears them
        before = transaction.savepoint()
        answer = getattr(client, method)(path)
        if answer.streaming:
            b"".join(answer.streaming_content)
        told = Event.objects.filter(kind=EventKind.PROGRAM_ERROR).count()
        transaction.savepoint_rollback(before)
        client.cookies = cookies
        if answer.status_code >= 500 or told:
            yield f"{method} {path} as {who}: {answer.status_code}, {told} program errors"


def people(built: House) -> Iterator[tuple[str, User]]:
    yield from built.people.items()
    yield "analyst and cashier", built.two_roles
    yield "staff without a role", built.no_role


@pytest.mark.parametrize(
    "who",
    slow_but(
        [*ROLES, "analyst and cashier", "staff without a role"],
        lambda who: who == "staff without a role",
    ),
)
def test_no_address_of_players_fails_for_staff(who: str) -> None:
    built = house()
    client = inside(dict(people(built))[who])
    client.raise_request_exception = False
    found = [wrong for path in paths(built) for wrong in failures(client, path, who)]
    assert not found, "\n".join(found)
