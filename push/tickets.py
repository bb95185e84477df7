from dataclasses import dataclass
from typing import Final, Self

from django.core import signing

LIFETIME_SECONDS = 600
_SALT = "push.ticket"

JSON: Final = "json"
"""The variant of programs: the table's public state as JSON, the same in every language."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """Signed permission to open a stream; verified without a database query.

    `variant` is the language of a page's fragments, or `JSON`.
    """

    place_id: int
    variant: str

    def sign(self) -> str:
        return signing.dumps([self.place_id, self.variant], salt=_SALT)

    @classmethod
    def read(cls, signed: str) -> Self:
        """Verify a signed ticket. Raises `signing.BadSignature` if it is forged or expired."""
        place_id, variant = signing.loads(signed, salt=_SALT, max_age=LIFETIME_SECONDS)
        return cls(place_id, variant)
