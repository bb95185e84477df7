"""Payment destinations: an IBAN where the country uses them, else bank and number, or our desk."""

import json
import re
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy
from stdnum import iban, numdb
from stdnum.exceptions import InvalidChecksum, ValidationError

from accounts.values.countries import COUNTRIES
from accounts.values.name_similarity import are_alike

_IBANS: Final = numdb.get("iban")  # the IBAN registry of SWIFT (ISO 13616)
_SHORTEST: Final = 2
_LONGEST: Final = 100


class DestinationKind(StrEnum):
    IBAN = "iban"
    ACCOUNT = "account"
    DESK = "desk"


class BadBankDetails(ValueError):
    """Invalid bank details: the part, and a message for it."""

    def __init__(self, part: str, message: str | Promise) -> None:
        super().__init__(part)
        self.part, self.message = part, message


@dataclass(frozen=True, slots=True)
class BankDetails:
    """Payment destination: `country` is the account's, `number` an IBAN or the account number at `bank`."""

    kind: DestinationKind
    country: str
    holder: str
    bank: str = ""
    number: str = ""

    @property
    def canonical(self) -> str:
        """Canonical JSON, which is encrypted and hashed."""
        return json.dumps(asdict(self), ensure_ascii=False, sort_keys=True, separators=(",", ":"))

    def __str__(self) -> str:
        number = iban.format(self.number) if self.kind is DestinationKind.IBAN else self.number
        where = _("At our desk") if self.kind is DestinationKind.DESK else ""
        country = str(COUNTRIES.get(self.country, self.country))
        return ", ".join(part for part in (where, self.bank, number, country, self.holder) if part)

    def is_held_by(self, name: str) -> bool:
        """True if the holder and `name` are alike (`are_alike`)."""
        return are_alike(self.holder, name)


def parse_bank_details(
    holder: str, *, country: str = "", bank: str = "", number: str = "", at_desk: bool = False
) -> BankDetails:
    """Return the canonical destination of typed values. Raises BadBankDetails."""
    holder = _line("holder", holder)
    if at_desk:
        return BankDetails(DestinationKind.DESK, "", holder)
    if country not in COUNTRIES:
        raise BadBankDetails("country", gettext_lazy("Choose the country of the account."))
    number = re.sub(r"[\s.-]", "", number).upper()
    if iban_length(country):
        _verify_iban(country, number)
        return BankDetails(
            DestinationKind.IBAN,
            country,
            holder,
            _line("bank", bank) if bank.strip() else "",
            number,
        )
    if not re.fullmatch(r"[0-9A-Z/]{4,34}", number):
        raise BadBankDetails(
            "number", gettext_lazy("Type the account number: 4 to 34 digits and letters.")
        )
    return BankDetails(DestinationKind.ACCOUNT, country, holder, _line("bank", bank), number)


def read_canonical(text: str) -> BankDetails:
    """Parse `canonical`. Raises ValueError for anything else."""
    try:
        given = json.loads(text)
        return BankDetails(**{**given, "kind": DestinationKind(given["kind"])})
    except (TypeError, KeyError) as error:
        raise ValueError(text) from error


def iban_length(country: str) -> int:
    """Return the length of the IBANs of a country; 0 if it has none."""
    [(_code, about)] = _IBANS.info(country)
    parts = [int(length) for length in re.findall(r"(\d+)!", about.get("bban", ""))]
    return len("DO28") + sum(parts) if parts else 0


def _verify_iban(country: str, number: str) -> None:
    length = iban_length(country)
    if not re.fullmatch(r"[A-Z]{2}[0-9]{2}[0-9A-Z]+", number) or not number.startswith(country):
        words = _("Accounts in this country have an IBAN, which begins with %(country)s.")
        raise BadBankDetails("number", words % {"country": country})
    if len(number) != length:
        words = _("An IBAN of this country has %(length)s characters; this one has %(typed)s.")
        raise BadBankDetails("number", words % {"length": length, "typed": len(number)})
    try:
        iban.validate(number)
    except InvalidChecksum as error:
        words = _("The check digits of this IBAN are wrong. Compare it again.")
        raise BadBankDetails("number", words) from error
    except ValidationError as error:
        words = _("This IBAN has a letter or a digit in the wrong place. Compare it again.")
        raise BadBankDetails("number", words) from error


def _line(part: str, text: str) -> str:
    found = " ".join(text.split())
    if not _SHORTEST <= len(found) <= _LONGEST:
        raise BadBankDetails(part, gettext_lazy("Write 2 to 100 characters."))
    return found
