"""Pages whose translated words are marked: what of a page nobody has translated is then seen."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import _lru_cache_wrapper
from html.parser import HTMLParser
from typing import Any, Final

import pytest
from django.utils.translation import trans_real

_OPEN, _CLOSE = "\ue000", "\ue001"  # of no script: no page has them
_MARKED: Final = re.compile(
    f"{_OPEN}[^{_OPEN}{_CLOSE}]*(?:{_CLOSE}|$)"
)  # what was cut off has no end
_SAID: Final = ("alt", "title", "aria-label", "aria-description", "placeholder", "summary")
_SILENT: Final = {"script", "style", "template", "code", "samp"}
_HOUSE: Final = {
    "accounts",
    "casino",
    "compliance",
    "config",
    "loyalty",
    "pages",
    "reports",
    "tables",
    "wallet",
}
_UNBROKEN: Final = re.compile(
    r'<span class="unbroken">([^<]*)</span>'
)  # a number within a sentence
_WORD: Final = re.compile(r"[^\W\d_]{2,}")


@contextmanager
def marked() -> Iterator[None]:
    """Every text that the Spanish catalogues have comes with marks around it; one that they have not comes bare."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(trans_real.DjangoTranslation, "gettext", _gettext, raising=False)
        patch.setattr(trans_real.DjangoTranslation, "ngettext", _ngettext)
        _forget()
        yield
    _forget()


def _forget() -> None:
    """The lines that code of the house has kept, with marks or without."""
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
    # a library that looks for an older name of the same thing has put its own fallback here
    return str(self._fallback.gettext(message)) if self._fallback else message


def _ngettext(self: Any, one: str, many: str, n: int) -> str:
    try:
        return f"{_OPEN}{self._catalog.plural(one, n)}{_CLOSE}"
    except KeyError:
        return one if n == 1 else many


class _Page(HTMLParser):
    """The texts of a page that somebody reads or hears, those of its scripts' words too."""

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
    """Of another language, or the name of an icon."""
    return bool(given.get("lang")) or "material-symbols" in (given.get("class") or "")


def _is_of_words(name: str) -> bool:
    return name in {"data-words", "data-failed", "data-offline", "data-most", "data-remove"}


def texts(page: str) -> list[str]:
    """What somebody reads or hears of a page, piece by piece."""
    reader = _Page()
    reader.feed(_UNBROKEN.sub(r"\1", page))
    return reader.texts


def bare_words(page: str) -> set[str]:
    """What of a page's texts, letter by letter, came from no catalogue."""
    found = set()
    for text in texts(page):
        bare = text
        while (less := _MARKED.sub(" ", bare)) != bare:
            bare = less
        if _WORD.search(bare):
            found.add(" ".join(bare.split()))
    return found
