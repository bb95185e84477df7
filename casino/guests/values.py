"""Signed page token of the place that a visitor sees before anything is stored."""

from dataclasses import dataclass
from typing import Final, Self
from uuid import UUID

from django.core import signing

from accounts.guests.values import KEPT_FOR

_SALT: Final = "casino.guests"


class InvalidPlaceToken(Exception):
    """The token is forged, or older than `KEPT_FOR`."""


@dataclass(frozen=True, slots=True)
class ShownShoe:
    """A shoe whose commitment the visitor has seen; its seed is encrypted (`casino.fairness.values.sealing`)."""

    public_id: UUID
    commitment: str
    sealed_seed: bytes


@dataclass(frozen=True, slots=True)
class ShownPlace:
    """Place shown to a visitor: rules version, client seed and shoes, the present one first."""

    version: int
    client_seed: str
    shoes: tuple[ShownShoe, ...]

    def to_token(self) -> str:
        """Return a signed token with its time."""
        shoes = [
            [str(shoe.public_id), shoe.commitment, shoe.sealed_seed.decode("ascii")]
            for shoe in self.shoes
        ]
        return signing.dumps([self.version, self.client_seed, shoes], salt=_SALT)

    @classmethod
    def from_token(cls, token: str) -> Self:
        """Parse a token. Raises `InvalidPlaceToken`."""
        try:
            version, client_seed, shoes = signing.loads(token, salt=_SALT, max_age=KEPT_FOR)
        except signing.BadSignature as error:
            raise InvalidPlaceToken from error
        return cls(
            version,
            client_seed,
            tuple(
                ShownShoe(UUID(public_id), commitment, sealed.encode("ascii"))
                for public_id, commitment, sealed in shoes
            ),
        )
