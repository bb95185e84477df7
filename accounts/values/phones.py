"""Phone numbers in E.164 form: +, country code and number, at most 15 digits."""

import re
import unicodedata
from typing import Final

from django.utils.translation import gettext_lazy

from journal.refusals import Refusal

_E164: Final = re.compile(r"\+[1-9][0-9]{6,14}")
_BETWEEN: Final = re.compile(r"[\s().\-/]")


class PhoneRefused(Refusal):
    """Not a phone number with its country code."""

    code = "phone"
    field = "phone"
    message = gettext_lazy(
        "Enter the number with its country code, such as +57 300 123 4567, or leave it empty."
    )


def normalize_phone(text: str) -> str:
    """Return a number such as "+57 (300) 123-4567" or "0057…" as "+573001234567". Raises PhoneRefused."""
    plain = unicodedata.normalize("NFKC", text).strip().replace("(0)", "")
    number = re.sub(r"^00", "+", _BETWEEN.sub("", plain))
    if not _E164.fullmatch(number):
        raise PhoneRefused
    return number
