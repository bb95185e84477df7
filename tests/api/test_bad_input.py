"""Bad input to every operation, made from the OpenAPI document: a problem document, and nothing moves.

New operations are tested by themselves. `make test` makes some mistakes in each operation, `make test-all` all of them.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final
from uuid import uuid4

import pytest

from api import parsers
from api.models import StoredAnswer
from api.problems import MEDIA_TYPE
from tests.api.access import ACCESS
from tests.api.calls import read
from tests.api.mistakes import LONGEST, Mistake, list_mistakes
from tests.api.operations import Operation, fields, operations, sample
from tests.api.world import World, moved, undone
from tests.matrix.data import everything

pytestmark = pytest.mark.database
CHANGES: Final = [one for one in operations().values() if one.changes]
KEYED: Final = [one for one in CHANGES if one.has_key]
READS: Final = [one for one in operations().values() if not one.changes]
LISTS: Final = [
    one for one in READS if any(given["name"] == "cursor" for given in one.parameters("query"))
]
STREAMS: Final = {"get_stream"}
SIGNED: Final = {"download_export"}
"""What lies behind a signature, which is looked at first."""
NOWHERE: Final = ("nothing", "00000000-0000-0000-0000-000000000000", "0", "%00", "%FF")
SOME: Final = [13, pytest.param(1, marks=pytest.mark.slow)]
"""`make test` makes every 13th mistake, others in each operation."""


def wrong(operation: Operation, answer: Any, expected: Mistake) -> Iterator[str]:
    """Yield how an answer differs from the problem document that it must be."""
    shown = f"{operation.id}, {expected.name}: {answer.status_code}"
    if answer.streaming or answer["Content-Type"] != MEDIA_TYPE:
        yield f"{shown} is no problem document"
        return
    problem = answer.json()
    if (answer.status_code, problem["status"]) != (expected.status, expected.status):
        yield f"{shown} {problem['code']}, not {expected.status}"
    elif expected.code and problem["code"] != expected.code:
        yield f"{shown} {problem['code']}, not {expected.code}"
    elif expected.field is not None and not names(problem, expected.field):
        yield f"{shown} does not name {expected.field!r}, but {problem['errors']}"


def names(problem: Mapping[str, Any], field: str) -> bool:
    """Return whether a problem names the field, or something in it."""
    return any(
        one["field"] == field or one["field"].startswith(f"{field}.") for one in problem["errors"]
    )


def path_of(world: World, operation: Operation) -> str:
    return world.path_of(operation, ACCESS[operation.id])


def send(world: World, operation: Operation, body: bytes = b"", **more: Any) -> Any:
    path = more.pop("path", path_of(world, operation))
    return world.admitted(ACCESS[operation.id]).call(operation, path, body, **more)


def valid_body(operation: Operation) -> bytes:
    return b"" if operation.body is None else json.dumps(sample(operation.body)).encode()


def test_a_read_takes_no_body(world: World) -> None:
    found: list[str] = []
    for operation in READS:
        for body in (b'{"a": 1}', b"{}", b"no JSON"):
            answer = send(world, operation, body)
            found += wrong(operation, answer, Mistake(repr(body), body, 400, "body_not_taken"))
    assert not found, "\n".join(found)


def test_every_text_and_list_of_a_request_has_a_maximum() -> None:
    endless = [
        f"{operation.id}: {way}"
        for operation in CHANGES
        for way, one in fields(operation.body or {})
        if is_endless(one)
    ]
    assert not endless


def is_endless(found: Mapping[str, Any]) -> bool:
    kinds = found.get("type", "object")
    if "array" in kinds:
        return "maxItems" not in found
    is_text = "string" in kinds and not {"enum", "format", "pattern"} & set(found)
    return is_text and found.get("maxLength", LONGEST + 1) > LONGEST


@pytest.mark.parametrize("every", SOME)
def test_every_mistake_in_a_body_is_a_problem(world: World, every: int) -> None:
    before, found = everything(), list[str]()
    for place, operation in enumerate(CHANGES):
        for mistake in list(list_mistakes(operation))[place % every :: every]:
            answer = send(world, operation, mistake.body, content_type=mistake.content_type)
            found += wrong(operation, answer, mistake)
    assert not found, "\n".join(found)
    assert not moved(before, everything())


def test_a_body_that_is_too_large_is_refused(
    world: World, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100
    monkeypatch.setattr(parsers, "MOST_BYTES", 100)
    large = Mistake("too large", b" " * 101, 413, "body_too_large")
    before = everything()
    found = [one for each in CHANGES for one in wrong(each, send(world, each, large.body), large)]
    assert not found, "\n".join(found)
    assert not moved(before, everything())


KEYS: Final[Mapping[str, tuple[str | None, str]]] = {
    "without a key": (None, "idempotency_key_missing"),
    "empty key": ("", "idempotency_key_missing"),
    "key with a space": ("a b", "idempotency_key_invalid"),
    "long key": ("k" * 256, "idempotency_key_invalid"),
}


def test_a_change_needs_a_key(world: World) -> None:
    before, found = everything(), list[str]()
    for place, operation in enumerate(KEYED):
        name = list(KEYS)[place % len(KEYS)]
        key, code = KEYS[name]
        answer = send(world, operation, valid_body(operation), key=key)
        found += wrong(operation, answer, Mistake(name, b"", 400, code))
    assert not found, "\n".join(found)
    assert not moved(before, everything())


def test_a_key_of_another_request_is_refused(world: World) -> None:
    before, found, kept = everything(), list[str](), list[str]()
    reused = Mistake("reused key", b"", 422, "idempotency_key_reused")
    for operation in KEYED:
        key, valid = str(uuid4()), valid_body(operation)
        with undone():
            send(world, operation, valid, key=key)
            if StoredAnswer.objects.filter(key=key).exists():
                kept.append(operation.id)
                other = send(world, operation, valid + b" " if valid else b"{}", key=key)
                found += wrong(operation, other, reused)
    assert not found, "\n".join(found)
    assert len(kept) > len(KEYED) * 0.7, kept
    assert not moved(before, everything())


def test_an_unknown_parameter_is_refused(world: World) -> None:
    before, found = everything(), list[str]()
    unknown = Mistake("unknown parameter", b"", 422, "invalid", "nothing")
    for operation in operations().values():
        if operation.id not in STREAMS:
            path = f"{path_of(world, operation)}?nothing=1"
            answer = send(world, operation, valid_body(operation), path=path)
            found += wrong(operation, answer, unknown)
    assert not found, "\n".join(found)
    assert not moved(before, everything())


PAGES: Final = {
    "limit=0": "limit",
    "limit=201": "limit",
    "limit=x": "limit",
    "cursor=": "cursor",
    "cursor=YWJj": "cursor",
    "cursor=%00": "cursor",
    "cursor=%F0%9F%82%A1": "cursor",
}


def test_a_list_refuses_pages_that_it_does_not_have(world: World) -> None:
    found, cursors = list[str](), dict(first_cursors(world))
    assert len(cursors) > 2
    for operation in LISTS:
        others = (one for name, one in cursors.items() if name != operation.id)
        for query, field in {**PAGES, f"cursor={next(others)}": "cursor"}.items():
            answer = send(world, operation, path=f"{path_of(world, operation)}?{query}")
            found += wrong(operation, answer, Mistake(query, b"", 422, "", field))
    assert not found, "\n".join(found)


def first_cursors(world: World) -> Iterator[tuple[str, str]]:
    """Yield the cursor of the second page of each list that has one."""
    for operation in LISTS:
        page = read(send(world, operation, path=f"{path_of(world, operation)}?limit=1"))
        if page["next"]:
            yield operation.id, page["next"]


def test_what_does_not_exist_is_not_found(world: World) -> None:
    before, found = everything(), list[str]()
    for operation in operations().values():
        for name in NOWHERE if operation.arguments and operation.id not in SIGNED else ():
            path = operation.address(dict.fromkeys(operation.arguments, name))
            answer = send(world, operation, valid_body(operation), path=path)
            found += wrong(operation, answer, Mistake(f"at {name}", b"", 404, "not_found"))
    assert not found, "\n".join(found)
    assert not moved(before, everything())
