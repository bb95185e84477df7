"""Players at a table of the site, like a browser without scripts: sign in, bet, decide.

An unanswered form is sent again until there is an answer: this must neither take money twice nor
lose the round.
"""

import http.client
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event
from typing import TypeVar
from uuid import UUID

from celery import current_app
from django.urls import reverse

from casino.values.transfer_keys import bet_key, decision_key, settlement_key
from internals import file_queue
from tables.models import Table
from tools.faults.house import create_table
from tools.faults.moves import build_deposit, record_and_send
from tools.faults.record import Answer, Book, Intent
from tools.faults.site import (
    Browser,
    Page,
    Program,
    SiteForm,
    await_web,
    prepare_beat,
    prepare_web,
    prepare_worker,
)
from tools.faults.stage import PASSWORD, Stage
from tools.launch.environment import Urls
from wallet.money.values import Money

FUNDS = 1_000_000_000  # units: 100,000.00
DONE, NO_PAGE = 303, 500
PAUSE = 0.05
PATIENCE = 90.0  # seconds until a player gives up on a site that is down


P = TypeVar("P", bound="Player")


class NoAnswer(Exception):
    """No answer, or a server error: the result is unknown."""


class Player:
    """One player with a browser and a record of requests."""

    doubles = True

    def __init__(self, number: int, player: int, table: Table, address: tuple[str, int]) -> None:
        self.number, self.player, self.table = number, player, table
        self.browser = Browser(address)
        self.pending: tuple[SiteForm, list[Intent]] | None = None
        self.rounds = 0

    @property
    def path(self) -> str:
        """URL of the table."""
        return f"/table/{self.table.slug}/"

    def sign_in(self) -> None:
        """Sign in through the login form. Raises RuntimeError."""
        forms = self.browser.get(reverse("account_login")).forms.values()
        form = next(form for form in forms if "password" in form.fields)
        form.fields |= {"login": f"p{self.number}@faults.test", "password": PASSWORD}
        if self.browser.post(form).status not in {302, DONE}:
            raise RuntimeError("the player cannot sign in")

    def play(self, book: Book, stop: Event) -> None:
        """Play until stopped; the last answer may be missing, and a round may be open."""
        while not stop.is_set():
            try:
                self.step(book)
            except NoAnswer:
                time.sleep(PAUSE)  # like a person who reloads the page

    def finish(self, book: Book) -> None:
        """Resend the pending request, and finish an open round."""
        limit = time.monotonic() + PATIENCE
        while True:
            try:
                if self.pending is None and "bet" in self.offers():
                    return
                self.step(book)
            except NoAnswer:
                if time.monotonic() > limit:
                    raise
                time.sleep(PAUSE)  # the site is starting

    def offers(self) -> dict[str, SiteForm]:
        """Return the forms of the current table page."""
        return self._table().forms

    def next_form(self) -> tuple[SiteForm, list[Intent]]:
        """Return the next form, filled in."""
        return self._next(self.offers())

    def step(self, book: Book) -> None:
        """Send one form: the pending one, or the next that the table offers. Raises NoAnswer."""
        if self.pending is None:
            self.pending = self.next_form()
        form, intents = self.pending
        book.record_intents(*intents)
        self._note(book, form, intents, self._send(form))
        self.pending = None

    def send_until_answered(self, book: Book) -> None:
        """Send the pending request until there is an answer."""
        limit = time.monotonic() + PATIENCE
        while self.pending is not None:
            try:
                self.step(book)
            except NoAnswer:
                if time.monotonic() > limit:
                    raise
                time.sleep(PAUSE)  # like a person who reloads the page

    def _note(self, book: Book, _form: SiteForm, intents: list[Intent], page: Page) -> None:
        """Record how a form was answered."""
        for intent in intents:
            if page.status == DONE:
                book.record_answer(intent.key, Answer(None, None))
            else:
                book.record_refusal(intent.key, f"status {page.status}")

    def _table(self) -> Page:
        try:
            page = self.browser.get(self.path)
        except (OSError, http.client.HTTPException) as error:
            raise NoAnswer from error
        if page.status >= NO_PAGE:
            raise NoAnswer
        return page

    def _send(self, form: SiteForm) -> Page:
        try:
            page = self.browser.post(form)
        except (OSError, http.client.HTTPException) as error:
            raise NoAnswer from error
        if page.status >= NO_PAGE:
            raise NoAnswer
        return page

    def _next(self, forms: dict[str, SiteForm]) -> tuple[SiteForm, list[Intent]]:
        if "bet" in forms:
            return self._bet(forms["bet"])
        if "actions" in forms:
            return self._decision(forms["actions"])
        raise RuntimeError(f"the table offers nothing to player {self.player}")

    def _bet(self, form: SiteForm) -> tuple[SiteForm, list[Intent]]:
        self.rounds += 1
        stake = f"{1 + self.rounds % 9}.{self.number % 10}0"
        form.fields["stake-1"] = stake
        if "salt_text" in form.fields:
            form.fields["salt_text"] = f"words of player {self.number}"
        shoe, nonce = UUID(form.fields["shoe"]), int(form.fields["nonce"])
        key = bet_key(self.player, self.table.pk, shoe, nonce)
        return form, [self._intent(key, "bet", Money.parse(stake, "USD").units)]

    def _decision(self, form: SiteForm) -> tuple[SiteForm, list[Intent]]:
        """Decline insurance, double every third first decision, otherwise stand."""
        offered = [value for name, value in form.buttons if name == "action"]
        round_id, step = UUID(form.fields["round"]), int(form.fields["step"])
        settled = self._intent(settlement_key(self.player, round_id), "settle", None)
        if "decline" in offered:
            form.fields["action"] = "decline"
            return form, []  # moves no money, unless the dealer's blackjack ends the round
        if self.doubles and "double" in offered and self.rounds % 3 == 0:
            form.fields["action"] = "double"
            key = decision_key(self.player, round_id, step)
            return form, [self._intent(key, "bet", None), settled]
        form.fields["action"] = "stand"
        return form, [settled]

    def _intent(self, key: UUID, kind: str, units: int | None) -> Intent:
        return Intent(key, kind, self.player, units, by_site=True)


