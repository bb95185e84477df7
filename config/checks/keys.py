"""`manage.py check --deploy`: the files of Fernet keys hold keys, random ones, and each only once."""

import base64
import binascii
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.checks import Error

from config.checks.installation import deployment_check

_FILES: Final = ("SEED_KEY_FILE", "IDENTITY_KEY_FILE")
_BYTES: Final = 32
_DIFFERENT: Final = 16
"""Fewer than one random key in 10**15 has less."""

_HINT: Final = "Make a key with: openssl rand -base64 32 | tr '+/' '-_'"


@deployment_check
def find_bad_keys() -> Iterator[Error]:
    """Yield what is wrong, by file and line; a key itself is never shown."""
    seen: dict[bytes, str] = {}
    for name in _FILES:
        for number, line in enumerate(_read_lines(name), 1):
            place = f"{name}, line {number}"
            key = _decode(line)
            if key is None:
                yield Error(f"{place} is no Fernet key.", hint=_HINT, id="ligalo.E009")
            elif len(set(key)) < _DIFFERENT:
                yield Error(f"{place} is no random key.", hint=_HINT, id="ligalo.E010")
            elif key in seen:
                yield Error(f"{place} is the key of {seen[key]}.", hint=_HINT, id="ligalo.E011")
            seen.setdefault(key or b"", place)


def _read_lines(name: str) -> list[str]:
    file = Path(getattr(settings, name))
    return [line for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]


def _decode(line: str) -> bytes | None:
    try:
        key = base64.b64decode(line.strip(), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return None
    return key if len(key) == _BYTES else None
