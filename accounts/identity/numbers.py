"""A document's number in one way of writing, whatever case, blanks, dashes, dots and zeros somebody types."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Final

_BETWEEN: Final = re.compile(r"[\s.\-_/·']+")
_LEAST, _MOST, _DIGITS = 5, 20, 3
_DNI: Final = "TRWAGMYFPDXBNJZSQVHLCKE"
_NIE: Final = {"X": "0", "Y": "1", "Z": "2"}
MOST_TYPED: Final = 40


class Malformed(ValueError):
    """No number that a document of this country has."""


def normal(country: str, typed: str) -> str:
    """The number as this house compares it. Raises Malformed."""
    plain = _BETWEEN.sub("", unicodedata.normalize("NFKC", typed)).upper()
    known = plain.isascii() and plain.isalnum() and _LEAST <= len(plain) <= _MOST
    if not known or sum(map(str.isdigit, plain)) < _DIGITS:
        raise Malformed
    number = _BY_COUNTRY.get(country, _as_it_is)(plain)
    if len(set(number)) == 1:  # 11111111 is nobody's
        raise Malformed
    return number


def masked(number: str) -> str:
    """What staff see of it beside everything else: its last three characters."""
    return "•" * (len(number) - 3) + number[-3:]


def _as_it_is(plain: str) -> str:
    return plain


def _colombian(plain: str) -> str:
    """A cédula is digits, with CC before it or not; one of a foreigner has CE, a passport letters of its own."""
    number = plain.removeprefix("CC")
    if not number.isdigit():
        return plain
    return _digits(number, 5, 10)


def _venezuelan(plain: str) -> str:
    """A cédula has V, of a foreigner E; whoever types digits alone means V."""
    if not (found := re.fullmatch(r"([VE]?)(\d+)", plain)):
        return plain
    return (found[1] or "V") + _digits(found[2], 5, 9)


def _dominican(plain: str) -> str:
    """A cédula is eleven digits, the last of which checks the others."""
    if not plain.isdigit():
        return plain
    doubled = (int(digit) * (1 + n % 2) for n, digit in enumerate(plain))
    if len(plain) != 11 or sum(value // 10 + value % 10 for value in doubled) % 10:  # noqa: PLR2004  as the docstring
        raise Malformed
    return plain


def _spanish(plain: str) -> str:
    """DNI and NIE end in a letter that follows from their digits; anything else is a passport."""
    if found := re.fullmatch(r"([XYZ]?)(\d{7,8})([A-Z]?)", plain):
        digits = _NIE.get(found[1], "") + found[2]
        if len(digits) > 8 or found[3] != _DNI[int(digits) % 23]:  # noqa: PLR2004  the law's numbers
            raise Malformed
        return found[1] + found[2].zfill(7 if found[1] else 8) + found[3]
    return plain


def _digits(number: str, least: int, most: int) -> str:
    significant = number.lstrip("0")
    if not least <= len(significant) <= most:
        raise Malformed
    return significant


_BY_COUNTRY: Final[Mapping[str, Callable[[str], str]]] = {
    "CO": _colombian,
    "DO": _dominican,
    "ES": _spanish,
    "VE": _venezuelan,
}
