"""A key for each person, outside the database and its backups: without it, what was encrypted for the person stays unreadable.

`PERSON_KEYS` is a folder with a file for each person, wrapped by the keys of `IDENTITY_KEY_FILE`. Nothing is cached, so that a
destroyed key ends in every process at once.
"""

import os
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings

from journal.values.destroyed_keys import is_listed
from journal.values.keyring import load_ciphers
from journal.values.line_files import sync_folder

_ENDING: Final = ".key"


class PersonUnreadable(Exception):
    """The person's key was destroyed, or it is not the key that encrypted this."""


def seal_for(person: int, content: bytes) -> bytes:
    """Encrypt content under the person's key, made at the first use. Raises PersonUnreadable once it was destroyed."""
    return _load_or_make(person).encrypt(content)


def unseal_for(person: int, token: bytes) -> bytes:
    """Decrypt content that was encrypted for this person. Raises PersonUnreadable."""
    if (key := _load(person)) is None:
        raise PersonUnreadable(person)
    try:
        return key.decrypt(token)
    except InvalidToken as error:
        raise PersonUnreadable(person) from error


def has_key(person: int) -> bool:
    return _path(person).exists()


def remove_key(person: int) -> None:
    """Delete the person's key from the store, on disk when this returns. The list of destroyed keys has it before."""
    _path(person).unlink(missing_ok=True)
    if _folder().is_dir():
        sync_folder(_folder())


def _load_or_make(person: int) -> Fernet:
    return _load(person) or _make(person)


def _load(person: int) -> Fernet | None:
    try:
        wrapped = _path(person).read_bytes()
    except FileNotFoundError:
        return None
    try:
        return Fernet(load_ciphers(Path(settings.IDENTITY_KEY_FILE)).decrypt(wrapped))
    except InvalidToken as error:
        raise PersonUnreadable(person) from error


def _make(person: int) -> Fernet:
    """Make the person's key. Of several processes one wins, and all use its key."""
    if is_listed(person):
        raise PersonUnreadable(person)
    folder = _folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    wrapped = load_ciphers(Path(settings.IDENTITY_KEY_FILE)).encrypt(Fernet.generate_key())
    with NamedTemporaryFile(dir=folder, prefix="new-") as file:
        file.write(wrapped)
        file.flush()
        os.fsync(file.fileno())
        try:
            os.link(file.name, _path(person))
        except FileExistsError:
            pass  # another process made it meanwhile
        else:
            sync_folder(folder)
    if (made := _load(person)) is None:
        raise PersonUnreadable(person)
    return made


def _path(person: int) -> Path:
    return _folder() / f"{person}{_ENDING}"


def _folder() -> Path:
    return Path(settings.PERSON_KEYS)
