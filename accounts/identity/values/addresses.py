"""Residential addresses. Regions are free text: no package in use keeps a list of them."""

import json
from dataclasses import asdict, dataclass, fields
from typing import Final, Self

from django.utils.translation import gettext, gettext_lazy as _

from accounts.values.countries import COUNTRIES
from journal.refusals import Refusal

LONGEST: Final = {"street": 200, "city": 100, "region": 100, "postal_code": 20}
"""Characters of each part; the postal code may be empty, where a country has none."""


class AddressIncomplete(Refusal):
    """A part is missing or too long; `field` names it."""

    code = "address_incomplete"
    message = _("Enter street, city and region.")

    def __init__(self, part: str) -> None:
        super().__init__()
        self.field = part


class AddressCountryDiffers(Refusal):
    """The address is in another country than the one in which the player lives."""

    code = "address_country"
    field = "country"
    message = _(
        "The address must be in the country where you live. If you have moved, write to us."
    )


@dataclass(frozen=True, slots=True)
class PostalAddress:
    """An address; one of an older release has only a street, which then holds all of it. Without parts it is unreadable."""

    street: str
    city: str = ""
    region: str = ""
    postal_code: str = ""
    country: str = ""

    def __repr__(self) -> str:
        """Show nothing: this value may end up in an error report."""
        return "PostalAddress(…)"

    @classmethod
    def parse(
        cls, *, street: str, city: str, region: str, postal_code: str = "", country: str
    ) -> Self:
        """Return the address with single blanks. Raises AddressIncomplete, AddressCountryDiffers for no country."""
        typed = {"street": street, "city": city, "region": region, "postal_code": postal_code}
        parts = {name: " ".join(text.split()) for name, text in typed.items()}
        for name, text in parts.items():
            if len(text) > LONGEST[name] or not (text or name == "postal_code"):
                raise AddressIncomplete(name)
        if country not in COUNTRIES:
            raise AddressCountryDiffers
        return cls(**parts, country=country)

    @classmethod
    def read(cls, content: bytes) -> Self:
        """Return what `content` holds. Raises ValueError, LookupError or TypeError for anything else."""
        found = json.loads(content)
        return cls(**{one.name: str(found[one.name]) for one in fields(cls)})

    @property
    def content(self) -> bytes:
        """Canonical JSON, which is encrypted."""
        return json.dumps(asdict(self), ensure_ascii=False, sort_keys=True).encode()

    @property
    def lines(self) -> list[str]:
        """Lines as on an envelope, in the reader's language."""
        town = " ".join(part for part in (self.postal_code, self.city) if part)
        country = str(COUNTRIES[self.country]) if self.country in COUNTRIES else ""
        parts = [line for line in (self.street, town, self.region, country) if line]
        return parts or [gettext("unreadable")]

    def __str__(self) -> str:
        return ", ".join(self.lines)
