"""Strict JSON for untrusted input: unknown keys, duplicate keys and wrong types are rejected."""

import json
from collections.abc import Iterable
from typing import Any, ClassVar, NoReturn


class MalformedError(ValueError):
    """A document of the wrong form: `where`, and the `problem` in words."""

    code: ClassVar[str] = "malformed"

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(f"{where}: {problem}")
        self.where, self.problem = where, problem


def load_json(data: str | bytes) -> Any:
    """Parse a JSON text. Raises MalformedError for a duplicate key, NaN or invalid JSON."""
    try:
        text = data.decode() if isinstance(data, bytes) else data
        return json.loads(
            text, object_pairs_hook=_refuse_duplicates, parse_constant=_refuse_constant
        )
    except MalformedError:
        raise
    except (ValueError, RecursionError) as error:
        raise MalformedError("document", f"not JSON ({error})") from error


def read_object(
    value: object, where: str, required: Iterable[str], optional: Iterable[str] = ()
) -> dict[str, Any]:
    """Return `value`, an object with all `required` keys and, beside them, only `optional` ones. Raises MalformedError."""
    if not isinstance(value, dict):
        raise MalformedError(where, "an object is expected")
    needed = tuple(required)
    for key in needed:
        if key not in value:
            raise MalformedError(where, f"the key {key!r} is missing")
    known = {*needed, *optional}
    for key in value:
        if key not in known:
            raise MalformedError(where, f"unknown key {key!r:.40}")
    return value


def read_list(value: object, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise MalformedError(where, "a list is expected")
    return value


def read_text(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise MalformedError(where, "a string is expected")
    return value


def read_whole(value: object, where: str) -> int:
    if type(value) is not int:
        raise MalformedError(where, "a whole number is expected")
    return value


def _refuse_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise MalformedError("document", f"the key {key!r:.40} is given twice")
        found[key] = value
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise MalformedError("document", f"not JSON ({name})")
