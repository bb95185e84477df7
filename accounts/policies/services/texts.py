"""Whether two texts can be a version of a policy."""

import re
from collections.abc import Iterator
from typing import Final

from accounts.policies.refusals import (
    HeadingMissing,
    MarkupRefused,
    PlaceholdersDiffer,
    PlaceholderUnknown,
    TextsUnlike,
    TranslationMissing,
)
from accounts.policies.values.texts import (
    HEADING,
    PLACEHOLDER,
    PLACEHOLDERS,
    count_headings,
    find_placeholders,
)

_HTML: Final = re.compile(r"<[a-zA-Z/!?]|&[#a-zA-Z0-9]+;")
_OTHER_HEADING: Final = re.compile(r"^#(?!# )", re.MULTILINE)


def check_texts(english: str, spanish: str) -> None:
    """Raise the refusal if these two texts cannot be a version."""
    if not (english.strip() and spanish.strip()):
        raise TranslationMissing(field="text_en" if spanish.strip() else "text_es")
    for field, source in (("text_en", english), ("text_es", spanish)):
        _check_text(field, source)
    if find_placeholders(english) != find_placeholders(spanish):
        raise PlaceholdersDiffer(field="text_es")
    if count_headings(english) != count_headings(spanish):
        raise TextsUnlike(field="text_es")


def _check_text(field: str, source: str) -> None:
    if _HTML.search(source) or _OTHER_HEADING.search(source):
        raise MarkupRefused(field=field)
    if not source.lstrip().startswith(HEADING):
        raise HeadingMissing(field=field)
    unknown = next(_unknown_placeholders(source), None)
    if unknown is not None:
        raise PlaceholderUnknown(field=field, detail=unknown)


def _unknown_placeholders(source: str) -> Iterator[str]:
    yield from (name for name in find_placeholders(source) if name not in PLACEHOLDERS)
    rest = PLACEHOLDER.sub("", source)
    yield from (brace for brace in "{}" if brace in rest)
