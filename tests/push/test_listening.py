from collections.abc import Iterator

import psycopg
import pytest

from push.listening import GATHER_SECONDS, Listener


class Announcements:
    """A connection on which announcements come in groups; each wait takes one group."""

    def __init__(self, *groups: int) -> None:
        self.groups = list(groups)
        self.waits: list[float] = []

    def execute(self, _statement: object) -> None:
        """Accept LISTEN."""

    def close(self) -> None:
        """Accept the end."""

    def notifies(self, *, timeout: float, stop_after: int | None = None) -> Iterator[str]:
        self.waits.append(timeout)
        for _number in range(self.groups.pop(0)):
            yield "1 2"
            if stop_after is not None:
                return


def waited(monkeypatch: pytest.MonkeyPatch, seconds: float, *groups: int) -> Announcements:
    announced = Announcements(*groups)
    monkeypatch.setattr(psycopg, "connect", lambda **_parameters: announced)
    with Listener({}) as listener:
        listener.wait(seconds)
    return announced


def test_announcements_that_follow_at_once_wake_a_waiting_process_only_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    announced = waited(monkeypatch, 60, 1, 7)

    assert announced.groups == []
    assert announced.waits == [60, GATHER_SECONDS]


def test_a_process_wakes_in_time_while_announcements_come(monkeypatch: pytest.MonkeyPatch) -> None:
    announced = waited(monkeypatch, GATHER_SECONDS / 2, 1, 7)

    assert announced.waits[0] == GATHER_SECONDS / 2
    assert 0 < announced.waits[1] <= GATHER_SECONDS / 2
