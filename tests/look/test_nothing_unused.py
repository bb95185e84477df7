"""Unused CSS classes and icons: every one must be used by a page."""

import re
from pathlib import Path

import pytest

APPS = ("accounts", "casino", "config", "pages", "tables", "wallet")
ICONS = re.findall(r'<symbol id="([\w-]+)"', Path("static/icons.svg").read_text())
FROM_LIBRARIES = {
    "errorlist": "Django's list of a form's errors",
    "nonfield": "Django's list of errors of the form as a whole",
    "helptext": "Django's own rendering of a form",
}


def text_of(folder: str, pattern: str) -> str:
    return "\n".join(path.read_text() for path in sorted(Path(folder).rglob(pattern)))


def in_templates() -> set[str]:
    """Return the names in class attributes; a name that contains a value is cut there and ends with `{`."""
    text = text_of("templates", "*.html")
    of_page = re.findall(r"\{% block main_class %\}([^{]*)", text)
    text = re.sub(r"\{%.*?%\}", " ", text)
    text = re.sub(r"\{\{.*?\}\}", "{ ", text)
    return set(" ".join([*of_page, *re.findall(r'\bclass="([^"]*)"', text)]).split())


def in_words_of(code: str) -> set[str]:
    """Return the words in string literals of Python or JavaScript, cut at values like class names."""
    words = " ".join(re.findall(r"[\"'`]([^\"'`\n]*)[\"'`]", code))
    return set(re.sub(r"\$?\{[^}]*\}?", "{ ", words).split())


def selected() -> list[str]:
    """Return every class that the style sheets select."""
    text = re.sub(r'/\*.*?\*/|"[^"]*"', "", text_of("static/css", "*.css"), flags=re.DOTALL)
    preludes = re.findall(r"([^{};]*)\{", text)
    return sorted({name for one in preludes for name in re.findall(r"\.([a-z][\w-]*)", one)})


PYTHON = "\n".join(text_of(app, "*.py") for app in APPS)
WORDS = in_words_of(PYTHON)
USED = in_templates() | in_words_of(text_of("static/js", "*.js")) | WORDS


def is_composed(name: str) -> bool:
    """Return whether a used prefix is completed by a digit, a suit or a word of the code."""
    starts = [start[:-1] for start in USED if start.endswith("{") and name.startswith(start[:-1])]
    values = [name.removeprefix(start) for start in starts if start]
    return any(value in WORDS or re.fullmatch(r"\d|[CDHS]", value) for value in values)


def test_every_class_that_the_style_sheets_select_is_given_to_something() -> None:
    assert [
        name
        for name in selected()
        if name not in USED and name not in FROM_LIBRARIES and not is_composed(name)
    ] == []


@pytest.mark.parametrize("name", ICONS)
def test_an_icon_that_is_drawn_is_shown(name: str) -> None:
    text = text_of("templates", "*.html")
    assert f"icons.svg' %}}#{name}\"" in text or f'icon="{name}"' in text
