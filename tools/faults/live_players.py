"""Players at live tables of the site, who play through the page's forms.

Each takes a box, bets with a sealed seed, opens it, answers and decides. Like
`static/js/live/seals.js` they keep their seeds and open only a list that contains their own seal,
hashed by themselves.
"""

import http.client
import re
import secrets
import time
from collections.abc import Mapping
from threading import Event
from typing import Final
from uuid import UUID

from django.urls import reverse

from blackjack import fairness
from casino.live.values.phases import TAKES_BETS
from casino.values.transfer_keys import answer_key, decision_key, wager_id, wager_key
from tables.models import Table
from tools.faults.play import DONE, NO_PAGE, NoAnswer, Player
from tools.faults.record import Book, Intent
from tools.faults.site import ANSWER_SECONDS, Browser, Page, SiteForm
from wallet.money.values import Money

LOOK_SECONDS: Final = 0.2
"""Seconds between two requests for the table, as from a page without a stream."""

FINISH_SECONDS: Final = 90.0
"""Seconds for the last deal to end, including the clocks of sleepers."""

_VERSION: Final = re.compile(r'data-version="(\d+)"')


class LivePlayer(Player):
    """Plays whenever the table asks; when stopped, takes the bet back and finishes the deal."""

    sleeps = False

    def __init__(self, number: int, player: int, table: Table, address: tuple[str, int]) -> None:
        super().__init__(number, player, table, address)
        self.box = 0
        self.seeds: dict[str, str] = {}  # by seal
        self.opened: set[str] = set()
        self.refused: set[tuple[str, str]] = set()  # round, step
        self.stops = self.is_done = False

    @property
    def path(self) -> str:
        """URL of the player's own part, which includes the public one."""
        return reverse("casino:live_own", args=[self.table.slug])

    def finish(self, book: Book) -> None:
        """Resend the pending request, take a bet back, and finish the running deal. Raises TimeoutError."""
        self.stops, limit = True, time.monotonic() + FINISH_SECONDS
        while not self.is_done:
            if time.monotonic() > limit:
                raise TimeoutError(f"the deal of player {self.player} does not end")
            try:
                self.step(book)
            except NoAnswer:
                time.sleep(LOOK_SECONDS)  # the site is starting

    def step(self, book: Book) -> None:
        """Send one form: the pending one, or the one the table asks for. Raises NoAnswer."""
        if self.pending is None:
            self.pending = self.requested_form(self._table())
        if self.pending is None:
            time.sleep(LOOK_SECONDS)
            return
        super().step(book)

    def requested_form(self, page: Page) -> tuple[SiteForm, list[Intent]] | None:
        """Return the form that the table asks for, filled in, or None."""
        forms, felt = page.forms, page.elements["felt"]
        idle = felt["data-phase"] in TAKES_BETS and "withdraw" not in forms
        self.is_done = self.stops and idle
        if (opening := self._opening(forms, felt)) is not None:
            return opening, []
        if "actions" in forms and self._decides:
            return self._turn(forms)
        if "answers" in forms and self._decides:
            return self._answer(forms["answers"])
        return self._last_form(forms) if self.stops else self._next_bet(forms, page)

    def _last_form(self, forms: Mapping[str, SiteForm]) -> tuple[SiteForm, list[Intent]] | None:
        """Take the bet back while that is possible."""
        takes_back = "withdraw" in forms and "bet" in forms
        return (forms["withdraw"], []) if takes_back else None

    def _next_bet(
        self, forms: Mapping[str, SiteForm], page: Page
    ) -> tuple[SiteForm, list[Intent]] | None:
        """Return a bet for the next deal, or take a box to bet on."""
        own = page.elements["own"]
        if "bet" in forms and own["data-own"] and "withdraw" not in forms:
            return self._wager(forms["bet"], own["data-seed"])
        if "take" in forms and not own["data-own"]:
            forms["take"].fields["box"] = str(self.box)
            return forms["take"], []
        return None

    @property
    def _decides(self) -> bool:
        return self.stops or not self.sleeps

    def _wager(self, form: SiteForm, client_seed: str) -> tuple[SiteForm, list[Intent]]:
        """Bet on the own box, every third time also behind another one, with a fresh seal."""
        self.rounds += 1
        seed = fairness.seat_seed(client_seed, self._fresh_salt())
        seal = fairness.seal_seed(seed)
        self.seeds[seal] = form.fields["seal"] = seed
        form.fields["seal"] = seal
        stakes = {f"stake-{self.box}": 5 + self.rounds % 9}
        behind = [name for name in form.fields if name.startswith("split-")]
        if behind and self.rounds % 3 == 0:
            stakes[behind[0].replace("split", "stake")] = 5
        form.fields |= {name: f"{stake}.00" for name, stake in stakes.items()}
        shoe, nonce = UUID(form.fields["shoe"]), int(form.fields["nonce"])
        made = wager_id(self.player, shoe, nonce, int(form.fields["attempt"]))
        units = Money.parse(f"{sum(stakes.values())}.00", "USD").units
        return form, [self._intent(wager_key(made), "bet", units)]

    def _fresh_salt(self) -> str:
        return secrets.token_hex(16)

    def _opening(self, forms: Mapping[str, SiteForm], felt: Mapping[str, str]) -> SiteForm | None:
        """Open the own seal, once per list."""
        lines = [line.partition("=") for line in felt["data-seals"].split()]
        own = next((seal for _box, _sign, seal in lines if seal in self.seeds), None)
        if not felt["data-exchange"].endswith("-opening") or own is None:
            return None
        listed = fairness.seals_hash({int(box): seal for box, _sign, seal in lines})
        if listed in self.opened:
            return None
        self.opened.add(listed)
        form = SiteForm(reverse("casino:live_open", args=[self.table.slug]))
        form.fields |= {"seals_hash": listed, "seat_seed": self.seeds[own]}
        form.fields["csrfmiddlewaretoken"] = _token(forms)
        return form

    def _answer(self, form: SiteForm) -> tuple[SiteForm, list[Intent]]:
        """Insure every other time if one box is asked; else decline."""
        round_id, intents = UUID(form.fields["round"]), []
        offered = {value: name for name, value in form.buttons}
        insures = "insure" in offered and self.rounds % 2 == 0
        if insures and (str(round_id), "answer") not in self.refused:
            form.fields[offered["insure"]] = "insure"
            box = int(offered["insure"].rpartition("-")[2])
            key = answer_key(self.player, round_id, box, "held")
            intents = [self._intent(key, "bet", None)]
        elif "decline" in offered:
            form.fields[offered["decline"]] = "decline"
        return form, intents

    def _turn(self, forms: Mapping[str, SiteForm]) -> tuple[SiteForm, list[Intent]]:
        """Split or double every other time if offered, sometimes hit, otherwise stand.

        A double may be a form with an amount.
        """
        offered = {
            value: form
            for form in forms.values()
            for name, value in form.buttons
            if name == "action"
        }
        asked = forms["actions"].fields
        round_id, step = UUID(asked["round"]), int(asked["step"])
        wanted = ["stand"]
        if (asked["round"], asked["step"]) not in self.refused:
            wanted = ["split", "double", "stand"] if self.rounds % 2 else ["stand"]
            wanted = ["hit", *wanted] if (self.rounds + step) % 5 == 0 else wanted
        action = next(action for action in wanted if action in offered)
        form = offered[action]
        form.fields["action"] = action
        if action in {"hit", "stand"}:
            return form, []
        return form, [self._intent(decision_key(self.player, round_id, step), "bet", None)]

    def _note(self, book: Book, form: SiteForm, intents: list[Intent], page: Page) -> None:
        """Mark a refused decision: the next one moves no money."""
        if page.status != DONE and "round" in form.fields:
            self.refused.add((form.fields["round"], form.fields.get("step", "answer")))
        super()._note(book, form, intents, page)


