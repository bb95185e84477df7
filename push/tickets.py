from dataclasses import dataclass
from typing import Self

from django.core import signing

LIFETIME_SECONDS = 600
_SALT = "push.ticket"


@dataclass(frozen=True, slots=True)
class Ticket:
    """Signed permission to open a stream; verified without a database query."""

    place_id: int
    language: str

    def sign(self) -> str:
        return signing.dumps([self.place_id, self.language], salt=_SALT)

    @classmethod
    def read(cls, signed: str) -> Self:
        """Verify a signed ticket. Raises `signing.BadSignature` if it is forged or expired."""
        place_id, language = signing.loads(signed, salt=_SALT, max_age=LIFETIME_SECONDS)
        return cls(place_id, language)
