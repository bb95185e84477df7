"""The stream process: `python -m config.streams`. It sends changes of live tables to browsers (docs/live.md)."""

import asyncio
import os
import socket
from collections.abc import Collection, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import uvicorn

from config import logs
from config.casts import parse_choice
from config.environment import Environment
from config.owner import require_no_owner_url
from config.poolers import check_pooler
from config.releases import refuse_unknown_release
from internals.handed_connections import StreamServer
from push.hub import Hub

THREADS: Final = 2


def application() -> Any:
    """Return the ASGI application for the casino's live tables."""
    from push.streams import METRICS_PATH, READY_PATH, StreamApplication  # noqa: PLC0415 - needs the settings

    threads = ThreadPoolExecutor(THREADS, thread_name_prefix="renders tables")
    hub = Hub(_render, _versions, threads)
    probes = {READY_PATH: lambda: _ready(threads), METRICS_PATH: lambda: _metrics(hub)}
    return StreamApplication(hub, _listen, lambda: _beat(threads), probes)


async def _ready(threads: ThreadPoolExecutor) -> tuple[int, str, bytes]:
    return await asyncio.get_running_loop().run_in_executor(threads, _check)


def _check() -> tuple[int, str, bytes]:
    from django.db import close_old_connections  # noqa: PLC0415 - as above

    from config.health import check_readiness, describe_readiness, readiness_status  # noqa: PLC0415 - as above

    try:
        found = check_readiness()
        return readiness_status(found), "application/json", describe_readiness(found).encode()
    finally:
        close_old_connections()


async def _metrics(hub: Hub) -> tuple[int, str, bytes]:
    from config.metrics.streams import CONTENT_TYPE, write_stream_metrics  # noqa: PLC0415 - as above

    return 200, CONTENT_TYPE, write_stream_metrics(hub.streams)


def _render(place: int, variants: Collection[str]) -> tuple[int, Mapping[str, str]]:
    from django.db import close_old_connections  # noqa: PLC0415 - needs the settings

    from api.views.streams import render_variant  # noqa: PLC0415 - as above
    from casino.live.selectors.table_state import load_table_by_key  # noqa: PLC0415 - as above

    try:
        state = load_table_by_key(place)
        return state.clock.version, {name: render_variant(state, name) for name in variants}
    finally:
        close_old_connections()


def _versions(places: Iterable[int]) -> Mapping[int, int]:
    from django.db import close_old_connections  # noqa: PLC0415 - as above

    from casino.models import Clock  # noqa: PLC0415 - as above

    try:
        return dict(Clock.objects.filter(place__in=list(places)).values_list("place", "version"))
    finally:
        close_old_connections()


async def _listen(hub: Hub) -> None:
    from internals.postgresql.direct import direct_parameters  # noqa: PLC0415 - as above
    from push.listening import listen  # noqa: PLC0415 - as above

    await listen(direct_parameters(), hub.announce)


async def _beat(threads: ThreadPoolExecutor) -> None:
    await asyncio.get_running_loop().run_in_executor(threads, _mark)


def _mark() -> None:
    from django.db import close_old_connections  # noqa: PLC0415 - as above

    from casino.live.services.outages import record_process_mark  # noqa: PLC0415 - as above
    from casino.models import ProcessMark  # noqa: PLC0415 - as above

    try:
        record_process_mark(ProcessMark.Kind.STREAMS)
    finally:
        close_old_connections()


def _listening(bind: str) -> list[socket.socket]:
    """Open the listening socket for a proxy; none if all connections are handed over by the web."""
    if not bind:
        return []
    host, _colon, port = bind.rpartition(":")
    return [socket.create_server((host, int(port)), backlog=4096, reuse_port=True)]


def main() -> None:
    import django  # noqa: PLC0415 - reads the settings

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")
    require_no_owner_url("the streams")
    check_pooler()
    django.setup()
    refuse_unknown_release("the streams")
    env = Environment()
    log = logs.build_configuration(
        env("LOG_FILE", str, "") or None,
        env("LOG_LEVEL", parse_choice(*logs.LEVELS), logs.LEVELS[0]),
    )
    config = uvicorn.Config(
        application(),
        log_config=log,
        access_log=False,
        http="h11",
        ws="none",
        lifespan="on",
        timeout_graceful_shutdown=2,
        server_header=False,
    )
    server = StreamServer(config, env("STREAMS_SOCKET", str, ""))
    server.run(_listening(env("STREAMS_BIND", str, "")))


if __name__ == "__main__":
    main()
