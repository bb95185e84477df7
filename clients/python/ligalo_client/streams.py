"""The stream of a live table: its public states, across lost connections."""

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Final

import httpx

from ligalo_client.events import StreamEvent, read_events
from ligalo_client.generated.models import PublicTable
from ligalo_client.problems import NoAnswer, read_problem
from ligalo_client.retries import Retries, read_retry_after

TABLE: Final = "table"
_SILENCE: Final = 25.0
"""Seconds without a byte, while beats come every ten, after which the connection counts as lost."""


def follow_table(
    http: httpx.Client, ask_address: Callable[[], str], since: int, retries: Retries
) -> Iterator[PublicTable]:
    """Yield the states of a table that are newer than version `since`, without an end.

    After a lost connection it asks for a new address. Events of other kinds are skipped. Raises
    LigaloError once too many connections in a row have failed.
    """
    attempt = 0
    while True:
        failure = NoAnswer("The stream has ended", None)
        try:
            for event in open_stream(http, ask_address(), since):
                attempt = 0
                if event.kind == TABLE:
                    state = PublicTable.from_dict(json.loads(event.data))
                    since = state.version
                    yield state
        except httpx.TransportError as error:
            failure.__cause__ = error
        attempt += 1
        wait = retries.wait_after(attempt, None)
        if wait is None:
            raise failure
        retries.sleep(wait)


def open_stream(http: httpx.Client, address: str, since: int) -> Iterator[StreamEvent]:
    """Yield the events of one connection. Raises ApiProblem for a refusal."""
    timeout = httpx.Timeout(http.timeout.connect, read=_SILENCE)
    more = httpx.URL(address).copy_merge_params({"since": since})
    with http.stream("GET", more, timeout=timeout) as response:
        if not response.is_success:
            response.read()
            raise read_problem(response, read_retry_after(response))
        yield from read_events(split_lines(response.iter_bytes()))


def split_lines(chunks: Iterable[bytes]) -> Iterator[str]:
    """Yield complete lines. Only line feeds end a line: others may stand in the JSON."""
    rest = b""
    for chunk in chunks:
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            yield line.removesuffix(b"\r").decode()
