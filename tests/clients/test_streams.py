"""Server-sent events, and a stream across lost connections."""

import json

import pytest

from ligalo_client import ApiProblem, NoAnswer
from ligalo_client.events import StreamEvent, read_events
from ligalo_client.streams import split_lines
from tests.clients.faulty import Answer, answer_json, answer_problem, serving
from tests.clients.values import example

ADDRESS = answer_json({"url": "/streams/table?ticket=a%3Ab", "expires_in": 600})
BEAT = "event: beat\ndata:\n\n"


def table(version: int) -> str:
    state = json.dumps({**example("PublicTable"), "version": version})
    return f"event: table\ndata: {state}\n\n"


def stream(*events: str, cut: bool = False) -> Answer:
    return Answer("".join(events).encode(), headers={"Content-Type": "text/event-stream"}, cut=cut)


def test_events_are_read_as_the_standard_says() -> None:
    text = "retry: 10\n\nevent: a\r\ndata: 1\r\ndata:  2\r\n\r\ndata:3\n\nevent: b\n\ndata\n\ndata: cut off"

    events = list(read_events(split_lines([text[:20].encode(), text[20:].encode()])))

    assert events == [
        StreamEvent("a", "1\n 2"),
        StreamEvent("message", "3"),
        StreamEvent("message", ""),
    ]


def test_only_line_feeds_end_a_line_whatever_the_chunks_are() -> None:
    text = 'data: "\u2028\x85é"\n'.encode()

    assert list(split_lines([text[:9], text[9:]])) == ['data: "\u2028\x85é"']


def test_a_stream_goes_on_after_a_lost_connection_with_the_newest_version() -> None:
    script = [
        ADDRESS, stream("retry: 3000\n\n", BEAT, table(3), table(4), table(5)[:-9], cut=True),
        ADDRESS, Answer(drop=True),
        ADDRESS, stream(table(5)),
        ADDRESS, stream(table(6)),
    ]  # fmt: skip
    with serving(*script) as faulty, faulty.client() as casino:
        states = casino.follow("live", since=2)
        versions = [next(states).version for _ in range(4)]

    assert versions == [3, 4, 5, 6]
    opened = [one.path for one in faulty.asked if one.path.startswith("/streams")]
    assert opened == [f"/streams/table?ticket=a%3Ab&since={since}" for since in (2, 4, 4, 5)]
    assert faulty.waits == [pytest.approx(0.75 * wait) for wait in (0.25, 0.5, 0.25)]


def test_a_stream_gives_up_in_the_end() -> None:
    with (
        serving(ADDRESS, Answer(drop=True), ADDRESS, stream(BEAT), ADDRESS, stream()) as faulty,
        faulty.client(attempts=2) as casino,
        pytest.raises(NoAnswer),
    ):
        next(casino.follow("live"))

    assert len(faulty.asked) == 6


def test_a_refused_ticket_is_raised() -> None:
    with (
        serving(ADDRESS, answer_problem(403, "forbidden")) as faulty,
        faulty.client() as casino,
        pytest.raises(ApiProblem) as refused,
    ):
        next(casino.follow("live"))

    assert refused.value.status == 403
