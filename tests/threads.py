"""Work in other threads: each has database connections of its own and is waited for with a deadline."""

from collections.abc import Callable
from concurrent.futures import Future, wait
from functools import partial
from threading import Barrier, Thread
from typing import Generic, TypeVar

from django.db import connection, connections

T = TypeVar("T")
SECONDS: float = 120
"""After so long a thread that has not come is a failure: no machine is that slow."""


class Running(Generic[T]):
    """A call that runs in a thread of its own. A test that fails leaves it behind: it holds up nobody."""

    def __init__(self, call: Callable[[], T]) -> None:
        self._call = call
        self.future: Future[T] = Future()
        Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        try:
            try:
                answer = self._call()
            finally:
                connections.close_all()
        except BaseException as error:  # noqa: BLE001  # raised again by `result`
            self.future.set_exception(error)
        else:
            self.future.set_result(answer)

    def result(self) -> T:
        """Wait for its end; return or raise as it did."""
        return self.future.result(timeout=SECONDS)


def at_once(*calls: Callable[[], T]) -> list[T]:
    """Begin all calls in the same moment, each connected already; return their answers in the same order."""
    gate = Barrier(len(calls), timeout=SECONDS)

    def run(call: Callable[[], T]) -> T:
        connection.ensure_connection()
        gate.wait()
        return call()

    running = [Running(partial(run, call)) for call in calls]
    wait([one.future for one in running], timeout=SECONDS)
    return [one.result() for one in running]
