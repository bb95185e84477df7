"""Who may call each operation: nobody else gets in, and nothing moves.

A new operation needs a line in `access.py`. Without it the first test fails and names it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final

import pytest
from django.utils import timezone

from accounts.guests.services import open_guest
from accounts.roles.values import Role
from api.models import ServiceKey
from api.problems import MEDIA_TYPE
from api.services.service_keys import revoke_key
from api.values.scopes import Scope
from tests.accounts.staff import inside, staff
from tests.api.access import ACCESS, ANYBODY, PLAY, PLAYER, READ, SCOPES, Line
from tests.api.apps import EVERYTHING
from tests.api.keys import issue
from tests.api.operations import Operation, operations
from tests.api.test_bad_input import STREAMS, valid_body
from tests.api.world import (
    Sender,
    World,
    browser_of,
    moved,
    session_of,
    undone,
    with_app,
    with_key,
)
from tests.casino import scenes
from tests.exhaustive import slow_but
from tests.matrix.data import everything

pytestmark = pytest.mark.database
OK, NOT_SIGNED_IN, NOT_ALLOWED, NOT_FOUND = 200, 401, 403, 404
TOKEN, KEY, APP = "sessionToken", "ServiceKey", "app"
APP_REFUSALS: Final = {"scope_missing", "not_for_apps", "real_money_not_allowed"}


def lines(*kinds: str) -> list[tuple[Operation, Line]]:
    """Return the operations that these kinds of clients may call."""
    return [(operations()[name], line) for name, line in ACCESS.items() if line.may in kinds]


def test_every_operation_has_its_line_and_every_line_an_operation() -> None:
    assert set(operations()) == set(ACCESS)


def test_the_document_says_who_may() -> None:
    for operation, _line in lines(ANYBODY):
        assert {} in operation.described.get("security", [{}]), operation.id
    for operation, line in lines(PLAYER):
        ways = [*({APP: [scope]} for scope in line.apps), {TOKEN: []}]
        assert operation.described["security"] == ways, operation.id
    for operation, line in lines(*SCOPES):
        assert operation.described["security"] == [{KEY: [line.may]}], operation.id


def status(answer: Any) -> int:
    """Return the status of an answer; a refusal has to be a problem document."""
    found: int = answer.status_code
    if found >= 400:
        assert answer["Content-Type"] == MEDIA_TYPE
    return found


def test_whom_the_table_names_gets_in(world: World) -> None:
    found = []
    for operation, line in lines(ANYBODY, PLAYER, *SCOPES):
        if operation.id in STREAMS:
            continue
        path = world.path_of(operation, line)
        with undone():
            answer = world.admitted(line).call(operation, path, valid_body(operation))
        code = "" if answer.status_code < 400 else answer.json()["code"]
        if code in {"not_signed_in", "key_missing", "scope_missing", "owner_not_permitted"}:
            found.append(f"{operation.id}: {answer.status_code} {code}")
    assert set(found) <= WAITING_FOR_A_SIGN_IN, "\n".join(found)


WAITING_FOR_A_SIGN_IN: Final = {
    f"{name}: 401 not_signed_in"
    for name in (
        "send_second_factor",
        "reauthenticate_by_password",
        "reauthenticate_by_second_factor",
    )
}
"""Anybody may call them, but only a session that waits for it, or that is signed in, gets further."""

Strangers = Callable[[World], Sender]
STRANGERS: Final[Mapping[str, tuple[Strangers, tuple[str, ...]]]] = {
    "nobody": (lambda _world: Sender({}), (PLAYER, *SCOPES)),
    "a browser": (lambda world: browser_of(world.player), (PLAYER, *SCOPES)),
    "a guest": (lambda _world: session_of(open_guest("en")), (PLAYER, *SCOPES)),
    "staff": (lambda _world: session_of(staff(Role.COMPLIANCE_MANAGER)), (PLAYER, *SCOPES)),
    "a browser of staff": (
        lambda _world: Sender({}, inside(staff(Role.COMPLIANCE_MANAGER))),
        (PLAYER, *SCOPES),
    ),
    "a player": (lambda world: world.sender, tuple(SCOPES)),
    "a key": (lambda world: with_key(world.key), (PLAYER,)),
    "an unknown token": (lambda _world: Sender({"x-session-token": "0" * 32}), (PLAYER,)),
    "a broken key": (lambda world: with_key(replace(world.key, secret="lgl_x")), tuple(SCOPES)),
    "a revoked key": (lambda world: with_key(world.key), tuple(SCOPES)),
    "an expired key": (lambda world: with_key(world.key), tuple(SCOPES)),
}
QUICK: Final = {"a browser", "a guest", "staff", "a player", "a key", "a revoked key"}


def ends(world: World, who: str) -> None:
    """Revoke the key, or let its time pass."""
    if who == "a revoked key":
        revoke_key(world.key.key.pk, reason="lost", acting_user=staff(Role.ADMINISTRATOR))
    if who == "an expired key":
        past = timezone.now() - timedelta(seconds=1)
        ServiceKey.objects.filter(pk=world.key.key.pk).update(expires_at=past)


@pytest.mark.parametrize("who", slow_but(STRANGERS, QUICK.__contains__))
def test_strangers_are_refused_and_nothing_moves(world: World, who: str) -> None:
    build, kinds = STRANGERS[who]
    sender = build(world)
    ends(world, who)
    sender.send("get", "/me")  # notes the presence of whoever it is
    before = everything()
    found = [
        f"{operation.id}: {answer.status_code}"
        for operation, line in lines(*kinds)
        for answer in [
            sender.call(operation, world.path_of(operation, line), valid_body(operation))
        ]
        if status(answer) != NOT_SIGNED_IN or not answer["WWW-Authenticate"] or answer.cookies
    ]
    assert not found, "\n".join(found)
    assert not set(moved(before, everything())) - {"journal_event"}


def test_a_key_without_the_scope_is_refused(world: World) -> None:
    others = {scope: issue(world.owner, *(set(Scope) - {scope})) for scope in Scope}
    before = everything()
    found = []
    for operation, line in lines(*SCOPES):
        sender = with_key(others[Scope(line.may)])
        answer = sender.call(operation, world.path_of(operation, line), valid_body(operation))
        if status(answer) != NOT_ALLOWED or answer.json()["code"] != "scope_missing":
            found.append(f"{operation.id}: {answer.status_code}")
    assert not found, "\n".join(found)
    assert not set(moved(before, everything())) - {"journal_event"}


def test_an_app_may_what_the_player_granted_it(world: World) -> None:
    others = {
        READ: with_app(world.player, "play play:real"),
        PLAY: with_app(world.player, "read"),
    }
    everything_granted = with_app(world.player, EVERYTHING)
    before, found = everything(), []
    for operation, line in lines(PLAYER):
        path, valid = world.path_of(operation, line), valid_body(operation)
        if line.apps and operation.id not in STREAMS:
            with undone():
                answer = everything_granted.call(operation, path, valid)
            if answer.status_code == NOT_SIGNED_IN or refusal_of(answer) in APP_REFUSALS:
                found.append(f"{operation.id} with the scope: {answer.status_code}")
        stranger = everything_granted if not line.apps else others.get(line.apps)
        if stranger:
            code = refusal_of(stranger.call(operation, path, valid))
            if code != ("scope_missing" if line.apps else "not_for_apps"):
                found.append(f"{operation.id} without the scope: {code}")
    assert not found, "\n".join(found)
    assert not set(moved(before, everything())) - {"journal_event"}


def refusal_of(answer: Any) -> str:
    """Return the code of a refusal; empty for a success."""
    return "" if status(answer) < 400 else str(answer.json()["code"])


def owned() -> Iterator[tuple[Operation, Line]]:
    yield from ((operation, line) for operation, line in lines(PLAYER) if line.own)


def test_another_players_things_are_not_found(world: World) -> None:
    other = session_of(scenes.new_player("bea@example.test"))
    other.send("get", "/me")  # notes the presence
    before, found = everything(), []
    for operation, line in owned():
        path = world.path_of(operation, line)
        answer = other.call(operation, path, valid_body(operation))
        if (status(answer), answer.json().get("code")) != (NOT_FOUND, "not_found"):
            found.append(f"{operation.id}: {answer.status_code}")
    assert not found, "\n".join(found)
    assert not moved(before, everything())


def test_the_owner_reads_them(world: World) -> None:
    for operation, line in owned():
        if not operation.changes:
            answer = world.sender.call(operation, world.path_of(operation, line))
            assert answer.status_code == OK, operation.id