class Sleeper(LivePlayer):
    """Bets and opens seeds but never decides: the clocks run out and the house plays."""

    sleeps = True


def _token(forms: Mapping[str, SiteForm]) -> str:
    found = (form.fields.get("csrfmiddlewaretoken", "") for form in forms.values())
    return next(token for token in found if token)


class Reader:
    """Stream of a player's page: opened with its ticket, and reopened with a fresh one whenever it ends."""

    def __init__(self, person: LivePlayer) -> None:
        self.table = person.table
        self.browser = Browser(person.browser.address)
        self.browser.cookies = dict(person.browser.cookies)
        self.version = self.streams = 0

    def run(self, stop: Event) -> None:
        while not stop.is_set():
            try:
                self._read(self._address(), stop)
            except (OSError, http.client.HTTPException, NoAnswer):
                time.sleep(LOOK_SECONDS)  # the streams are starting

    def _address(self) -> str:
        page = self.browser.get(reverse("casino:live_stream", args=[self.table.slug]))
        if page.status >= NO_PAGE:
            raise NoAnswer
        return page.elements["stream"]["sse-connect"]

    def _read(self, path: str, stop: Event) -> None:
        connection = http.client.HTTPConnection(*self.browser.address, timeout=ANSWER_SECONDS)
        try:
            connection.request("GET", path, headers={"Host": "localhost"})
            response = connection.getresponse()
            if response.status != http.client.OK:
                raise NoAnswer
            self.streams += 1
            # The page requests the state of that version.
            self.version = int(path.rpartition("=")[2])
            while not stop.is_set() and (line := response.readline()):
                if found := _VERSION.search(line.decode()):
                    self.version = int(found[1])
        finally:
            connection.close()
