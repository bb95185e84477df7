"""Kombu transport for a queue in a folder, for machines without Redis, with atomic message files.

Kombu's own transport creates a message file and fills it afterwards; a worker that reads in between
gets an empty message and dies. Relies on `Channel._put`, the name of a message file, and
`TRANSPORT_ALIASES`.
"""

import time
import uuid
from pathlib import Path
from typing import Any

from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.json import dumps

SCHEME = "filesystem"


class Channel(filesystem.Channel):
    """Writes a message under a temporary name that readers ignore, then renames it."""

    def _put(  # type: ignore[override]  # kombu's own base classes differ here
        self, queue: str, payload: dict[str, Any], **_more: Any
    ) -> None:
        name = f"{round(time.monotonic() * 1000)}_{uuid.uuid4()}.{queue}.msg"  # the pattern that readers expect
        file = Path(self.data_folder_out) / name
        unfinished = file.with_name(f"{name}.part")
        unfinished.write_text(dumps(payload), encoding="utf-8")
        unfinished.replace(file)


class Transport(filesystem.Transport):
    """Kombu transport of `filesystem://`."""

    Channel = Channel


def register_transport() -> None:
    """Register this transport for `filesystem://`, in every process that queues or runs tasks."""
    TRANSPORT_ALIASES[SCHEME] = f"{__name__}:{Transport.__name__}"
