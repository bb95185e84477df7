"""Where a withdrawal is paid, in parts: an IBAN where the account's country has them, else bank and number, or our desk."""

import json
import re
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.countries import COUNTRIES
from accounts.identity.likeness import alike

# Countries with IBANs and their lengths, from the IBAN registry of SWIFT (ISO 13616).
IBAN_LENGTHS: Final = {
    "AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22, "BI": 27, "BR": 29, "BY": 28,
    "CH": 21, "CR": 22, "CY": 28, "CZ": 24, "DE": 22, "DJ": 27, "DK": 18, "DO": 28, "EE": 20, "EG": 29, "ES": 24, "FI": 18,
    "FK": 18, "FO": 18, "FR": 27, "GB": 22, "GE": 22, "GI": 23, "GL": 18, "GR": 27, "GT": 28, "HN": 28, "HR": 21, "HU": 28,
    "IE": 22, "IL": 23, "IQ": 23, "IS": 26, "IT": 27, "JO": 30, "KW": 30, "KZ": 20, "LB": 28, "LC": 32, "LI": 21, "LT": 20,
    "LU": 20, "LV": 21, "LY": 25, "MC": 27, "MD": 24, "ME": 22, "MK": 19, "MN": 20, "MR": 27, "MT": 31, "MU": 30, "NI": 28,
    "NL": 18, "NO": 15, "OM": 23, "PK": 24, "PL": 28, "PS": 29, "PT": 25, "QA": 29, "RO": 24, "RS": 22, "RU": 33, "SA": 24,
    "SC": 31, "SD": 18, "SE": 24, "SI": 19, "SK": 24, "SM": 27, "SO": 23, "ST": 25, "SV": 28, "TL": 23, "TN": 24, "TR": 26,
    "UA": 29, "VA": 22, "VG": 24, "XK": 20, "YE": 30,
}  # fmt: skip
_GROUP: Final = 4
_SHORTEST: Final = 2
_LONGEST: Final = 100


class Kind(StrEnum):
    """How money reaches a player."""

    IBAN = "iban"
    ACCOUNT = "account"
    DESK = "desk"


class BadDetails(ValueError):
    """Bank details that cannot be paid to: the part that is wrong, and a sentence for whoever typed it."""

    def __init__(self, part: str, message: str | Promise) -> None:
        super().__init__(part)
        self.part, self.message = part, message


@dataclass(frozen=True, slots=True)
class Details:
    """Where money is paid: `country` is the account's, `number` an IBAN or the number at `bank`."""

    kind: Kind
    country: str
    holder: str
    bank: str = ""
    number: str = ""

    @property
    def canonical(self) -> str:
        """The one way of writing it down: what is encrypted and compared."""
        return json.dumps(asdict(self), ensure_ascii=False, sort_keys=True, separators=(",", ":"))

    def __str__(self) -> str:
        """In one line, as people read it."""
        number = grouped(self.number) if self.kind is Kind.IBAN else self.number
        where = _("At our desk") if self.kind is Kind.DESK else ""
        country = str(COUNTRIES.get(self.country, self.country))
        return ", ".join(part for part in (where, self.bank, number, country, self.holder) if part)

    def is_of(self, name: str) -> bool:
        """Whether the holder is called like this."""
        return alike(self.holder, name)


def details_of(
    holder: str, *, country: str = "", bank: str = "", number: str = "", at_desk: bool = False
) -> Details:
    """Return what was typed, in its canonical form. Raises BadDetails."""
    holder = _line("holder", holder)
    if at_desk:
        return Details(Kind.DESK, "", holder)
    if country not in COUNTRIES:
        raise BadDetails("country", gettext_lazy("Choose the country of the account."))
    number = re.sub(r"[\s.-]", "", number).upper()
    if country in IBAN_LENGTHS:
        _verify_iban(country, number)
        return Details(
            Kind.IBAN, country, holder, _line("bank", bank) if bank.strip() else "", number
        )
    if not re.fullmatch(r"[0-9A-Z/]{4,34}", number):
        raise BadDetails(
            "number", gettext_lazy("Type the account number: 4 to 34 digits and letters.")
        )
    return Details(Kind.ACCOUNT, country, holder, _line("bank", bank), number)


def read(text: str) -> Details:
    """Return what `canonical` wrote. Raises ValueError for anything else."""
    try:
        given = json.loads(text)
        return Details(**{**given, "kind": Kind(given["kind"])})
    except (TypeError, KeyError) as error:
        raise ValueError(text) from error


def grouped(iban: str) -> str:
    """An IBAN in groups of four, as it is printed."""
    return " ".join(iban[at : at + _GROUP] for at in range(0, len(iban), _GROUP))


def has_iban_checksum(iban: str) -> bool:
    """Whether the check digits are right: the remainder by 97 of ISO 13616."""
    digits = "".join(str(int(one, 36)) for one in iban[_GROUP:] + iban[:_GROUP])
    return int(digits) % 97 == 1


def _verify_iban(country: str, number: str) -> None:
    length = IBAN_LENGTHS[country]
    if not re.fullmatch(r"[A-Z]{2}[0-9]{2}[0-9A-Z]+", number) or not number.startswith(country):
        words = _("Accounts in this country have an IBAN, which begins with %(country)s.")
        raise BadDetails("number", words % {"country": country})
    if len(number) != length:
        words = _("An IBAN of this country has %(length)s characters; this one has %(typed)s.")
        raise BadDetails("number", words % {"length": length, "typed": len(number)})
    if not has_iban_checksum(number):
        raise BadDetails(
            "number", gettext_lazy("The check digits of this IBAN are wrong. Compare it again.")
        )


def _line(part: str, text: str) -> str:
    found = " ".join(text.split())
    if not _SHORTEST <= len(found) <= _LONGEST:
        raise BadDetails(part, gettext_lazy("Write 2 to 100 characters."))
    return found
