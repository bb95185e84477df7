"""Files of uploaded documents: encrypted, under random names, in a folder that is not served."""

import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Final
from uuid import UUID

from django.conf import settings

from accounts.values.encryption import is_under_own_key, seal, unseal

_ENDING: Final = ".sealed"


def write(key: UUID, player_id: int, content: bytes) -> None:
    """Write and sync a new file of a player, removed again on failure; the caller stores its row in the same transaction."""
    path = _path(key)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(seal(_owner(key, player_id), content))
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        remove(key)
        raise


def read(key: UUID, player_id: int) -> bytes:
    """Return the decrypted content. Raises OSError, UnsealFailed."""
    token = _path(key).read_bytes()
    return unseal(_owner(key, player_id) if is_under_own_key(token) else f"document {key}", token)


def remove(key: UUID) -> None:
    """Delete the file if it exists."""
    _path(key).unlink(missing_ok=True)


def find_older_keys(moment: datetime) -> Iterator[UUID]:
    """Yield the keys of files written before this moment."""
    folder = Path(settings.DOCUMENTS)
    for path in folder.glob(f"*{_ENDING}") if folder.is_dir() else ():
        if path.stat().st_mtime < moment.timestamp():
            yield UUID(hex=path.name.removesuffix(_ENDING))


def _path(key: UUID) -> Path:
    return Path(settings.DOCUMENTS) / f"{key.hex}{_ENDING}"


def _owner(key: UUID, player_id: int) -> str:
    return f"document {key} of player {player_id}"
