"""The marker: a file outside the database with the number of the last heartbeat that the database has acknowledged."""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from journal.values.line_files import sync_folder

MARKER: Final = "server.json"


@dataclass(frozen=True, slots=True)
class Marker:
    """Content of the file. `writer` names its row in the database; `releases` counts the restores released so far."""

    writer: str
    number: int
    releases: int
    system: str


class MarkerUnreadable(ValueError):
    """The file exists and is not a marker."""


def read_marker(folder: Path) -> Marker | None:
    """Return the marker of the folder, None if there is none. Raises MarkerUnreadable."""
    try:
        found = json.loads((folder / MARKER).read_text(encoding="ascii"))
        return Marker(
            str(found["writer"]), int(found["number"]), int(found["releases"]), str(found["system"])
        )
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError) as error:
        raise MarkerUnreadable(str(folder / MARKER)) from error


def write_marker(folder: Path, marker: Marker) -> None:
    """Replace the marker of the folder, on disk when this returns."""
    fresh = folder / f"{MARKER}.new"
    with fresh.open("w", encoding="ascii") as file:
        json.dump(asdict(marker), file)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(folder / MARKER)
    sync_folder(folder)
