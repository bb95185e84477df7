"""Markers: one file per host outside the database, with the number of the last heartbeat that the database has acknowledged."""

import json
import os
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final
from uuid import UUID

from journal.values.line_files import lock_file, sync_folder

_FILES: Final = "server-*.json"
_NOT_IN_NAMES: Final = re.compile(r"[^A-Za-z0-9.-]")


@dataclass(frozen=True, slots=True)
class Marker:
    """Content of a file.

    `writer` names the host's row in the database. `generation` is that of the newest released restore, and `at` the
    database's time of the heartbeat.
    """

    writer: UUID
    number: int
    generation: int
    system: str
    at: datetime


class MarkerUnreadable(ValueError):
    """The file exists and is not a marker."""


def own_file(folder: Path) -> Path:
    """Return the file of this host. Hosts that share a folder have a file each."""
    return folder / f"server-{_NOT_IN_NAMES.sub('_', socket.gethostname())}.json"


@contextmanager
def lock_marker(folder: Path) -> Iterator[None]:
    """Lock this host's marker against its other processes."""
    folder.mkdir(parents=True, exist_ok=True)
    with lock_file(own_file(folder).with_suffix(".lock")):
        yield


def read_marker(file: Path) -> Marker | None:
    """Return the marker in a file, None if there is no file. Raises MarkerUnreadable."""
    try:
        found = json.loads(file.read_text(encoding="ascii"))
        return Marker(
            UUID(found["writer"]),
            int(found["number"]),
            int(found["generation"]),
            str(found["system"]),
            _read_time(found["at"]),
        )
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise MarkerUnreadable(str(file)) from error


def _read_time(text: str) -> datetime:
    at = datetime.fromisoformat(text)
    if at.tzinfo is None:
        raise ValueError(text)
    return at


def find_marker_files(folder: Path) -> list[Path]:
    """Return the files of all hosts that use the folder."""
    return sorted(folder.glob(_FILES))


def write_marker(file: Path, marker: Marker) -> None:
    """Replace the marker in a file, on disk when this returns."""
    fresh = file.with_suffix(".new")
    content = {
        "writer": str(marker.writer),
        "number": marker.number,
        "generation": marker.generation,
        "system": marker.system,
        "at": marker.at.isoformat(),
    }
    with fresh.open("w", encoding="ascii") as stream:
        json.dump(content, stream)
        stream.flush()
        os.fsync(stream.fileno())
    fresh.replace(file)
    sync_folder(file.parent)
