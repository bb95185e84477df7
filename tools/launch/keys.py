"""Secrets created at the first start in var/secrets, one file each, mode 0600."""

import base64
import os
import secrets
from pathlib import Path

from tools.launch.console import Refusal


def load_or_create_secret(file: Path) -> str:
    """Return the secret in `file`; created at random if missing. Raises Refusal."""
    if not file.exists():
        write_secret(file, secrets.token_hex(32))
    return read_secret(file)


def load_or_create_key_file(file: Path) -> Path:
    """Return `file`, a file of Fernet keys, one per line; created if missing. Raises Refusal."""
    if not file.exists():
        write_secret(file, base64.urlsafe_b64encode(secrets.token_bytes(32)).decode())
    read_secret(file)
    return file


def read_secret(file: Path) -> str:
    """Return the secret's text. Raises Refusal for an empty or unreadable file: a new secret would lose data."""
    try:
        text = file.read_text(encoding="ascii").strip()
    except OSError as error:
        raise Refusal(f"{file} cannot be read: {error.strerror}.") from error
    if not text:
        raise Refusal(f"{file} is empty: put it back from a copy, or remove it with its data.")
    return text


def write_secret(file: Path, text: str) -> None:
    """Write a secret atomically."""
    fresh = file.with_name(f".{file.name}.{os.getpid()}")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as stream:
        stream.write(text + "\n")
        stream.flush()
        os.fsync(stream.fileno())
    fresh.rename(file)
