"""Similarity of names: by letters alone, independent of script, diacritics and order.

Only players with the same birth date are compared, and staff decide on the matches: a false match costs a review, a missed one
allows a second account.
"""

import re
import unicodedata
from collections.abc import Mapping
from typing import Final

from accounts.values.names import fold_text

# Homoglyphs: letters that look like Latin ones, in upper or lower case.
_CYRILLIC: Final = str.maketrans("авеѕіјкмнорстухһӏԁԛԝѵ", "abesijkmhopctyxhldqwv")
_GREEK: Final = str.maketrans("αβγεζηικμνορτυχω", "abyezhikmnoptyxw")
# Latin letters by Unicode name: ø is "O WITH STROKE", \u0131 "DOTLESS I".
_LATIN: Final = re.compile(
    r"LATIN (?:SMALL |CAPITAL )?(?:LETTER|LIGATURE) (?:(?:SMALL CAPITAL|DOTLESS|SCRIPT|OPEN|BARRED|TURNED|REVERSED) )*(\w+)(?: WITH .+)?"
)
_CALLED: Final[Mapping[str, str]] = {
    "ALPHA": "a",
    "ENG": "n",
    "ETH": "d",
    "IOTA": "i",
    "SALTILLO": "",  # a letter used as an apostrophe
    "SCHWA": "e",
    "THORN": "th",
}
_MOST_LETTERS: Final = 2  # of a ligature; æ is "AE"


def are_alike(one: str, other: str) -> bool:
    """Return whether two names have the same letters in any order and word division, or the same set of words."""
    words, others = _words(one), _words(other)
    return set(words) == set(others) or sort_letters(one) == sort_letters(other)


def sort_letters(name: str) -> str:
    """Return the letters of a name in order: alike for names that differ in order, accents or word division."""
    return "".join(sorted("".join(_words(name))))


def _words(name: str) -> list[str]:
    decomposed = (
        unicodedata.normalize("NFKD", fold_text(name)).casefold().translate(_CYRILLIC | _GREEK)
    )
    plain = "".join(map(_plain, unicodedata.normalize("NFKD", decomposed)))
    return re.findall(r"[^\W\d_]+", plain)


def _plain(one: str) -> str:
    """The base character; "" for marks and modifiers."""
    category = unicodedata.category(one)
    if category[0] == "M" or category == "Lm":
        return ""
    found = None if one.isascii() else _LATIN.fullmatch(unicodedata.name(one, ""))
    if found is None:
        return one
    called = found[1]
    return _CALLED.get(called, called.lower() if len(called) <= _MOST_LETTERS else one)
