from dataclasses import dataclass
from typing import Self

from django.core import signing

LIFETIME_SECONDS = 600
_SALT = "push.ticket"


@dataclass(frozen=True, slots=True)
class Ticket:
    """What a page may open a stream with; checking one asks the database nothing."""

    place_id: int
    language: str

    def sign(self) -> str:
        return signing.dumps([self.place_id, self.language], salt=_SALT)

    @classmethod
    def read(cls, signed: str) -> Self:
        """Raise `signing.BadSignature` for a ticket that is forged or too old."""
        place_id, language = signing.loads(signed, salt=_SALT, max_age=LIFETIME_SECONDS)
        return cls(place_id, language)
