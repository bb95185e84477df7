"""The operations of the OpenAPI document, arranged for the documentation page."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from http import HTTPStatus
from typing import Any, Final

from api.problems import MEDIA_TYPE as PROBLEM_MEDIA_TYPE

Schema = Mapping[str, Any]
SERVICE_KEY: Final = "ServiceKey"
"""Name of the security scheme; SPECTACULAR_SETTINGS describe it."""

_JSON: Final = "application/json"
_METHODS: Final = ("get", "post", "put", "patch", "delete")
_DEEPEST: Final = 6
_LEAVES: Final = frozenset({"Money"})
"""Components that the page explains once, not in every field."""


@dataclass(frozen=True, slots=True)
class FieldReference:
    """A parameter, or a field of a body: "limits[].min_bet.amount"."""

    name: str
    type: str
    description: str
    required: bool
    place: str = ""


@dataclass(frozen=True, slots=True)
class OperationReference:
    """An operation: parameters, fields of the request and of the answer, and the statuses of its problems.

    `scope` is that of the service key, if it needs one.
    """

    id: str
    method: str
    path: str
    summary: str
    description: str
    parameters: Sequence[FieldReference]
    body: Sequence[FieldReference]
    answer: Sequence[FieldReference]
    problems: Sequence[str]
    sunset: date | None
    """The first day on which a deprecated operation may be gone."""
    needs_session: bool
    scope: str

    @property
    def has_body(self) -> bool:
        return bool(self.body)


@dataclass(frozen=True, slots=True)
class TagReference:
    name: str
    operations: Sequence[OperationReference]


def list_tags(document: Schema) -> list[TagReference]:
    """Return the operations by tag, both in the document's order."""
    found: dict[str, list[OperationReference]] = {}
    for path, methods in document["paths"].items():
        for method in _METHODS:
            if method in methods:
                operation = methods[method]
                found.setdefault(operation["tags"][0], []).append(
                    _describe(document, path, method, operation)
                )
    return [TagReference(name, operations) for name, operations in found.items()]


def _describe(document: Schema, path: str, method: str, operation: Schema) -> OperationReference:
    body = operation.get("requestBody", {}).get("content", {}).get(_JSON, {}).get("schema")
    answer = _success(operation).get("content", {}).get(_JSON, {}).get("schema")
    return OperationReference(
        id=operation["operationId"],
        method=method.upper(),
        path=path,
        summary=operation["summary"],
        description=operation["description"],
        parameters=[_parameter(document, one) for one in operation.get("parameters", ())],
        body=list(_fields(document, body)) if body else [],
        answer=list(_fields(document, answer)) if answer else [],
        problems=_problems(operation),
        needs_session=str(HTTPStatus.UNAUTHORIZED.value) in operation["responses"],
        scope=_scope(operation),
        sunset=_parse_sunset(operation),
    )


def _problems(operation: Schema) -> list[str]:
    """Return the statuses whose answer is a problem document."""
    return [
        status
        for status, response in operation["responses"].items()
        if PROBLEM_MEDIA_TYPE in response.get("content", {})
    ]


def _scope(operation: Schema) -> str:
    """Return the scope of the service key; empty if it takes none."""
    scopes = (scope for way in operation.get("security", ()) for scope in way.get(SERVICE_KEY, ()))
    return next(scopes, "")


def _parse_sunset(operation: Schema) -> date | None:
    text = operation.get("x-sunset")
    return date.fromisoformat(text) if text else None


def _success(operation: Schema) -> Schema:
    """Return the response that is no problem."""
    found: Schema = next(
        one for status, one in operation["responses"].items() if status.startswith("2")
    )
    return found


def _parameter(document: Schema, one: Schema) -> FieldReference:
    return FieldReference(
        name=one["name"],
        type=_type(_resolve(document, one["schema"])),
        description=one.get("description", ""),
        required=one.get("required", False),
        place=one["in"],
    )


def _fields(
    document: Schema, schema: Schema, name: str = "", depth: int = 0
) -> Iterator[FieldReference]:
    """Yield the fields of an object or a list of objects, nested ones by their path."""
    schema = _resolve(document, schema)
    if schema.get("type") == "array":
        yield from _fields(document, schema["items"], f"{name}[]", depth + 1)
        return
    required = schema.get("required", ())
    for field, inner in schema.get("properties", {}).items():
        path = f"{name}.{field}".lstrip(".")
        found = _resolve(document, inner)
        text = inner.get("description") or found.get("description", "")
        yield FieldReference(path, _type(_with_items(document, found)), text, field in required)
        inside = _inside(document, found)
        if depth < _DEEPEST and inside.get("x-name") not in _LEAVES:
            yield from _fields(document, inside, _path_inside(path, found), depth + 1)


def _with_items(document: Schema, schema: Schema) -> Schema:
    """Return an array's schema with its items resolved; any other schema as it is."""
    if schema.get("type") != "array":
        return schema
    return {**schema, "items": _resolve(document, schema["items"])}


def _inside(document: Schema, schema: Schema) -> Schema:
    """Return the schema of the values of a list or map, or the schema itself."""
    if schema.get("type") == "array":
        return _resolve(document, schema["items"])
    values = schema.get("additionalProperties")
    return _resolve(document, values) if isinstance(values, Mapping) else schema


def _path_inside(path: str, schema: Schema) -> str:
    if schema.get("type") == "array":
        return f"{path}[]"
    return f"{path}.*" if isinstance(schema.get("additionalProperties"), Mapping) else path


def _resolve(document: Schema, schema: Schema) -> Schema:
    """Follow references, and choose the alternative that is not null."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        beside = {key: value for key, value in schema.items() if key != "$ref"}
        found = document["components"]["schemas"][name]
        return _resolve(document, {**found, "x-name": name, **beside})
    for word in ("allOf", "oneOf", "anyOf"):
        options = [one for one in schema.get(word, ()) if one.get("type") != "null"]
        if options:
            rest = {key: value for key, value in schema.items() if key != word}
            nullable = len(options) < len(schema[word])
            return {**_resolve(document, options[0]), **rest, "x-null": nullable}
    return schema


def _type(schema: Schema) -> str:
    """Return the type in words of JSON Schema: "string (uuid) or null", or the words of an enum."""
    kinds = schema.get("type", "object")
    names = [kinds] if isinstance(kinds, str) else list(kinds)
    nullable = "null" in names or schema.get("x-null")
    if "enum" in schema:
        return " | ".join(json.dumps(one) for one in schema["enum"])
    if "array" in names:
        return f"{_type(schema['items'])}[]"
    if schema.get("x-name") in _LEAVES:
        names = [schema["x-name"]]
    shown = " | ".join(one for one in names if one != "null")
    if "format" in schema and "string" in names:
        shown = f"{shown} ({schema['format']})"
    return f"{shown} | null" if nullable else shown
