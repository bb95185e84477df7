"""Short number of a round: R and ten characters, as in R-7K4QX-2M9TB.

Random: a sequence would disclose how much is played. 50 bits: among 100 million rounds four collisions are
expected, and the database refuses those bets.
"""

import re
import secrets
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db.models import Q

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's: without I, L, O and U
NUMBER_LENGTH: Final = 13
LONGEST_NAME: Final = 36  # a UUID
_DIGITS: Final = 10
_HALF: Final = 5
_MISREAD: Final = str.maketrans("OIL", "011")
_SHAPE: Final = re.compile(f"R([{ALPHABET}]{{{_DIGITS}}})")
_IGNORED: Final = re.compile(r"[\s#\-\u2010-\u2014]")


class UnknownRoundName(ValueError):
    """The text is neither the number of a round nor a reference."""


@dataclass(frozen=True, slots=True)
class RoundName:
    """A round's number or its reference; exactly one is set."""

    number: str | None = None
    reference: UUID | None = None

    def lookup(self, prefix: str = "") -> Q:
        """Return the condition that finds it on `Round` or, with a `prefix` like "round__", on a relation to it."""
        if self.number is None:
            return Q((f"{prefix}public_id", self.reference))
        return Q((f"{prefix}number", self.number))


def new_number() -> str:
    """Return a random number for a new round."""
    return _written("".join(secrets.choice(ALPHABET) for _ in range(_DIGITS)))


def parse_round_name(text: str) -> RoundName:
    """Parse the number of a round or its reference, a UUID. Raises UnknownRoundName.

    Case, hyphens, spaces and "#" do not matter; O is read as 0, I and L as 1.
    """
    found = _SHAPE.fullmatch(_IGNORED.sub("", text).upper().translate(_MISREAD))
    if found:
        return RoundName(number=_written(found[1]))
    try:
        return RoundName(reference=UUID(text.strip()))
    except ValueError as error:
        raise UnknownRoundName(text) from error


def _written(digits: str) -> str:
    return f"R-{digits[:_HALF]}-{digits[_HALF:]}"
