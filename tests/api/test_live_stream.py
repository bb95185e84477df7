"""The stream of a live table as a program reads it, from the running site."""

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection, HTTPResponse
from typing import Any

import pytest

from tests.api.calls import V1, open_session
from tests.fixtures.site import Site
from tests.live.scenes import Guest, a_live_table

pytestmark = pytest.mark.committed


@contextmanager
def answered(site: Site, path: str, token: str = "", body: object = None) -> Iterator[HTTPResponse]:
    """Send a request over a connection of its own; yield the answer."""
    headers = {"Host": "localhost", "X-Session-Token": token}
    if body is not None:
        headers |= {"Content-Type": "application/json", "Idempotency-Key": path}
    with closing(HTTPConnection(*site.address, timeout=30)) as connection:
        text = None if body is None else json.dumps(body)
        connection.request("GET" if body is None else "POST", path, text, headers)
        with connection.getresponse() as answer:
            yield answer


def next_table(stream: HTTPResponse) -> dict[str, Any]:
    """Return the public part of the next `table` event."""
    while (line := stream.readline()) != b"event: table\n":
        assert line, "the stream has ended"
    found: dict[str, Any] = json.loads(stream.readline().removeprefix(b"data: "))
    return found


@pytest.mark.usefixtures("programs")
def test_a_program_reads_what_changes_at_a_table(site: Site) -> None:
    place = a_live_table()
    token = open_session(Guest(place, "ana").player)
    table = f"{V1}/live/{place.table.slug}"
    with answered(site, f"{table}/stream", token) as answer:
        address = json.load(answer)["url"]
    with answered(site, f"{address}&since=-1") as stream:
        assert stream.headers["Content-Type"] == "text/event-stream; charset=utf-8"
        first = next_table(stream)
        assert (first["table"], first["boxes"][2]["seated"]) == (place.table.slug, False)
        with answered(site, f"{table}/seats", token, {"box": 3}) as answer:
            taken = json.load(answer)
        changed = next_table(stream)
    assert changed["boxes"][2]["seated"] is True
    assert changed["version"] == taken["public"]["version"] > first["version"]
    assert "own" not in changed
