"""Terminology: one word per term in both languages, and no word that the glossary replaces."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from django.conf import settings

_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_KEYWORD = re.compile(r"(msgid_plural|msgid|msgstr(?:\[\d\])?|msgctxt) ")
_PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\w+\}")


@dataclass(frozen=True)
class Text:
    """Text in both languages, with its catalogue entry."""

    english: str
    spanish: str
    used_in: str


def texts() -> Iterator[Text]:
    """Yield the texts of the catalogue without their placeholders."""
    catalogue = settings.BASE_DIR / "locale/es/LC_MESSAGES/django.po"
    for block in catalogue.read_text(encoding="utf-8").split("\n\n"):
        if "#~" in block:
            continue
        parts = {"msgid": "", "msgstr": ""}
        name = ""
        for line in block.splitlines():
            if keyword := _KEYWORD.match(line):
                name = keyword.group(1).partition("[")[0].partition("_")[0]
            if name in parts and not line.startswith("#"):
                parts[name] += "".join(_QUOTED.findall(line)) + " "
        english, spanish = (_PLACEHOLDER.sub("", part) for part in parts.values())
        yield Text(english, spanish, block)


TEXTS = list(texts())[1:]  # the first entry is the catalogue's header

TERMS = {
    r"\bdealers?\b": r"crupier",
    r"\bshoes?\b": r"zapato",
    r"\binsur": r"segur",
    r"even money": r"a la par",
    r"\bsurrender": r"rend|rind",
    r"\bsplit": r"divi",
    r"\bbox(es)?\b": r"puesto",
    r"\bvoid": r"anul",
    r"\bcancel": r"canc[eé]l",
    r"amount owed": r"saldo deudor",
    r"strategy chart": r"tabla de estrategia",
    r"\bpoints\b": r"puntos",
    r"time-out": r"descanso",
    r"self-exclu": r"autoexclu",
}
"""Pattern required in the Spanish text for each English term."""

AVOIDED = {
    r"\bgreatest\b": "maximum",
    r"(?<!at )\bleast\b": "minimum, lowest",
    r"\banew\b": "again",
    r"\bwhence\b|\blest\b": "from where; to avoid",
    r"house wins": "you lose",
}
AVOIDED_IN_SPANISH = {
    r"\bbanca\b": "la casa, el crupier",
    r"\bte vuelven?\b": "recuperas",
    r"\busted": "tú",
    r"nada espera": "no hay nada pendiente",
    r"\bVd?s?\.": "tú",
}


def test_the_catalogue_is_read_whole() -> None:
    assert len(TEXTS) > 4000


@pytest.mark.parametrize(("english", "spanish"), TERMS.items())
def test_each_term_has_one_translation(english: str, spanish: str) -> None:
    with_it = [text for text in TEXTS if re.search(english, text.english, re.IGNORECASE)]
    assert with_it
    assert [one for one in with_it if not re.search(spanish, one.spanish, re.IGNORECASE)] == []


@pytest.mark.parametrize(("word", "better"), AVOIDED.items())
def test_english_has_the_usual_word(word: str, better: str) -> None:
    found = [text.english for text in TEXTS if re.search(word, text.english, re.IGNORECASE)]
    assert found == [], f"better: {better}"


@pytest.mark.parametrize(("word", "better"), AVOIDED_IN_SPANISH.items())
def test_spanish_has_the_usual_word(word: str, better: str) -> None:
    found = [text.spanish for text in TEXTS if re.search(word, text.spanish, re.IGNORECASE)]
    assert found == [], f"better: {better}"


def test_a_seat_is_not_called_a_box() -> None:
    """Transcript texts are excluded: their JSON says seat for a box."""
    seats = [
        text
        for text in TEXTS
        if re.search(r"\bseats?\b", text.english) and "_verify_phrases" not in text.used_in
    ]
    assert seats
    assert [one for one in seats if not re.search(r"asiento|puesto", one.spanish)] == []
    both = [one for one in seats if not re.search(r"\bbox", one.english)]
    assert [one for one in both if "asiento" not in one.spanish] == []
