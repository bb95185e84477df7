"""Drawing of cards, byte for byte: seeds, entropy, and the index given by an HMAC block (rejection sampling).

block = HMAC-SHA-256(key = server seed, message = "C:n:k"), in ASCII
index = the first of its 4-byte big-endian words x below 2^32 - (2^32 mod m), mod m
"""

import hmac
import re
from collections.abc import Iterable, Mapping
from struct import Struct
from typing import ClassVar

from blackjack.canonical import sha256_hex

_WORDS = Struct(">8I")
_WORD_RANGE = 1 << 32
_SERVER_SEED = re.compile(r"[0-9a-f]{64}", re.ASCII)
_CLIENT_SEED = re.compile(r"[A-Za-z0-9_-]{1,31}", re.ASCII)
_SALT = re.compile(r"[0-9a-f]{32}", re.ASCII)
_SEAL = re.compile(r"[0-9a-f]{64}", re.ASCII)
_SEAT_SEED = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
SALT_LENGTH = 32
PLAIN = "plain"
"""Entry of the list of seals for a seat whose words were sent openly."""


class SeedError(ValueError):
    """A malformed seed: `part` names it, `allowed` describes its form."""

    code: ClassVar[str] = "invalid_seed"

    def __init__(self, part: str, allowed: str) -> None:
        """Report the part and its form, not the value, which may be a secret."""
        super().__init__(f"{part}: {allowed} expected")
        self.part, self.allowed = part, allowed


def _check_form(part: str, pattern: re.Pattern[str], text: object, allowed: str) -> str:
    if not isinstance(text, str) or pattern.fullmatch(text) is None:
        raise SeedError(part, allowed)
    return text


def check_server_seed(text: object) -> str:
    """Return a server seed of 64 lowercase hex digits unchanged. Raises SeedError."""
    return _check_form("server_seed", _SERVER_SEED, text, "64 lowercase hex digits")


def check_client_seed(text: object) -> str:
    """Return a client seed of 1 to 31 letters, digits, `_` and `-` unchanged. Raises SeedError."""
    return _check_form("client_seed", _CLIENT_SEED, text, "1 to 31 letters, digits, '_' or '-'")


def check_salt(text: object) -> str:
    """Return a salt of 32 lowercase hex digits unchanged. Raises SeedError."""
    return _check_form("salt", _SALT, text, "32 lowercase hex digits")


def check_seat_seed(text: object) -> str:
    """Return a seat seed of at most 64 letters, digits, `_` and `-` unchanged. Raises SeedError."""
    return _check_form("seat_seed", _SEAT_SEED, text, "1 to 64 letters, digits, '_' or '-'")


def commitment(server_seed: str) -> str:
    """Return the published commitment: the hex SHA-256 of the seed's 64 characters."""
    return sha256_hex(check_server_seed(server_seed))


def salt_from_text(text: str) -> str:
    """Return the salt of a typed text: the first 32 hex digits of its SHA-256."""
    return sha256_hex(text)[:SALT_LENGTH]


def seat_seed(client_seed: str, salt: str) -> str:
    """Return the seed of a seat: client seed, a hyphen, and the shoe's salt."""
    return f"{check_client_seed(client_seed)}-{check_salt(salt)}"


def check_seal(text: object) -> str:
    """Return a seal of 64 lowercase hex digits unchanged. Raises SeedError."""
    return _check_form("seal", _SEAL, text, "64 lowercase hex digits")


def seal_seed(seed: str) -> str:
    """Return the seal of a seat seed, sent before the seed itself: its hex SHA-256."""
    return sha256_hex(check_seat_seed(seed))


def opens_seal(seed: str, seal: str) -> bool:
    """Return whether the seal is that of this seat seed; compares in constant time."""
    return hmac.compare_digest(seal_seed(seed), check_seal(seal))


def seals_hash(seals: Mapping[int, str]) -> str:
    """Return the hex SHA-256 of the list of seals by seat, with `PLAIN` for a seat without one. Raises SeedError."""
    if not seals:
        raise SeedError("seals", "at least one seat")
    lines = [
        f"{seat}={seal if seal == PLAIN else check_seal(seal)}\n"
        for seat, seal in sorted(seals.items())
    ]
    return sha256_hex("".join(lines))


def entropy(
    seat_seeds: Mapping[int, str], cut: int | None = None, *, seals: str | None = None
) -> str:
    """Return the entropy C of a deal: the seed of a single seat, or the SHA-256 of all seats' lines; then the shoe's cut, if any.

    In a sealed deal `seals` is the hash of the list of seals: its line comes first, and C is a hash
    for a single seat too. Raises SeedError for a malformed seed or seal, or without seats.
    """
    if not seat_seeds:
        raise SeedError("seat_seeds", "at least one seat")
    seeds = {seat: check_seat_seed(text) for seat, text in sorted(seat_seeds.items())}
    lines = "".join(f"{seat}={seed}\n" for seat, seed in seeds.items())
    if seals is not None:
        mixed = sha256_hex(f"seals={check_seal(seals)}\n{lines}")
    elif len(seeds) == 1:
        (mixed,) = seeds.values()
    else:
        mixed = sha256_hex(lines)
    return mixed if cut is None else f"{mixed}.{cut}"


def index_from_words(words: Iterable[int], left: int) -> int | None:
    """Return the index among `left` cards given by the first fair word, None if no word is fair."""
    limit = _WORD_RANGE - _WORD_RANGE % left
    for word in words:
        if word < limit:
            return word % left
    return None


def draw_index(server_seed: str, mixed: str, nonce: int, cursor: int, left: int) -> int:
    """Return the index, among the `left` cards of the shoe, of card number `cursor` of deal `nonce`.

    `mixed` is the entropy C. If a block has no fair word, the blocks of "C:n:k:1", ":2", … follow.
    """
    key = server_seed.encode("ascii")
    message = f"{mixed}:{nonce}:{cursor}"
    index = index_from_words(_block(key, message), left)
    retry = 0
    while index is None:
        retry += 1
        index = index_from_words(_block(key, f"{message}:{retry}"), left)
    return index


def _block(key: bytes, message: str) -> tuple[int, ...]:
    return _WORDS.unpack(hmac.digest(key, message.encode("ascii"), "sha256"))
