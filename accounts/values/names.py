"""Normalisation of names: unified dashes and apostrophes, no invisible characters, so that look-alikes compare equal."""

import re
import unicodedata
from typing import Final

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal

_DASHES: Final = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d"
_APOSTROPHES: Final = "\u2018\u2019\u02bc\u00b4\u0060\uff07"
_ONE_WAY: Final = str.maketrans(
    dict.fromkeys(_DASHES, "-") | dict.fromkeys(_APOSTROPHES, "'")  # as typed on phones
)
# invisible letters and marks; format characters (category Cf) are removed by category
_UNSEEN: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0000-\U000e0fff]"
)
_OF_NAMES: Final = frozenset({"Lu", "Ll", "Lt", "Lo", "Lm", "Mn", "Mc"})
_JAPANESE: Final = frozenset({"CJK", "HIRAGANA", "KATAKANA"})  # scripts mixed in one name
_BESIDE_LETTERS: Final = frozenset(" .,'-\u00b7")  # the middle dot occurs in Catalan names


class NameRefused(Refusal):
    """Text with characters that no name on a document has."""

    code = "name"
    field = "full_name"
    message = _(
        "Write the name as in the document: letters, spaces, commas, full stops, apostrophes and hyphens, nothing else."
    )


class MixedAlphabets(NameRefused):
    """Letters of more than one alphabet: homoglyphs would make two people of one."""

    message = _("Write the name in one alphabet: some letters look alike but are different.")


def fold_text(text: str) -> str:
    """Remove invisible characters; unify dashes, apostrophes and blanks."""
    seen = (one for one in _UNSEEN.sub("", text) if unicodedata.category(one) != "Cf")
    return " ".join("".join(seen).translate(_ONE_WAY).split())


def tidy_name(text: str) -> str:
    """Return the normalised name. Raises NameRefused, MixedAlphabets."""
    name = fold_text(text)
    if not any(map(str.isalpha, name)) or not all(map(_belongs, name)):
        raise NameRefused
    if len(found := _alphabets(name)) > 1 and not found <= _JAPANESE:
        raise MixedAlphabets
    return name


def _belongs(one: str) -> bool:
    return one in _BESIDE_LETTERS or unicodedata.category(one) in _OF_NAMES


def _alphabets(name: str) -> set[str]:
    """Scripts of the letters, by the first word of their Unicode names: LATIN, CYRILLIC."""
    letters = filter(str.isalpha, unicodedata.normalize("NFKD", name))
    # Modifier letters occur in all scripts.
    own = (one for one in letters if unicodedata.category(one) != "Lm")
    return {unicodedata.name(one, "").partition(" ")[0] for one in own}
