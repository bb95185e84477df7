"""Normal form of document numbers for comparison: labels, case, separators, leading zeros and check digits."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Final

from stdnum.do import cedula
from stdnum.es import dni, nie
from stdnum.ve import rif

from accounts.values.names import fold_text

# Combining accents too, as in «cédula».
_BETWEEN: Final = re.compile(r"[\s.\-_/·'°#:\u0300-\u036f]+")
_LEAST, _MOST, _DIGITS = 5, 20, 3
MOST_TYPED: Final = 40
_CEDULA_DIGITS: Final = 11
# Labels that people type before a number: the document's name and "number". For countries without a known format a label is
# removed only before digits, because the letters of a passport are part of its number.
_NUMBER: Final = "NUMERO|NUM|NRO|NO|N"
_DOCUMENT: Final = "CEDULA(?:DE(?:CIUDADANIA|IDENTIDAD(?:YELECTORAL)?))?|CED|DOCUMENTO(?:NACIONAL)?(?:DEIDENTIDAD)?|DOC"
_LABELS: Final[Mapping[str, str]] = {
    "AR": "DNI",
    "BO": "CI",
    "BR": "CPF|RG",
    "CL": "RUT|RUN|CI",
    "CO": f"CC|CI|NUIP|TI|NIT|DNI|ID|{_NUMBER}",
    "CR": "CI|CC",
    "CU": "CI",
    "DO": f"CIE|CI|RNC|ID|{_NUMBER}",
    "EC": "CI|CC",
    "ES": f"DNI|NIF|NIE|TIE|ID|{_NUMBER}",
    "GT": "DPI|CUI",
    "HN": "DNI",
    "NI": "CI",
    "PA": "CIP|CI",
    "PE": "DNI",
    "PT": "CC|BI|NIF",
    "PY": "CI",
    "SV": "DUI",
    "UY": "CI",
    "VE": f"CI|ID|{_NUMBER}",
}
_FORMATS: Final[Mapping[str, str]] = {
    "CO": r"\d{5,}",
    "DO": r"\d{11}",
    "ES": r"[XYZ]?\d{7,8}[A-Z]?",
    "VE": r"[VE]?\d{5,9}",
}
_DIGITS_WITH_A_CHECK: Final = r"\d{6,13}[0-9A-Z]?"


class MalformedNumber(ValueError):
    """Not a valid document number of this country."""


def normalise(country: str, typed: str) -> str:
    """Return the normal form of a typed number, for comparison. Raises MalformedNumber."""
    decomposed = unicodedata.normalize("NFKD", fold_text(typed))
    plain = _without_label(country, _BETWEEN.sub("", decomposed).upper())
    known = plain.isascii() and plain.isalnum() and _LEAST <= len(plain) <= _MOST
    if not known or sum(map(str.isdigit, plain)) < _DIGITS:
        raise MalformedNumber
    number = _BY_COUNTRY.get(country, _as_it_is)(plain)
    if len(set(number)) == 1:  # 11111111 is a placeholder
        raise MalformedNumber
    return number


def mask(number: str) -> str:
    """Hide all but the last three characters, for lists."""
    return "•" * (len(number) - 3) + number[-3:]


def _without_label(country: str, plain: str) -> str:
    labels = "|".join(filter(None, (_LABELS.get(country), _DOCUMENT)))
    own = _FORMATS.get(country, _DIGITS_WITH_A_CHECK)
    found = re.fullmatch(rf"(?:{labels})(?:{_NUMBER})?({own})", plain)
    return found[1] if found else plain


def _as_it_is(plain: str) -> str:
    return plain


def _colombian(plain: str) -> str:
    """A cédula has digits only, one of a foreigner starts with CE; a passport has letters of its own."""
    if found := re.fullmatch(rf"(?:CE|CEDULADEEXTRANJERIA)(?:{_NUMBER})?(\d+)", plain):
        return "CE" + found[1]
    return _digits(plain, 5, 10) if plain.isdigit() else plain


def _venezuelan(plain: str) -> str:
    """Cédula: V (national, default) or E (foreigner); RIF is the cédula plus a check digit."""
    if found := re.fullmatch(r"RIF(([VE]\d{8})\d)", plain):
        _verify(rif, found[1])
        plain = found[2]
    if not (found := re.fullmatch(r"([VE]?)(\d+)", plain)):
        return plain
    return (found[1] or "V") + _digits(found[2], 5, 9)


def _dominican(plain: str) -> str:
    """A cédula has eleven digits, the last one a check digit; stdnum lists the issued exceptions."""
    if plain.isdigit():
        if len(plain) != _CEDULA_DIGITS:  # stdnum's list of exceptions contains shorter numbers
            raise MalformedNumber
        _verify(cedula, plain)
    return plain


def _spanish(plain: str) -> str:
    """DNI and NIE end in a check letter; anything else is a passport."""
    if found := re.fullmatch(r"([XYZ]?)(\d{7,8})([A-Z]?)", plain):
        plain = found[1] + found[2].zfill(7 if found[1] else 8) + found[3]
        _verify(nie if found[1] else dni, plain)
    return plain


def _verify(kind: ModuleType, number: str) -> None:
    if not kind.is_valid(number):
        raise MalformedNumber


def _digits(number: str, least: int, most: int) -> str:
    significant = number.lstrip("0")
    if not least <= len(significant) <= most:
        raise MalformedNumber
    return significant


_BY_COUNTRY: Final[Mapping[str, Callable[[str], str]]] = {
    "CO": _colombian,
    "DO": _dominican,
    "ES": _spanish,
    "VE": _venezuelan,
}
