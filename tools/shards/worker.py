"""Processes of the two-shard rehearsal, each of which kills itself at a random step."""

import multiprocessing
import os
import random
import signal
import time
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.sharedctypes import Synchronized
from typing import Final

import psycopg

from tools.shards.transfer import (
    Connection,
    Transfer,
    load_stranded,
    resolve,
    run_transfer,
)

STRANDED_SECONDS: Final = 1.0
"""Age of a reservation that the resolver ends, whether its worker lives or not."""
GIVEN_UP: Final = 0.3
"""Share of killed transfers that their client does not repeat."""
_RETRY: Final = 0.05
_CONTEXT: Final = multiprocessing.get_context("fork")


@dataclass(frozen=True, slots=True)
class Shards:
    """Connection URLs of both shards, and how often of a thousand steps a process is killed."""

    home: str
    other: str
    kills: int


class Killer:
    """The hook of a process: at some steps the process ends by SIGKILL."""

    def __init__(self, shards: Shards, randomness: random.Random) -> None:
        self._per_step = shards.kills / 1000
        self._random = randomness

    def __call__(self, _step: str) -> None:
        if self._random.random() < self._per_step:
            os.kill(os.getpid(), signal.SIGKILL)


def connect(url: str) -> Connection:
    """Connect, however long the server is down."""
    while True:
        try:
            return psycopg.connect(url, autocommit=True, connect_timeout=5)
        except psycopg.OperationalError:
            time.sleep(_RETRY)  # polls a server that restarts


class Client:
    """Transfers of one list, in order; after a death the one in hand is repeated or given up."""

    def __init__(self, shards: Shards, transfers: Sequence[Transfer], seed: int) -> None:
        self._shards = shards
        self._transfers = transfers
        self._seed = seed
        self._random = random.Random(seed)  # noqa: S311  not for secrets
        self.deaths = 0
        self.done: Synchronized[int] = _CONTEXT.Value("i", 0)
        self.answers = _CONTEXT.Array("c", len(transfers))
        self._process = self._start()

    def _start(self) -> "multiprocessing.context.ForkProcess":
        process = _CONTEXT.Process(target=self._work, args=(self._seed + self.deaths,))
        process.start()
        return process

    def _work(self, seed: int) -> None:
        killer = Killer(self._shards, random.Random(seed))  # noqa: S311  not for secrets
        home, other = connect(self._shards.home), connect(self._shards.other)
        while self.done.value < len(self._transfers):
            try:
                answer = run_transfer(home, other, self._transfers[self.done.value], killer)
            except psycopg.OperationalError:
                home, other = connect(self._shards.home), connect(self._shards.other)
                continue
            self.answers[self.done.value] = answer[0].encode()
            self.done.value += 1

    def ensure_alive(self) -> bool:
        """Start the process again if it was killed; return whether it still works. Raises RuntimeError if it failed."""
        if self._process.is_alive():
            return True
        if self._process.exitcode == 0:
            return False
        if self._process.exitcode != -signal.SIGKILL:
            raise RuntimeError(f"a client ended with {self._process.exitcode}")
        self.deaths += 1
        if self._random.random() < GIVEN_UP and self.done.value < len(self._transfers):
            self.done.value += 1  # without an answer: the resolver ends it, if it was begun
        self._process = self._start()
        return True

    def stop(self) -> None:
        self._process.kill()
        self._process.join()


class Resolver:
    """A process that ends stranded reservations until it is stopped; it is killed like the others."""

    def __init__(self, shards: Shards, seed: int) -> None:
        self._shards = shards
        self._seed = seed
        self.deaths = 0
        self._process = self._start()

    def _start(self) -> "multiprocessing.context.ForkProcess":
        process = _CONTEXT.Process(target=self._work, args=(self._seed + self.deaths,))
        process.start()
        return process

    def _work(self, seed: int) -> None:
        killer = Killer(self._shards, random.Random(seed))  # noqa: S311  not for secrets
        home, other = connect(self._shards.home), connect(self._shards.other)
        while True:
            try:
                for transfer in load_stranded(home, STRANDED_SECONDS):
                    resolve(home, other, transfer, killer)
            except psycopg.OperationalError:
                home, other = connect(self._shards.home), connect(self._shards.other)
            time.sleep(_RETRY)  # polls

    def ensure_alive(self) -> None:
        """Start the process again if it was killed. Raises RuntimeError if it failed."""
        if self._process.is_alive():
            return
        if self._process.exitcode != -signal.SIGKILL:
            raise RuntimeError(f"the resolver ended with {self._process.exitcode}")
        self.deaths += 1
        self._process = self._start()

    def stop(self) -> None:
        self._process.kill()
        self._process.join()
