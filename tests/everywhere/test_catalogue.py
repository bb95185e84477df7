"""Spanish catalogue: complete for our texts and the libraries' texts, informal, with decimal commas."""

import re
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest
from django.utils.translation import trans_real

from config import borrowed
from tests.everywhere.collected import Key, texts_in, texts_of_code
from tools.launch.layout import ROOT

OURS: Final = [
    ROOT / name
    for name in (
        *(
            "accounts",
            "api",
            "approvals",
            "blackjack",
            "casino",
            "compliance",
            "config",
            "cases",
            "detection",
            "journal",
            "limits",
            "loyalty",
        ),
        *(
            "pages",
            "profiles",
            "reports",
            "alarms",
            "builds",
            "restores",
            "signals",
            "tables",
            "wallet",
            "templates",
        ),
    )
]
LIBRARIES: Final = {
    "unfold": ("contrib",),  # optional editors and importers, none of them installed
    "allauth.account": (),
    "rest_framework": ("templates",),  # of its browsable API, which is not served
    "allauth.mfa": (),
    "allauth.templates": (),
    "django.contrib.admin": (),
    "django.contrib.auth": (),
    "django.forms": (),
    "django.core": (),
}
CODE: Final = Path(borrowed.__file__)
FORMAL: Final = re.compile(
    r"\b(usted|introduzca|seleccione|asegúrese|inténtelo|escríbanos)\b", re.IGNORECASE
)


def spanish() -> Any:
    """Return the active Spanish catalogue, including those of the libraries."""
    return trans_real.translation("es")._catalog  # type: ignore[attr-defined]  # no public API returns the whole catalogue


def missing(texts: dict[Key, Path]) -> dict[Key, str]:
    catalogue = spanish()
    found = {}
    for key, path in texts.items():
        either = key if isinstance(key, tuple) else (key, 0)  # a plural entry covers its singular
        if catalogue.get(key) is None and catalogue.get(either) is None:
            found[key] = path.name
    return found


def messages(*folders: Path) -> set[str]:
    return {key if isinstance(key, str) else key[0] for key in texts_in(*folders)}


def test_every_text_of_ours_has_its_spanish() -> None:
    texts = texts_in(*OURS)
    assert len(texts) > 3000
    assert missing(texts) == {}


@pytest.mark.parametrize("library", LIBRARIES)
def test_every_text_of_a_library_has_its_spanish(library: str) -> None:
    (folder,) = import_module(library).__path__
    texts = texts_in(Path(folder), skip=LIBRARIES[library])
    assert len(texts) > 10
    assert missing(texts) == {}


def test_library_strings_still_exist() -> None:
    # Country names are tested in tests/accounts/test_countries.py.
    libraries = [
        *LIBRARIES,
        "django_countries",
    ]
    said = messages(*(Path(*import_module(library).__path__) for library in libraries))
    words = {key if isinstance(key, str) else key[0] for key in texts_of_code(CODE)}
    assert len(words) > 50
    assert words - said == set()


def test_spanish_texts_never_use_usted() -> None:
    po = (ROOT / "locale/es/LC_MESSAGES/django.po").read_text()
    said = [line for line in po.splitlines() if line.startswith(("msgstr", '"'))]
    assert [line for line in said if FORMAL.search(line)] == []


@pytest.mark.slow
def test_spanish_writes_decimals_with_a_comma() -> None:
    """A point between digits may only group thousands, or part an IP address."""
    pointed = re.compile(r"(?<![\d.])\d{1,3}(?:(?:\.\d{3})+|(?:\.\d{1,3}){3})(?![\d.])")
    ours = messages(*OURS)
    wrong = [
        text
        for key, text in spanish().items()
        if isinstance(text, str)
        and (key if isinstance(key, str) else key[0]) in ours
        and re.search(r"\d\.\d", pointed.sub("", text))
    ]
    assert wrong == []
