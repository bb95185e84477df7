"""Key files in escrow: one encrypted file, kept apart from every backup. Without Django, because a site without keys does not start."""

import base64
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

MINIMUM: Final = 20
"""Characters of a passphrase."""
_COST: Final = 2**15
_SALT_BYTES: Final = 16


class EscrowFailed(Exception):
    """The keys cannot be sealed or opened; the message says why."""


def seal_keys(files: Iterable[Path], sealed: Path, passphrase: str) -> None:
    """Encrypt key files into a new file, readable by its owner only. Raises EscrowFailed, OSError."""
    if len(passphrase) < MINIMUM:
        raise EscrowFailed(f"The passphrase needs at least {MINIMUM} characters.")
    salt = os.urandom(_SALT_BYTES)
    content = json.dumps({file.name: file.read_text(encoding="ascii") for file in files})
    token = _cipher(passphrase, salt).encrypt(content.encode()).decode()
    _write_new(sealed, json.dumps({"salt": salt.hex(), "token": token}))


def open_keys(sealed: Path, folder: Path, passphrase: str) -> list[Path]:
    """Write the key files into a folder, and return them. Raises EscrowFailed, OSError; existing files are kept."""
    try:
        found = json.loads(sealed.read_text(encoding="ascii"))
        cipher = _cipher(passphrase, bytes.fromhex(found["salt"]))
        keys: dict[str, str] = json.loads(cipher.decrypt(found["token"].encode()))
    except (ValueError, KeyError, TypeError, InvalidToken) as error:
        raise EscrowFailed(f"{sealed} does not open with this passphrase.") from error
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    files = {folder / Path(name).name: text for name, text in keys.items()}
    for file, text in files.items():
        if file.exists():
            raise EscrowFailed(f"{file} exists already.")
        _write_new(file, text)
    return list(files)


def _cipher(passphrase: str, salt: bytes) -> Fernet:
    key = Scrypt(salt=salt, length=32, n=_COST, r=8, p=1).derive(passphrase.encode())
    return Fernet(base64.urlsafe_b64encode(key))


def _write_new(path: Path, text: str) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
