"""Terminology: one word per term in both languages, and no word that the glossary replaces."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.conf import settings

from pages.currency_signs import money_pattern
from wallet.money.words import name_currency

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
    r"\bpush\b": r"empate",
    r"\bbox(es)?\b": r"puesto",
    r"\bdeals? in progress": r"reparto",
    r"\bvoid": r"anul",
    r"\bcancel": r"canc[eé]l",
    r"amounts? owed": r"saldos? deudor|debid|adeud",
    r"strategy chart": r"tabla de estrategia",
    r"\bpoints\b": r"puntos",
    r"\btiers?\b": r"nivel",
    r"time-out": r"descanso",
    r"self-exclu": r"autoexclu",
    r"play money": r"de juego",
    r"exchange rate": r"tasa",
    r"second factor": r"segundos? factor",
    r"\bhints?\b": r"pista",
    r"\bwithdrawals?\b": r"retir",
}
"""Pattern required in the Spanish text for each English term."""

AVOIDED = {
    r"\bgreatest\b": "maximum",
    r"(?<!at )\bleast\b": "minimum, lowest",
    r"\bat most\b": "maximum, up to",
    r"\banew\b": "again",
    r"\bwhence\b|\blest\b": "from where; to avoid",
    r"house wins": "you lose",
    r"\bcroupier": "dealer",
    r"\bties?\b": "push",
    r"\bdebts?\b": "amount owed",
    r"\bsecond steps?\b": "second factor",
    r"\btimeouts?\b": "time-out",
    r"\bself exclusion\b": "self-exclusion",
    r"\bput right\b": "corrected",
    r"\bcounts? no more\b": "is no longer valid",
    r"\bstands? (?:in|under|beside|there|on (?:its|their))\b": "is in, is under",
    r"^(?:what|who|which) (?!is\b|do\b|to do|should\b|viewed\b|you sent\b)[^.?:;]*$": "a noun as a title",
    r"\bPLY\b": "play money",
}
"""Words of texts for readers, and the usual ones. A title is no clause."""

AVOIDED_IN_SPANISH = {
    r"\bbanca\b": "la casa, el crupier",
    r"\bte vuelven?\b": "recuperas",
    r"\busted": "tú",
    r"\bvosotr|\bvuestr": "tú, ustedes",
    r"nada espera": "no hay nada pendiente",
    r"\bVd?s?\.": "tú",
    r"\bimportes?\b": "monto",
    r"\bcostes?\b": "costo",
    r"\bordenador": "computadora",
    r"\babon(?:a|ad[oa]|ar|ó)\b": "acreditar",
    r"\baver[ií]as?\b": "fallo",
    r"\blas retiradas\b": "retiros",
    r"\bdisputas\b": "reclamaciones",
    r"\bdeudas?\b": "saldo deudor",
    r"\bapostantes?\b": "apostadores",
    r"\btipos? de cambio\b": "tasa de cambio",
    r"\bsegundos? pasos?\b": "segundo factor",
    r"\bgráfico de estrategia\b": "tabla de estrategia",
    r"\bcabezas?\b": "punto de control",
    r"\ben suspenso\b": "retenido",
    r"\bdesviación típica\b": "desviación estándar",
    r"\basegúrate:": "toma el seguro",
    r"\bha olvidado|\bhas olvidado": "olvidaste",
    r"\bPLY\b": "dinero de juego",
}

AVOIDED_IN_DOCUMENTS = (
    *(r"\bgreatest\b", r"\banew\b", r"\bwhence\b|\blest\b", r"house wins", r"\bcroupier"),
    *(r"\bsecond steps?\b", r"\bput right\b", r"\bcounts? no more\b"),
)
"""Documents for engineers also use technical words that pages avoid."""


def test_the_catalogue_is_read_whole() -> None:
    assert len(TEXTS) > 4000


@pytest.mark.parametrize(("english", "spanish"), TERMS.items())
def test_each_term_has_one_translation(english: str, spanish: str) -> None:
    with_it = [text for text in TEXTS if re.search(english, text.english, re.IGNORECASE)]
    assert with_it
    assert [one for one in with_it if not re.search(spanish, one.spanish, re.IGNORECASE)] == []


@pytest.mark.parametrize(("word", "better"), AVOIDED.items())
def test_english_has_the_usual_word(word: str, better: str) -> None:
    own = [text.english.strip() for text in TEXTS if "config/borrowed.py" not in text.used_in]
    found = [english for english in own if re.search(word, english, re.IGNORECASE)]
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


def prose(path: Path) -> str:
    """Return a document without code blocks, code and addresses."""
    text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    return re.sub(r"`[^`\n]*`|\]\([^)\s]*\)", "", text)


def words_of_template(path: Path) -> str:
    """Return a template without its tags, variables and comments."""
    text = re.sub(r"\{#.*?#\}|\{% comment .*?endcomment %\}", "", path.read_text(encoding="utf-8"))
    text = re.sub(r"\{%(?! translate \").*?%\}|\{\{.*?\}\}", "", text, flags=re.DOTALL)
    return re.sub(r"<[^>]*>", "", text)


DOCUMENTS = [settings.BASE_DIR / "README.md", *(settings.BASE_DIR / "docs").glob("*.md")]
TEMPLATES = sorted((settings.BASE_DIR / "templates").rglob("*.*"))


@pytest.mark.parametrize("word", AVOIDED_IN_DOCUMENTS)
def test_documents_have_the_usual_words(word: str) -> None:
    with_it = [one.name for one in DOCUMENTS if re.search(word, prose(one), re.IGNORECASE)]
    assert with_it == []


@pytest.mark.parametrize("word", [word for word in AVOIDED if not word.startswith("^")])
def test_templates_have_the_usual_words(word: str) -> None:
    """Also where a text is not translated."""
    texts_in = ((one, words_of_template(one)) for one in TEMPLATES)
    found = [
        f"{one}: {hit[0]}"
        for one, text in texts_in
        if (hit := re.search(word, text, re.IGNORECASE))
    ]
    assert found == []


@pytest.mark.parametrize("currency", ["PLY", "USD"])
def test_only_play_money_is_named_in_words(currency: str) -> None:
    """Its code is for files."""
    shown = name_currency(currency) + money_pattern(currency).format("1.00")
    assert (currency in shown) == (currency != "PLY")