class Casino:
    """The site's programs on the stage's server, with players at its table."""

    def __init__(self, stage: Stage) -> None:
        self.stage, database = stage, stage.database
        urls: Urls = database.house.urls(database.server)
        self.variables = database.house.environment(urls, stage.folder)
        self.variables |= {"STREAMS_SOCKET": str(stage.folder / "streams.sock")}
        self.web, self.address = prepare_web(stage.folder, self.variables)
        self.worker: Program = prepare_worker(stage.folder, self.variables)
        self.beat: Program = prepare_beat(stage.folder, self.variables)
        self.others: list[Program] = []
        self.table = create_table()

    def open(self) -> None:
        """Start the web and wait for it."""
        self.web.start()
        await_web(self.address)

    def close(self) -> None:
        """Stop all programs."""
        for program in (self.beat, self.worker, *self.others, self.web):
            program.stop()

    def add_worker(self, name: str) -> Program:
        """Return a second worker on the same queue with its own name, not started yet."""
        self.others.append(prepare_worker(self.stage.folder, self.variables, name))
        return self.others[-1]

    def use_queue(self) -> None:
        """Configure this process's Celery to use the folder that the workers read."""
        file_queue.register_transport()
        folder = self.stage.folder / "celery"
        queue = {"data_folder_in": str(folder / "queue"), "data_folder_out": str(folder / "queue")}
        options = {**queue, "control_folder": str(folder / "control")}
        current_app.conf.update(
            {"broker_url": "filesystem://", "broker_transport_options": options}
        )

    @contextmanager
    def players(self, count: int) -> Iterator[list[Player]]:
        """Let players play inside the context; afterwards each resends pending requests and ends its round."""
        book, stop = self.stage.book("funds"), Event()
        people = self.seat_players(count, book)
        books = [self.stage.book(f"player{person.number}") for person in people]
        with ThreadPoolExecutor(count) as threads:
            try:
                running = [
                    threads.submit(person.play, own, stop)
                    for person, own in zip(people, books, strict=True)
                ]
                yield people
            finally:
                stop.set()
            for each in running:
                each.result()
        for person, own in zip(people, books, strict=True):
            person.finish(own)

    def is_drained(self) -> bool:
        """Return whether the workers have emptied their queues."""
        return not any((self.stage.folder / "celery" / "queue").glob("*.msg"))

    def seat_players(self, count: int, book: Book) -> list[Player]:
        """Return players, funded and signed in."""
        return self.seat_players_as(Player, count, book)

    def seat_players_as(
        self, kind: type[P], count: int, book: Book, table: Table | None = None
    ) -> list[P]:
        """Return funded and signed-in players of this class, at the given table or the casino's."""
        first = self.stage.made
        people = [
            kind(first + number, player, table or self.table, self.address)
            for number, player in enumerate(self.stage.players(count))
        ]
        for person in people:
            record_and_send(book, build_deposit(person.player, FUNDS + person.number))
            person.sign_in()
        return people


@contextmanager
def run_casino(stage: Stage) -> Iterator[Casino]:
    """Run a casino; it is stopped at the end."""
    house = Casino(stage)
    try:
        house.open()
        yield house
    finally:
        house.close()
