"""The text of service keys: a prefix of the installation, 40 random characters, a checksum of 6."""

import hashlib
import secrets
import string
from typing import Final
from zlib import crc32

_DIGITS: Final = string.digits + string.ascii_letters
_RANDOM: Final = 40  # characters; 238 bits
_CHECKED: Final = 6  # characters of the checksum; 62 ** 6 > 2 ** 32
_SHOWN: Final = 8
PREFIXES: Final = ("lgl_live_", "lgl_test_")
LONGEST: Final = len(PREFIXES[0]) + _RANDOM + _CHECKED


def create_secret(prefix: str) -> str:
    """Return a new key. The checksum lets scanners of source code recognise a lost one."""
    body = prefix + "".join(secrets.choice(_DIGITS) for _ in range(_RANDOM))
    return body + _checksum(body)


def is_well_formed(text: str) -> bool:
    """Return whether prefix, length and checksum are those of a key."""
    body, checksum = text[:-_CHECKED], text[-_CHECKED:]
    known = text.startswith(PREFIXES) and len(text) == LONGEST and text.isascii()
    return known and secrets.compare_digest(_checksum(body), checksum)


def hash_secret(text: str) -> str:
    """Return the stored hash. A fast one is enough: nobody guesses 238 random bits."""
    return hashlib.sha256(text.encode()).hexdigest()


def shorten_secret(text: str) -> str:
    """Return the beginning of a key, by which people recognise it."""
    return text[: len(PREFIXES[0]) + _SHOWN]


def _checksum(body: str) -> str:
    number, found = crc32(body.encode()), ""
    for _ in range(_CHECKED):
        number, digit = divmod(number, len(_DIGITS))
        found = _DIGITS[digit] + found
    return found
