"""The OpenAPI document, built from the views. `openapi.json` is its reviewed English copy."""

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from django.utils.translation import get_language, override
from drf_spectacular.generators import SchemaGenerator

from api.reference import TagReference, list_tags

FILE: Final = Path(__file__).parent / "openapi.json"
MEDIA_TYPE: Final = "application/vnd.oai.openapi+json"
LINKS: Final = "x-links"
"""Where an operation keeps its links until `place_links`."""
_REQUEST: Final = "Request"
"""How drf-spectacular ends the names of components that only requests have."""
_SUFFIX: Final = re.compile(r"(Body|Field)?Request$")
_REFERENCE: Final = "#/components/schemas/"


def build_schema() -> dict[str, Any]:
    """Return the document in the active language. Cached: it never changes while a process runs."""
    return _build(get_language() or "en")


def build_reference() -> Sequence[TagReference]:
    """Return the operations of the document in the active language, arranged for the page. Cached as well."""
    return _arrange(get_language() or "en")


@lru_cache(maxsize=8)
def _arrange(language: str) -> Sequence[TagReference]:
    return list_tags(_build(language))


@lru_cache(maxsize=8)
def _build(language: str) -> dict[str, Any]:
    with override(language):
        document: dict[str, Any] = SchemaGenerator().get_schema(public=True)  # type: ignore[no-untyped-call]  # the generator has no types
        # lazy texts become the language's own, so that a cached document does not change
        return dict(json.loads(json.dumps(document, default=str)))


def format_schema() -> str:
    """Return the English document as the text of the reviewed file."""
    return json.dumps(_build("en"), indent=2, ensure_ascii=False, sort_keys=True) + "\n"


def refuse_unknown_fields(result: dict[str, Any], **_context: Any) -> dict[str, Any]:
    """Say in the document that bodies take no other fields: drf-spectacular's hook after generation."""
    for name, component in result["components"]["schemas"].items():
        if name.endswith(_REQUEST) and "properties" in component:
            component.setdefault("additionalProperties", False)
    return result


def name_requests(result: dict[str, Any], **_context: Any) -> dict[str, Any]:
    """Give the components of requests plain names: `BetBodyRequest` becomes `Bet`. Raises ValueError for a name that is taken."""
    schemas = result["components"]["schemas"]
    names = {name: _SUFFIX.sub("", name) for name in schemas}
    if len(set(names.values())) < len(names):
        taken = [one for one, count in Counter(names.values()).items() if count > 1]
        raise ValueError(f"two components with one name: {taken}")
    renamed = _rename(result, {_REFERENCE + old: _REFERENCE + new for old, new in names.items()})
    renamed["components"]["schemas"] = {
        names[old]: schema for old, schema in renamed["components"]["schemas"].items()
    }
    return dict(renamed)


def _rename(value: Any, references: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return {
            key: references[inner] if key == "$ref" else _rename(inner, references)
            for key, inner in value.items()
        }
    return [_rename(one, references) for one in value] if isinstance(value, list) else value


def place_links(result: dict[str, Any], **_context: Any) -> dict[str, Any]:
    """Move the links of each operation to its successful answer, as above."""
    operations = (one for methods in result["paths"].values() for one in methods.values())
    for operation in operations:
        if links := operation.pop(LINKS, None):
            success = next(one for one in operation["responses"] if one.startswith("2"))
            operation["responses"][success]["links"] = links
    return result
