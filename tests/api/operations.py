"""The operations of the reviewed OpenAPI document, and requests made from it."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from api import schema

JSON: Final = "application/json"
READING: Final = "get"
SAMPLES: Final[Mapping[str, Any]] = {
    "uuid": "00000000-0000-4000-8000-000000000000",
    "date-time": "2026-01-02T03:04:05Z",
    "date": "2026-01-02",
    "time": "03:04:05",
    "decimal": "10.00",
}
NAMED: Final[Mapping[str, Any]] = {"amount": "10.00", "rate": "0.5"}
PATTERNS: Final = ("0" * 64, "nothing")
Field = tuple[tuple[str | int, ...], Mapping[str, Any]]
"""The way to a field of a body, and its schema."""


@cache
def document() -> Mapping[str, Any]:
    found: dict[str, Any] = json.loads(schema.FILE.read_text())
    return found


def resolve(found: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a schema with its references followed, and the alternative that is not null."""
    while "$ref" in found:
        name = found["$ref"].rpartition("/")[2]
        beside = {key: value for key, value in found.items() if key != "$ref"}
        found = {**document()["components"]["schemas"][name], **beside}
    for word in ("allOf", "oneOf"):
        if word in found:
            beside = {key: value for key, value in found.items() if key != word}
            return {**resolve(found[word][0]), **beside}
    return found


@dataclass(frozen=True, slots=True)
class Operation:
    id: str
    method: str
    path: str
    """The address after the version, with arguments in braces."""
    described: Mapping[str, Any]

    @property
    def body(self) -> Mapping[str, Any] | None:
        """The schema of the body, if the operation takes one."""
        content = self.described.get("requestBody", {}).get("content", {})
        return resolve(content[JSON]["schema"]) if JSON in content else None

    @property
    def changes(self) -> bool:
        return self.method != READING

    @property
    def has_key(self) -> bool:
        return any(one["name"] == "Idempotency-Key" for one in self.parameters("header"))

    @property
    def arguments(self) -> list[str]:
        return re.findall(r"{(\w+)}", self.path)

    def parameters(self, place: str) -> list[Mapping[str, Any]]:
        return [one for one in self.described.get("parameters", ()) if one["in"] == place]

    def address(self, arguments: Mapping[str, object]) -> str:
        return self.path.format(**arguments)


@cache
def operations() -> Mapping[str, Operation]:
    """Return every operation by its name."""
    found = {}
    for path, methods in document()["paths"].items():
        for method, described in methods.items():
            name = described["operationId"]
            found[name] = Operation(name, method, path.removeprefix("/api/v1"), described)
    return found


def sample(found: Mapping[str, Any], name: str = "") -> Any:
    """Return a value that the schema allows, with required fields only."""
    found = resolve(found)
    if "enum" in found:
        return found["enum"][0]
    kind = found.get("type", "object")
    kind = kind if isinstance(kind, str) else kind[0]
    if kind == "object":
        given = found.get("properties", {})
        return {field: sample(given[field], field) for field in found.get("required", ())}
    if kind == "array":
        return [sample(found["items"], name)] * max(found.get("minItems", 1), 1)
    others = {"integer": found.get("minimum", 1), "number": 1.5, "boolean": True}
    return others[kind] if kind in others else _sample_text(found, name)


def _sample_text(found: Mapping[str, Any], name: str) -> str:
    if "pattern" in found:
        return next(one for one in PATTERNS if re.search(found["pattern"], one))
    text = SAMPLES.get(found.get("format", ""), NAMED.get(name, "x" * found.get("minLength", 1)))
    return str(text)


def fields(found: Mapping[str, Any], way: tuple[str | int, ...] = ()) -> Iterator[Field]:
    """Yield every field of a body, those of nested objects and of the first row of lists too."""
    found = resolve(found)
    if "items" in found:
        yield (*way, 0), resolve(found["items"])
        yield from fields(found["items"], (*way, 0))
    for name, inner in found.get("properties", {}).items():
        yield (*way, name), resolve(inner)
        yield from fields(inner, (*way, name))


def with_value(
    body: Any, schema_of: Mapping[str, Any], way: tuple[str | int, ...], value: Any
) -> Any:
    """Return the body with another value at this place; what is missing on the way is made."""
    if not way:
        return value
    step, *rest = way
    found = resolve(schema_of)
    inner = found["items"] if isinstance(step, int) else found["properties"][step]
    if isinstance(step, int):
        old = body[0] if body else sample(inner)
        return [with_value(old, inner, tuple(rest), value)]
    old = (body or {}).get(step, sample(inner, step))
    return {**(body or {}), step: with_value(old, inner, tuple(rest), value)}
