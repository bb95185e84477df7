"""Document number with its country."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy as _

from accounts.identity.values import number_formats
from journal.refusals import Refusal

REFUSED: Final = _(
    "This document number cannot be used here. Check it; if it is right, contact us."
)


class NumberRefused(Refusal):
    """The number is invalid or belongs to another account; the message is the same for both."""

    code = "document_number"
    field = "document_number"
    message = REFUSED


class NumberTaken(NumberRefused):
    """Another account has the number; `holder` is for staff only.

    Code and message are those of NumberRefused, to disclose nothing.
    """

    def __init__(self, holder: int) -> None:
        super().__init__()
        self.holder = holder


@dataclass(frozen=True, slots=True)
class DocumentNumber:
    """A document's country and its normalised number."""

    country: str
    normal: str

    @classmethod
    def parse(cls, country: str, typed: str) -> "DocumentNumber":
        """Parse and normalise typed text. Raises NumberRefused."""
        try:
            return cls(country, number_formats.normalise(country, typed))
        except number_formats.MalformedNumber as error:
            raise NumberRefused from error

    @property
    def masked(self) -> str:
        """The number with all but the last three characters hidden."""
        return number_formats.mask(self.normal)

    def __repr__(self) -> str:
        """Show nothing: this value may end up in an error report."""
        return "DocumentNumber(…)"
