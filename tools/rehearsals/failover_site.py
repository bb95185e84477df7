"""The product in a failover rehearsal: two webs, two workers, two dealers, streams, beat, players."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from threading import Event
from typing import Final

from tables.models import Table
from tools.faults.live_house import SEATED, LiveCasino
from tools.faults.live_players import LivePlayer
from tools.faults.play import Player
from tools.faults.record import Book
from tools.faults.site import Program, await_web, prepare_web
from tools.faults.stage import Stage
from tools.rehearsals.failover_load import (
    PRIVATE_PLAYERS,
    PatientLivePlayer,
    PatientSleeper,
    PrivatePlayer,
    share_addresses,
)
from tools.rehearsals.report import print_progress

DEALERS: Final = 2


class ReplicatedCasino(LiveCasino):
    """The site with two of each process."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, DEALERS)
        self.second, address = prepare_web(stage.folder, self.variables)
        self.second.name = "web2"
        self.addresses = (self.address, address)
        self.add_worker("worker2")
        self.others += [self.worker, self.beat, self.second]

    @property
    def programs(self) -> list[Program]:
        return [self.web, *self.others]

    def open(self) -> None:
        """Start everything and wait for both webs."""
        super().open()
        await_web(self.addresses[1])

    def supervise(self) -> None:
        """Start what has died, as systemd does."""
        for program in self.programs:
            if not program.runs:
                print_progress(f"{program.name} is started again")
                program.start()

    @contextmanager
    def load(self) -> Iterator[list[LivePlayer]]:
        """Let players play at private and live tables inside the context, then finish their rounds."""
        funds, stop = self.stage.book("funds"), Event()
        private = self.seat_players_as(PrivatePlayer, PRIVATE_PLAYERS, funds)
        live = [person for table in self.tables for person in self._seated_at(table, funds)]
        people: list[Player] = [*private, *live]
        share_addresses(people, self.addresses)
        with ThreadPoolExecutor(len(people)) as threads:
            running = [
                threads.submit(self._play, person, self.stage.book(f"player{person.number}"), stop)
                for person in people
            ]
            try:
                yield live
            finally:
                stop.set()
                self._await_players(running)

    def _await_players(self, running: list[Future[None]]) -> None:
        """Wait for the players, and start meanwhile what has died: only this thread may start programs."""
        while wait(running, timeout=1).not_done:
            self.supervise()
        for each in running:
            each.result()

    def _play(self, person: Player, book: Book, stop: Event) -> None:
        try:
            person.play(book, stop)
            person.finish(book)
        except Exception as error:  # the table waits for this player: that hides the cause
            told = f"player {person.player} gave up: {type(error).__name__} {error}"
            self.stage.result.problems.append(told)
            raise

    def _seated_at(self, table: Table, funds: Book) -> list[LivePlayer]:
        people: list[LivePlayer] = list(
            self.seat_players_as(PatientLivePlayer, SEATED, funds, table)
        )
        if table == self.tables[-1]:
            people += self.seat_players_as(PatientSleeper, 1, funds, table)
        for box, person in enumerate(people, 1):
            person.box = box
        return people


@contextmanager
def run_site(stage: Stage) -> Iterator[ReplicatedCasino]:
    """Run the product; it is stopped at the end."""
    house = ReplicatedCasino(stage)
    try:
        house.open()
        yield house
    finally:
        house.close()
        house.second.stop()
