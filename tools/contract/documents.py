"""Compares two OpenAPI documents of the API: what breaks a client of the old one.

What a client sends must still be taken, and what it reads must still come. Added operations, fields, statuses,
optional parameters and words of enums in answers are no break. A deprecated operation may go after its sunset.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from tools.contract.schemas import Change, Direction, Document, Pair, compare_schemas

SUNSET: Final = "x-sunset"
_METHODS: Final = frozenset({"get", "put", "post", "delete", "patch", "head", "options"})


@dataclass(frozen=True, slots=True)
class Break:
    """A change that breaks clients: the operation, the place in it, and what is wrong."""

    operation: str
    place: str
    rule: str

    def __str__(self) -> str:
        return f"{self.operation}, {self.place}: {self.rule}"


def find_breaks(old: Document, new: Document, today: date) -> list[Break]:
    """Return what breaks a client that was made for `old`."""
    current = _operations(new)
    found = []
    for name, operation in _operations(old).items():
        if name in current:
            changes = _compare_operations((old, new), operation, current[name])
            found += [Break(name, place, rule) for place, rule in changes]
        elif not _has_set(operation, today):
            found.append(Break(name, "operation", "was removed"))
    return found


def _operations(document: Document) -> dict[str, Mapping[str, Any]]:
    return {
        f"{method.upper()} {path}": {
            **operation,
            "parameters": [*item.get("parameters", ()), *operation.get("parameters", ())],
            "security": operation.get("security", document.get("security", [])),
        }
        for path, item in document["paths"].items()
        for method, operation in item.items()
        if method in _METHODS
    }


def _has_set(operation: Mapping[str, Any], today: date) -> bool:
    """Return whether a deprecated operation may be removed."""
    sunset = operation.get(SUNSET)
    return bool(operation.get("deprecated") and sunset) and date.fromisoformat(str(sunset)) <= today


def _compare_operations(
    pair: Pair, old: Mapping[str, Any], new: Mapping[str, Any]
) -> Iterator[Change]:
    if old.get("operationId") != new.get("operationId"):
        yield "operation", f"was renamed from {old.get('operationId')} to {new.get('operationId')}"
    yield from _compare_security(old["security"], new["security"])
    yield from _compare_parameters(pair, old["parameters"], new["parameters"])
    yield from _compare_bodies(pair, old.get("requestBody"), new.get("requestBody"))
    yield from _compare_answers(pair, old["responses"], new["responses"])


def _compare_security(old: list[Any], new: list[Any]) -> Iterator[Change]:
    """Find the ways to authenticate that no longer suffice; no way at all means that anybody may call."""
    for way in old or [{}]:
        if not any(_suffices(way, wanted) for wanted in new or [{}]):
            named = " and ".join(sorted(way)) or "nobody's"
            yield "authentication", f"{named} is no longer enough"


def _suffices(given: Mapping[str, list[str]], wanted: Mapping[str, list[str]]) -> bool:
    return all(name in given and set(scopes) <= set(given[name]) for name, scopes in wanted.items())


def _compare_parameters(pair: Pair, old: list[Any], new: list[Any]) -> Iterator[Change]:
    before, after = ({(one["in"], one["name"]): one for one in some} for some in (old, new))
    for key, one in before.items():
        place = f"{key[0]} parameter {key[1]}"
        if key not in after:
            yield place, "was removed"
        else:
            yield from compare_schemas(
                pair, (one["schema"], after[key]["schema"]), place, Direction.REQUEST
            )
    for key, one in after.items():
        if one.get("required") and not before.get(key, {}).get("required"):
            yield f"{key[0]} parameter {key[1]}", "is now required"


def _compare_bodies(pair: Pair, old: Any, new: Any) -> Iterator[Change]:
    if old and not new:
        yield "body", "is no longer taken"
    if new and new.get("required") and not (old and old.get("required")):
        yield "body", "is now required"
    if old and new:
        yield from _compare_content(
            pair, old["content"], new["content"], ("body", Direction.REQUEST)
        )


def _compare_answers(
    pair: Pair, old: Mapping[str, Any], new: Mapping[str, Any]
) -> Iterator[Change]:
    for status, answer in old.items():
        if status not in new:
            yield f"answer {status}", "was removed"
            continue
        contents = answer.get("content", {}), new[status].get("content", {})
        yield from _compare_content(pair, *contents, (f"answer {status}", Direction.ANSWER))


def _compare_content(
    pair: Pair, old: Mapping[str, Any], new: Mapping[str, Any], where: tuple[str, Direction]
) -> Iterator[Change]:
    place, direction = where
    for kind, content in old.items():
        if kind not in new:
            yield place, f"no longer has the type {kind}"
        elif "schema" in content and "schema" in new[kind]:
            schemas = content["schema"], new[kind]["schema"]
            yield from compare_schemas(pair, schemas, place, direction)
