"""The site with live tables: its streams, dealers and players."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from threading import Event
from typing import Final

from casino.live.services.tables import open_live_place
from casino.models import Deal
from casino.models.deals import Status
from tables.models import Table
from tables.selectors.house_tables import CASINO_FLOOR, LIVE, HouseTable
from tools.faults.house import create_table
from tools.faults.live_players import LivePlayer, Reader, Sleeper
from tools.faults.play import Casino
from tools.faults.record import Book
from tools.faults.site import Program, prepare_dealer, prepare_streams
from tools.faults.stage import Stage, wait_until

TURN_SECONDS: Final = 5
SEATED: Final = 3
"""Deciding players at each table; the last one has a sleeper too."""

GOES_ON_SECONDS: Final = 60.0


class LiveCasino(Casino):
    """Two live tables: at one, betting ends when all have bet; the other takes bets behind."""

    def __init__(self, stage: Stage, dealers: int) -> None:
        super().__init__(stage)
        self.streams: Program = prepare_streams(stage.folder, self.variables)
        names = [f"dealer{number}" for number in range(1, dealers + 1)]
        self.dealers = {name: prepare_dealer(stage.folder, self.variables, name) for name in names}
        self.others += [self.streams, *self.dealers.values()]
        self.tables = [_quick(LIVE, "malecon"), _quick(CASINO_FLOOR, "caribe")]
        for table in self.tables:
            open_live_place(table)

    def open(self) -> None:
        """Start the web first: its mark and that of the streams must exist when the first bet comes."""
        super().open()
        for program in self.others:
            program.start()

    def report_ended_programs(self) -> None:
        """Report programs that ended although no fault stopped them."""
        for program in (self.web, *self.others):
            if not program.runs:
                self.stage.result.problems.append(f"{program.name} ended by itself")

    @contextmanager
    def live_players(self) -> Iterator[list[LivePlayer]]:
        """Let players play at both tables inside the context, then finish their deals."""
        funds, stop = self.stage.book("funds"), Event()
        people = [person for table in self.tables for person in self._seated_at(table, funds)]
        books = [self.stage.book(f"player{person.number}") for person in people]
        with ThreadPoolExecutor(len(people)) as threads:
            running = [
                threads.submit(self._play, person, own, stop)
                for person, own in zip(people, books, strict=True)
            ]
            try:
                yield people
            finally:
                stop.set()
            for each in running:
                each.result()
        self.report_ended_programs()

    def _play(self, person: LivePlayer, book: Book, stop: Event) -> None:
        try:
            person.play(book, stop)
            person.finish(book)
        except Exception as error:  # the table waits for this player: that hides the cause
            told = f"player {person.player} gave up: {type(error).__name__} {error}"
            self.stage.result.problems.append(told)
            raise

    def _seated_at(self, table: Table, funds: Book) -> list[LivePlayer]:
        people: list[LivePlayer] = list(self.seat_players_as(LivePlayer, SEATED, funds, table))
        if table == self.tables[-1]:
            people += self.seat_players_as(Sleeper, 1, funds, table)
        for box, person in enumerate(people, 1):
            person.box = box
        return people

    @contextmanager
    def readers(self, people: list[LivePlayer]) -> Iterator[list[Reader]]:
        """Open a stream for each of these players."""
        stop, readers = Event(), [Reader(person) for person in people]
        with ThreadPoolExecutor(len(readers)) as threads:
            running = [threads.submit(reader.run, stop) for reader in readers]
            try:
                yield readers
            finally:
                stop.set()
            for each in running:
                each.result()

    def await_deals(self, why: str) -> None:
        """Wait until every live table has completed one more deal. Raises TimeoutError."""
        before = {table.pk: count_ended_deals(table) for table in self.tables}

        def have_ended() -> bool:
            return all(count_ended_deals(table) > before[table.pk] for table in self.tables)

        wait_until(have_ended, f"a deal at each table {why}", GOES_ON_SECONDS)


def count_ended_deals(table: Table) -> int:
    """Return the number of completed deals of a table."""
    return Deal.objects.filter(place__table=table, status=Status.COMPLETED).count()


def _quick(house: HouseTable, slug: str) -> Table:
    """Return a demo live table with short clocks."""
    clocks = {"turn_seconds": TURN_SECONDS, "betting_seconds": 3, "intermission_seconds": 1}
    rules = replace(house.rules, **clocks)  # type: ignore[arg-type]  # all three are numbers
    return create_table(replace(house.as_live(slug, slug.title()), rules=rules, family=slug))


@contextmanager
def run_live_casino(stage: Stage, dealers: int = 1) -> Iterator[LiveCasino]:
    """Run a site with live tables; it is stopped at the end."""
    house = LiveCasino(stage, dealers)
    try:
        house.open()
        yield house
    finally:
        house.close()
