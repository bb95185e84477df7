"""Mistakes that a client may make in a body, each with the answer that it gets."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tests.api.operations import Operation, fields, sample, with_value

HUGE: Final = 10**40
DEEP: Final = 100_000
NUL, SURROGATE = "a\x00b", "a\ud800b"
LONGEST: Final = 30_000
"""No text of a request is longer: `test_bad_input` says so."""
MOST_ITEMS: Final = 6_000
WRONG_TYPES: Final[Mapping[str, tuple[Any, ...]]] = {
    "string": (7, True, [], {}),
    "integer": ("x", 1.5, True, [], HUGE, -1),
    "boolean": ("maybe", 7, []),
    "array": ({}, "x", 7),
    "object": ([], "x", 7),
}


@dataclass(frozen=True, slots=True)
class Mistake:
    """A body, and the problem that it must get: status, code, and the field that it names."""

    name: str
    body: bytes
    status: int = 422
    code: str = ""
    """Any code of a field if empty."""
    field: str | None = None
    content_type: str = "application/json"


def _dump(value: Any) -> bytes:
    return json.dumps(value).encode()


MALFORMED: Final[Mapping[str, bytes]] = {
    "cut off": b'{"a": ',
    "no JSON": b"a=1&b=2",
    "NaN": b'{"a": NaN}',
    "infinite": b'{"a": -Infinity}',
    "duplicate field": b'{"a": 1, "a": 2}',
    "UTF-16": '{"a": 1}'.encode("utf-16"),
    "Latin-1": '{"a": "é"}'.encode("latin-1"),
    "deep": b'{"a": ' + b"[" * DEEP + b"]" * DEEP + b"}",
    "thousands of digits": b'{"a": 1' + b"0" * 5_000 + b"}",
}
NO_OBJECTS: Final[tuple[Any, ...]] = ([], "text", 7, None, True)


def list_mistakes(operation: Operation) -> Iterator[Mistake]:
    """Yield every mistake in the body of an operation; the rest of each body is valid in form."""
    found = operation.body
    for name, body in MALFORMED.items():
        yield Mistake(name, body, 400, "malformed_body")
    yield Mistake("form", b"a=1", 415, "unsupported_media_type", None, "text/plain")
    if found is None:
        for value in ({"a": 1}, *NO_OBJECTS):
            yield Mistake(f"body {value!r}", _dump(value), 400, "body_not_taken")
        return
    for value in NO_OBJECTS:
        yield Mistake(f"body {value!r}", _dump(value), 422, "invalid", "")
    valid = sample(found)
    yield Mistake("unknown field", _dump({**valid, "nothing": 1}), 422, "invalid", "nothing")
    for name in found.get("required", ()):
        less = {key: value for key, value in valid.items() if key != name}
        yield Mistake(f"without {name}", _dump(less), 422, "", name)
    for way, one in fields(found):
        place = ".".join(str(step) for step in way)
        for value in wrong_values(one):
            name = f"{place}: {str(value)[:20]!r}"
            yield Mistake(name, _dump(with_value(valid, found, way, value)), 422, "", place)


def wrong_values(found: Mapping[str, Any]) -> Iterator[Any]:
    """Yield values that the schema of a field does not allow."""
    kinds = found.get("type", "object")
    kind = kinds if isinstance(kinds, str) else kinds[0]
    yield from WRONG_TYPES[kind]
    if "null" not in kinds:
        yield None
    if "enum" in found:
        yield "nothing"
    if kind == "string":
        yield from _wrong_texts(found)
    if kind == "array":
        most = min(found.get("maxItems", MOST_ITEMS), MOST_ITEMS)
        yield [sample(found["items"])] * (most + 1)
    if "maximum" in found:
        yield found["maximum"] + 1
    if kind == "object" and "properties" in found:
        yield {**sample(found), "nothing": 1}


def _wrong_texts(found: Mapping[str, Any]) -> Iterator[str]:
    yield from (NUL, SURROGATE)
    yield "x" * (found.get("maxLength", LONGEST) + 1)
    if found.get("minLength"):
        yield ""
    if "format" in found or "pattern" in found:
        yield "!"
