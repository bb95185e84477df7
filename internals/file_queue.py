"""A queue in a folder, for machines without Redis, with atomic message files.

kombu's own transport creates a message's file and fills it afterwards; a worker that reads in between gets an empty message and
dies. Relies on `Channel._put`, the name of a message's file, and `TRANSPORT_ALIASES`.
"""

import time
import uuid
from pathlib import Path
from typing import Any

from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.json import dumps

SCHEME = "filesystem"


class Channel(filesystem.Channel):
    """Writes a message under a name that no reader takes, then gives it its own."""

    def _put(  # type: ignore[override]  # kombu's own bases differ here
        self, queue: str, payload: dict[str, Any], **_more: Any
    ) -> None:
        name = (
            f"{round(time.monotonic() * 1000)}_{uuid.uuid4()}.{queue}.msg"  # as its reader expects
        )
        file = Path(self.data_folder_out) / name
        unfinished = file.with_name(f"{name}.part")
        unfinished.write_text(dumps(payload), encoding="utf-8")
        unfinished.replace(file)


class Transport(filesystem.Transport):
    """The transport of `filesystem://`."""

    Channel = Channel


def use() -> None:
    """Let `filesystem://` mean this transport, in every process that queues or works."""
    TRANSPORT_ALIASES[SCHEME] = f"{__name__}:{Transport.__name__}"
