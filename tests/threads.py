"""Calls in other threads: each has its own database connections and a deadline."""

from collections.abc import Callable
from concurrent.futures import Future, wait
from functools import partial
from threading import Barrier, Thread
from typing import Generic, TypeVar

from django.db import connection, connections

T = TypeVar("T")
SECONDS: float = 120
"""Deadline of a thread: longer than any machine should need."""


class Running(Generic[T]):
    """Call running in its own daemon thread, which a failed test may leave behind."""

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
        """Wait for the call's end; return its result or raise its exception."""
        return self.future.result(timeout=SECONDS)


def at_once(*calls: Callable[[], T]) -> list[T]:
    """Start all calls at once, each with an open connection; return their results in order."""
    gate = Barrier(len(calls), timeout=SECONDS)

    def run(call: Callable[[], T]) -> T:
        connection.ensure_connection()
        gate.wait()
        return call()

    running = [Running(partial(run, call)) for call in calls]
    wait([one.future for one in running], timeout=SECONDS)
    return [one.result() for one in running]
