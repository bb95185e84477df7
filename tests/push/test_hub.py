"""The streams of one process: one rendering per version and language, newest state only, ticket required."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from push.hub import Hub, Subscription, encode_event
from push.streams import StreamApplication
from push.tickets import Ticket

PLACE = 7
NO_TIME = 0.01


class Tables:
    """Fake tables: one version, and a record of what was rendered."""

    def __init__(self) -> None:
        self.version = 1
        self.rendered: list[tuple[int, list[str]]] = []

    def render(self, place: int, languages: Collection[str]) -> tuple[int, Mapping[str, str]]:
        self.rendered.append((place, sorted(languages)))
        return self.version, {
            language: f'<p data-version="{self.version}">{language}</p>' for language in languages
        }

    def versions(self, places: Iterable[int]) -> Mapping[int, int]:
        return dict.fromkeys(places, self.version)


def with_hub(act: Callable[[Hub, Tables], Awaitable[None]]) -> None:
    """Run with a hub on an event loop in its own thread; this thread may already run the browser's loop."""
    tables = Tables()
    with ThreadPoolExecutor(2) as threads, ThreadPoolExecutor(1) as own:
        hub = Hub(tables.render, tables.versions, threads)
        own.submit(lambda: asyncio.run(_act(act, hub, tables))).result()


async def _act(act: Callable[[Hub, Tables], Awaitable[None]], hub: Hub, tables: Tables) -> None:
    await act(hub, tables)


async def is_silent(hub: Hub, subscription: Subscription) -> bool:
    """Return whether the stream has no event once everything is rendered."""
    while hub._tasks:
        await asyncio.wait(hub._tasks)
    return await subscription.next(NO_TIME) is None


async def text_of(subscription: Subscription) -> str:
    """Return the next event. It is expected at once; 60 seconds is only the limit."""
    state = await subscription.next(60)
    assert state is not None
    return state.event.decode()


def test_a_change_is_rendered_once_for_all_languages_however_many_look() -> None:
    async def act(hub: Hub, tables: Tables) -> None:
        streams = [
            hub.subscribe(PLACE, language, 0) for language in ("es", "en") for _ in range(20)
        ]
        first = [await text_of(one) for one in streams]
        assert {text.count('data-version="1"') for text in first} == {1}
        tables.version = 2
        hub.announce(PLACE, 2)
        second = [await text_of(one) for one in streams]
        assert {text.count('data-version="2"') for text in second} == {1}
        assert [">en<" in text for text in second] == [False] * 20 + [True] * 20
        assert tables.rendered[-1] == (PLACE, ["en", "es"])
        assert len(tables.rendered) == 2

    with_hub(act)


def test_a_language_is_rendered_when_somebody_reads_it_and_forgotten_with_its_last_stream() -> None:
    async def act(hub: Hub, tables: Tables) -> None:
        spanish = hub.subscribe(PLACE, "es", 0)
        await text_of(spanish)
        english = hub.subscribe(PLACE, "en", 0)
        assert ">en<" in await text_of(english)
        assert await is_silent(hub, spanish)  # same version
        hub.unsubscribe(PLACE, "es", spanish)
        tables.version = 2
        hub.announce(PLACE, 2)
        await text_of(english)
        assert tables.rendered[-1] == (PLACE, ["en"])
        again = hub.subscribe(PLACE, "es", 0)
        assert 'data-version="2">es<' in await text_of(again)

    with_hub(act)


def test_a_stream_that_is_slow_gets_the_newest_state_alone() -> None:
    async def act(hub: Hub, tables: Tables) -> None:
        slow, quick = hub.subscribe(PLACE, "es", 0), hub.subscribe(PLACE, "es", 0)
        await text_of(quick)
        for version in (2, 3, 4):
            tables.version = version
            hub.announce(PLACE, version)
            assert f'data-version="{version}"' in await text_of(quick)
        assert 'data-version="4"' in await text_of(slow)
        assert await is_silent(hub, slow)

    with_hub(act)


def test_nothing_older_than_the_page_shows_is_sent() -> None:
    async def act(hub: Hub, tables: Tables) -> None:
        stream = hub.subscribe(PLACE, "es", 1)
        assert await is_silent(hub, stream)
        hub.announce(PLACE, 1)
        assert await is_silent(hub, stream)
        tables.version = 2
        await hub.announce_missed()  # without an announcement
        assert 'data-version="2"' in await text_of(stream)

    with_hub(act)


def test_a_table_that_nobody_looks_at_is_not_rendered() -> None:
    async def act(hub: Hub, tables: Tables) -> None:
        stream = hub.subscribe(PLACE, "es", 0)
        await text_of(stream)
        hub.unsubscribe(PLACE, "es", stream)
        assert hub.streams == 0
        hub.announce(PLACE, 9)
        await hub.announce_missed()
        assert len(tables.rendered) == 1

    with_hub(act)


def test_a_fragment_is_one_event_whatever_its_lines() -> None:
    assert (
        encode_event("<p>\n\n  a\n</p>\n") == b"event: table\ndata: <p>\ndata:   a\ndata: </p>\n\n"
    )


async def ask(
    streams: StreamApplication, path: str, query: str, until: int
) -> list[dict[str, Any]]:
    """Return the application's first `until` messages; then the client disconnects."""
    sent: list[dict[str, Any]] = []
    enough = asyncio.Event()

    async def receive() -> dict[str, Any]:
        await enough.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)
        if len(sent) >= until:
            enough.set()

    scope = {"type": "http", "method": "GET", "path": path, "query_string": query.encode()}
    await streams(scope, receive, send)
    return sent


async def nothing(*_given: object) -> None:
    """Stand-in for the listener and the heartbeat: does nothing."""


def test_a_ticket_opens_the_stream_of_its_table_and_nothing_else_does() -> None:
    async def act(hub: Hub, _tables: Tables) -> None:
        streams = StreamApplication(hub, nothing, nothing)
        ticket = Ticket(PLACE, "es").sign()
        opened = await ask(streams, "/streams/table", f"ticket={ticket}&since=0", 3)
        assert opened[0]["status"] == 200
        assert opened[1]["body"].startswith(b"retry: ")
        assert b'data-version="1"' in opened[2]["body"]
        assert hub.streams == 0  # the client has disconnected
        for path, query, status in (
            ("/streams/table", "ticket=forged", 403),
            ("/streams/table", "", 403),
            ("/streams/table", f"ticket={ticket}&since=x", 403),
            ("/streams/other", f"ticket={ticket}", 404),
            ("/health/live", "", 200),
        ):
            (start, *_body) = await ask(streams, path, query, 1)
            assert start["status"] == status

    with_hub(act)


async def answer_probe() -> tuple[int, str, bytes]:
    return 503, "application/json", b"{}"


def test_probes_answer_at_their_addresses_without_a_ticket() -> None:
    async def act(hub: Hub, _tables: Tables) -> None:
        streams = StreamApplication(hub, nothing, nothing, {"/health/ready": answer_probe})
        start, body = await ask(streams, "/health/ready", "", 2)
        assert (start["status"], body["body"]) == (503, b"{}")
        for path, status in (("/health/live", 200), ("/metrics", 404)):
            (begun, *_body) = await ask(streams, path, "", 1)
            assert begun["status"] == status

    with_hub(act)
