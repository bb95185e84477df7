"""Compares two JSON Schemas of an OpenAPI 3.1 document, as a client sends or reads them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from operator import gt, lt
from typing import Any, Final

Document = Mapping[str, Any]
Schema = Mapping[str, Any]
Pair = tuple[Document, Document]
Change = tuple[str, str]
"""A place, and what is wrong there."""
_MINIMA: Final = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
_MAXIMA: Final = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
_ANY: Final = frozenset({"null", "boolean", "integer", "number", "string", "array", "object"})


class Direction(Enum):
    """A request must still be taken; an answer must still be understood."""

    REQUEST = "request"
    ANSWER = "answer"


@dataclass(frozen=True, slots=True)
class _Side:
    """A schema of one document, its references followed."""

    document: Document
    schema: Schema

    @classmethod
    def resolve(cls, document: Document, schema: Any) -> "_Side":
        """Follow references and take apart what is only wrapped; `true` is a schema of anything."""
        found = {} if schema is True else dict(schema or {})
        while "$ref" in found:
            name = found.pop("$ref").rpartition("/")[2]
            found = {**document["components"]["schemas"][name], **found, "x-ref": name}
        parts = found.pop("allOf", [])
        for part in parts:
            found = {**cls.resolve(document, part).schema, **found}
        return cls(document, _unwrap(document, found))

    @property
    def types(self) -> frozenset[str]:
        named = self.schema.get("type")
        if named is None:
            return _ANY if not self.words else frozenset()
        return frozenset([named] if isinstance(named, str) else named)

    @property
    def words(self) -> frozenset[Any]:
        return frozenset(self.schema.get("enum", ()))

    @property
    def required(self) -> frozenset[str]:
        return frozenset(self.schema.get("required", ()))

    @property
    def fields(self) -> Mapping[str, Any]:
        return self.schema.get("properties", {})  # type: ignore[no-any-return]  # JSON

    @property
    def options(self) -> dict[str, Any]:
        """The alternatives of a union, by the name of their component."""
        return {
            one.get("$ref", str(one.get("type", place))): one
            for place, one in enumerate(self.schema.get("oneOf", ()))
        }

    def inner(self, schema: Any) -> "_Side":
        return _Side.resolve(self.document, schema)


def _unwrap(document: Document, schema: dict[str, Any]) -> dict[str, Any]:
    """Turn "one of X and null" into X that may be null; other unions stay."""
    options = schema.pop("oneOf", None) or schema.pop("anyOf", None) or []
    others = [one for one in options if not _is_null(document, one)]
    if len(others) != 1:
        return {**schema, "oneOf": options} if options else schema
    side = _Side.resolve(document, others[0])
    return {**side.schema, **schema, "type": sorted({*side.types, "null"})}


def _is_null(document: Document, schema: Any) -> bool:
    found = _Side.resolve(document, schema).schema if "$ref" in schema else schema
    return found.get("type") == "null" or found.get("enum") == [None]


def compare_schemas(
    pair: Pair, schemas: tuple[Any, Any], place: str, direction: Direction
) -> Iterator[Change]:
    """Yield what no longer fits a client of the old schema."""
    old, new = (_Side.resolve(*one) for one in zip(pair, schemas, strict=True))
    yield from _Comparison(direction, ()).compare(old, new, place)


@dataclass(frozen=True, slots=True)
class _Comparison:
    direction: Direction
    within: tuple[str, ...]
    """Components around this one, to stop at a reference to one of them."""

    def compare(self, old: _Side, new: _Side, place: str) -> Iterator[Change]:
        name = old.schema.get("x-ref", "")
        if name in self.within:
            return
        inside = _Comparison(self.direction, (*self.within, name) if name else self.within)
        yield from ((place, rule) for rule in self._rules(old, new))
        yield from inside.compare_fields(old, new, place)
        yield from inside.compare_values(old, new, place)
        yield from inside.compare_options(old, new, place)

    def _rules(self, old: _Side, new: _Side) -> Iterator[str]:
        if self.direction is Direction.REQUEST:
            yield from _taken(old, new)
        else:
            yield from _answered(old, new)

    def compare_fields(self, old: _Side, new: _Side, place: str) -> Iterator[Change]:
        for name, field in old.fields.items():
            if name in new.fields:
                sides = old.inner(field), new.inner(new.fields[name])
                yield from self.compare(*sides, _at(place, name))
            else:
                yield _at(place, name), "was removed"
        asked, given = new.required - old.required, old.required - new.required
        if self.direction is Direction.REQUEST:
            yield from ((_at(place, name), "is now required") for name in sorted(asked))
        else:
            left = sorted(given & set(new.fields))
            yield from ((_at(place, name), "may now be missing") for name in left)

    def compare_values(self, old: _Side, new: _Side, place: str) -> Iterator[Change]:
        """Compare the items of a list and the values of a map."""
        for word, shown in (("items", "[]"), ("additionalProperties", ".*")):
            before, after = old.schema.get(word), new.schema.get(word)
            if isinstance(before, Mapping) and isinstance(after, Mapping):
                yield from self.compare(old.inner(before), new.inner(after), f"{place}{shown}")

    def compare_options(self, old: _Side, new: _Side, place: str) -> Iterator[Change]:
        for name, option in old.options.items():
            shown = f"{place} ({name.rpartition('/')[2]})"
            if name in new.options:
                sides = old.inner(option), new.inner(new.options[name])
                yield from self.compare(*sides, shown)
            elif self.direction is Direction.REQUEST:
                yield shown, "is no longer taken"


def _at(place: str, field: str) -> str:
    """Return the place of a field: "answer 200, data[].limits"."""
    return f"{place}.{field}" if ", " in place else f"{place}, {field}"


def _taken(old: _Side, new: _Side) -> Iterator[str]:
    """Yield why something that was taken is refused now."""
    if lost := _without(old.types, new.types):
        yield f"no longer takes {', '.join(lost)}"
    if new.words and not old.words:
        yield "takes only certain words now"
    elif lost := sorted(str(one) for one in old.words - new.words if new.words):
        yield f"no longer takes {', '.join(lost)}"
    for names, narrower, word in ((_MINIMA, gt, "higher"), (_MAXIMA, lt, "lower")):
        yield from (
            f"has a {word} {name}" for name in names if _is_narrower(old, new, name, narrower)
        )
    for name in ("format", "pattern"):
        if name in new.schema and old.schema.get(name) != new.schema[name]:
            yield f"has another {name}"
    before, after = (side.schema.get("additionalProperties") for side in (old, new))
    if after is False and before is not False:
        yield "no longer takes other fields"


def _answered(old: _Side, new: _Side) -> Iterator[str]:
    """Yield why something that was understood is something else now."""
    if added := _without(new.types, old.types):
        yield f"may now be {', '.join(added)}"
    if "format" in old.schema and old.schema["format"] != new.schema.get("format"):
        yield "has another format"


def _without(some: frozenset[str], others: frozenset[str]) -> list[str]:
    """Return the types that the others do not cover; every integer is a number."""
    covered = {*others, *(("integer",) if "number" in others else ())}
    return sorted(some - covered)


def _is_narrower(old: _Side, new: _Side, name: str, narrower: Callable[[Any, Any], bool]) -> bool:
    before, after = old.schema.get(name), new.schema.get(name)
    return after is not None and (before is None or narrower(after, before))
