"""Answers of the API for tests without the product, made from its document."""

import json
from typing import Any, Final

from tools.launch.client import DOCUMENT

SCHEMAS: Final[dict[str, Any]] = json.loads(DOCUMENT.read_text())["components"]["schemas"]
_TEXTS: Final = {
    "uuid": "0b4f5c1e-3a53-4d0f-9a6c-1f6a5d1c2b3a",
    "date-time": "2026-11-30T12:00:00Z",
    "date": "2026-11-30",
    "time": "10:00:00",
}


def example(schema: dict[str, Any] | str) -> Any:
    """Return a value of a schema, or of the component with this name: everything present, first words, nothing null."""
    if isinstance(schema, str):
        return example(SCHEMAS[schema])
    if "$ref" in schema:
        return example(schema["$ref"].rpartition("/")[2])
    for several in ("allOf", "oneOf", "anyOf"):
        if several in schema:
            return example(schema[several][0])
    if "enum" in schema:
        return schema["enum"][0]
    return _of_type(schema)


def _of_type(schema: dict[str, Any]) -> Any:
    kinds = schema.get("type", "object")
    kind = kinds if isinstance(kinds, str) else kinds[0]
    match kind:
        case "array":
            return [example(schema["items"])]
        case "object":
            found = {name: example(one) for name, one in schema.get("properties", {}).items()}
            more = schema.get("additionalProperties")
            return found | ({"some": example(more)} if more and not found else {})
        case "string":
            return _TEXTS.get(schema.get("format", ""), "text")
        case "boolean":
            return True
        case _:
            return schema.get("minimum", 1)
