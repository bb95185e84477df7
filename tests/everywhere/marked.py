"""Marks around translated words, which reveal the words of a page that are not translated."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import _lru_cache_wrapper
from html.parser import HTMLParser
from typing import Any, Final

import pytest
from django.utils.translation import trans_real

_OPEN, _CLOSE = "\ue000", "\ue001"  # private use characters, which no page contains
# Truncated text has no closing mark.
_MARKED: Final = re.compile(f"{_OPEN}[^{_OPEN}{_CLOSE}]*(?:{_CLOSE}|$)")
_SAID: Final = ("alt", "title", "aria-label", "aria-description", "placeholder", "summary")
_SILENT: Final = {"script", "style", "template", "code", "samp"}
_HOUSE: Final = {
    "accounts",
    "api",
    "casino",
    "compliance",
    "config",
    "loyalty",
    "pages",
    "reports",
    "tables",
    "wallet",
}
# A number inside a sentence.
_UNBROKEN: Final = re.compile(r'<span class="unbroken">([^<]*)</span>')
_WORD: Final = re.compile(r"[^\W\d_]{2,}")


@contextmanager
def marked() -> Iterator[None]:
    """Put marks around every text that the Spanish catalogues have; other texts stay unmarked."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(trans_real.DjangoTranslation, "gettext", _gettext, raising=False)
        patch.setattr(trans_real.DjangoTranslation, "ngettext", _ngettext)
        _forget()
        yield
    _forget()


def _forget() -> None:
    """Clear the caches of the house's modules, whose texts have marks or lack them."""
    ours = [module for name, module in sys.modules.items() if name.partition(".")[0] in _HOUSE]
    for module in ours:
        for kept in vars(module).values():
            if isinstance(kept, _lru_cache_wrapper):
                kept.cache_clear()


def _gettext(self: Any, message: str) -> str:
    found = self._catalog.get(message)
    if found is None:
        found = self._catalog.get((message, 0))
    if found is not None:
        return f"{_OPEN}{found}{_CLOSE}"
    # a library that looks up an older message id has installed its own fallback
    return str(self._fallback.gettext(message)) if self._fallback else message


def _ngettext(self: Any, one: str, many: str, n: int) -> str:
    try:
        return f"{_OPEN}{self._catalog.plural(one, n)}{_CLOSE}"
    except KeyError:
        return one if n == 1 else many


class _Page(HTMLParser):
    """Parser that collects the texts of a page that are read or heard, including those for its scripts."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag not in _VOID:
            self.inside.append("code" if _is_no_text(given) else tag)
        wanted = [*_SAID, *(name for name in given if _is_of_words(name))]
        if tag == "input" and given.get("type") in {"submit", "button", "reset"}:
            wanted.append("value")
        self.texts += [value for name in wanted if (value := given.get(name))]

    def handle_endtag(self, tag: str) -> None:
        if tag not in _VOID and self.inside:
            self.inside.pop()

    def handle_data(self, data: str) -> None:
        if not _SILENT & set(self.inside[1:]):
            self.texts.append(data)


_VOID: Final = {"br", "hr", "img", "input", "link", "meta", "wbr", "path", "use", "source", "col"}


def _is_no_text(given: dict[str, str | None]) -> bool:
    """Return whether the element is in another language or holds the name of an icon."""
    return bool(given.get("lang")) or "material-symbols" in (given.get("class") or "")


def _is_of_words(name: str) -> bool:
    return name in {"data-words", "data-failed", "data-offline", "data-most", "data-remove"}


def texts(page: str) -> list[str]:
    """Return the texts of a page that are read or heard, piece by piece."""
    reader = _Page()
    reader.feed(_UNBROKEN.sub(r"\1", page))
    return reader.texts


def _join_sentences(pieces: list[str]) -> Iterator[str]:
    """Yield the pieces, those of one translated sentence with elements in it as one."""
    begun: list[str] = []
    for piece in pieces:
        marks = piece.replace(_OPEN, "\0").replace(_CLOSE, "\1")
        first = min((place for mark in "\0\1" if (place := marks.find(mark)) >= 0), default=-1)
        if begun and first >= 0 and marks[first] == "\0":  # the sentence before was cut short
            yield from begun
            begun = []
        begun.append(piece)
        whole = "".join(begun)
        if whole.count(_OPEN) <= whole.count(_CLOSE):
            yield whole
            begun = []
    yield from begun


def bare_words(page: str) -> set[str]:
    """Return the unmarked parts of a page's texts that contain a word."""
    found = set()
    for text in _join_sentences(texts(page)):
        bare = text
        while (less := _MARKED.sub(" ", bare)) != bare:
            bare = less
        if _WORD.search(bare):
            found.add(" ".join(bare.split()))
    return found
