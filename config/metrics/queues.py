"""Length and age of the queues of tasks, read from the broker."""

import json
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import redis
from django.conf import settings

from config.schedule import QUEUED_AT, WATCHED
from config.watching import BEAT

NAMES: Final = tuple(name for name in WATCHED if name != BEAT)
_SECONDS: Final = 2


@dataclass(frozen=True, slots=True)
class QueueState:
    queue: str
    length: int
    seconds: float
    """Seconds that the oldest message waits; 0 for an empty queue."""


def read_queues() -> Sequence[QueueState]:
    """Return the state of each queue. Raises RedisError, OSError."""
    if settings.CELERY_BROKER_URL.startswith("filesystem"):
        folder = Path(settings.CELERY_BROKER_TRANSPORT_OPTIONS["data_folder_in"])
        return [_read_folder(folder, name) for name in NAMES]
    with redis.Redis.from_url(
        settings.CELERY_BROKER_URL, socket_connect_timeout=_SECONDS, socket_timeout=_SECONDS
    ) as broker:
        return [_read_list(broker, name) for name in NAMES]


def _read_folder(folder: Path, queue: str) -> QueueState:
    times = list(_queueing_times(folder.glob(f"*.{queue}.msg")))
    return QueueState(queue, len(times), _age(min(times, default=None)))


def _queueing_times(files: Iterable[Path]) -> Iterable[float]:
    for file in files:
        try:
            yield file.stat().st_mtime
        except FileNotFoundError:  # a worker has taken it meanwhile
            continue


def _read_list(broker: Any, queue: str) -> QueueState:
    """Messages are pushed on the left and taken on the right."""
    oldest = broker.lindex(queue, -1)
    at = None if oldest is None else json.loads(oldest)["headers"].get(QUEUED_AT)
    return QueueState(queue, broker.llen(queue), _age(at))


def _age(since: float | None) -> float:
    return 0.0 if since is None else max(0.0, time.time() - since)
