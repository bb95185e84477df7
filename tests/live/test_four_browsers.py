"""Four browsers play ten deals together at three live tables: split, double, insurance, bet behind, disconnect, timeout and a leaver."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from types import MappingProxyType
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from accounts.models.users import User
from accounts.values.currencies import PLAY_MONEY
from blackjack.deal import Deal
from blackjack.verification import verify
from casino import models
from casino.fairness.selectors.transcripts import transcript_text
from casino.fairness.services.public_log import chain_log
from casino.live.selectors.time import database_now
from casino.models import Clock, Place, Round, Shoe
from casino.reconciliation.selectors.lines import find_broken_house_lines
from tests.casino import scenes
from tests.fixtures.site import Site
from tests.live.pages import BETWEEN_LOOKS, DECLINES, DESK, PHONE, SMALL, TablePage, open_table
from tests.live.scenes import AGO, a_table_that_deals, closed_shoe, salt_of
from tests.live.site import Programs
from tests.waiting import wait_until
from wallet.ledger.selectors.funds import balance
from wallet.money.values import UNITS

pytestmark = [pytest.mark.committed, pytest.mark.slow, pytest.mark.usefixtures("unhurried")]
PATIENT: dict[str, Any] = {"betting_seconds": 300, "turn_seconds": 300, "intermission_seconds": 300}
"""Clocks long enough that only the test lets them run out."""
SIZES: Mapping[str, ViewportSize] = {"ana": PHONE, "luis": DESK, "eva": SMALL, "tom": DESK}
SALTED = """
    window.salt = SALT;
    const drawn = crypto.getRandomValues.bind(crypto);
    const known = (bytes) => bytes.map((_, place) => parseInt(window.salt.slice(2 * place, 2 * place + 2), 16));
    const value = (bytes) => { if (window.salt) bytes.set(known(bytes)); else drawn(bytes); return bytes; };
    Object.defineProperty(crypto, "getRandomValues", { value });
"""
"""Use a known salt until the first deal, so that its cards are those that the test has chosen."""
BEFORE_BELL = {Clock.Phase.BETTING, Clock.Phase.INTERMISSION}
IN_DEAL = {Clock.Phase.SEALING, Clock.Phase.ANSWERS, Clock.Phase.TURNS}
NOBODY: Mapping[str, int] = MappingProxyType({})


def after_declines(deal: Deal) -> Deal:
    while deal.phase == "before_peek":
        deal = deal.play("decline")
    return deal


def asked_boxes(deal: Deal) -> list[int]:
    """Return the boxes that are asked when everybody declines and stands."""
    deal, asked = after_declines(deal), []
    while deal.turn is not None:
        asked.append(deal.turn.box)
        deal = deal.play("stand")
    return asked


def first_splits(deal: Deal) -> bool:
    """Return whether the first box may split, boxes 1 to 3 decide, and nobody is asked before the peek."""
    return asked_boxes(deal) == [1, 2, 3] and "split" in deal.legal_actions


def ace_and_doubles(deal: Deal) -> bool:
    """Return whether insurance is offered, the dealer has no blackjack, and boxes 1 to 4 decide."""
    return "insure" in deal.legal_actions and asked_boxes(deal) == [1, 2, 3, 4]


def all_are_asked(deal: Deal) -> bool:
    """Return whether boxes 1 to 4 decide and nobody is asked before the peek."""
    return deal.phase != "before_peek" and asked_boxes(deal) == [1, 2, 3, 4]


@dataclass
class LiveTable:
    """A live table, its players' pages, the buttons that each presses first, and the players who are absent."""

    place: Place
    pages: dict[str, TablePage]
    acts: dict[str, list[str]] = field(default_factory=dict)
    absent: set[str] = field(default_factory=set)

    def bet(self, *names: str, behind: Mapping[str, int] = NOBODY) -> None:
        """Place everybody's bets and wait for the first cards."""
        before = models.Deal.objects.filter(place=self.place).count()
        for name in names:
            with self.pages[name].bet_is_taken():
                self.pages[name].bets("10")
        for name, box in behind.items():
            with self.pages[name].bet_is_taken():
                self.pages[name].bets_behind(box, "10")
        wait_until(
            lambda: models.Deal.objects.filter(place=self.place).count() > before,
            "nothing is dealt",
            every=BETWEEN_LOOKS,
            meanwhile=self._ring,
        )
        for one in self.pages.values():
            one.page.evaluate("window.salt = null")

    def _ring(self) -> None:
        """End the time for bets."""
        self._end_phase(Clock.objects.get(place=self.place), BEFORE_BELL)

    def _end_phase(self, clock: Clock, phases: set[Clock.Phase]) -> None:
        if clock.phase in phases:
            now = database_now()
            Clock.objects.filter(pk=clock.pk, version=clock.version).update(deadline=now - AGO)

    def play(self) -> models.Deal:
        """Play the deal to its end and return it: planned buttons first, then stand; absent players time out."""
        wait_until(
            self._is_over, "the deal does not end", every=BETWEEN_LOOKS, meanwhile=self._go_on
        )
        return models.Deal.objects.filter(place=self.place).latest("pk")

    def _is_over(self) -> bool:
        return not Clock.objects.filter(place=self.place, phase__in=IN_DEAL).exists()

    def _go_on(self) -> None:
        for name in self.pages.keys() - self.absent:
            wanted = self.acts.get(name) or [DECLINES]
            if self.pages[name].presses(wanted[0]) and name in self.acts:
                del wanted[0]
        clock = Clock.objects.get(place=self.place)
        if self._waits_for_absent(clock):
            self._end_phase(clock, {Clock.Phase.TURNS})

    def _waits_for_absent(self, clock: Clock) -> bool:
        there = next(one for name, one in self.pages.items() if name not in self.absent)
        shown = there.felt.get_attribute("data-version")
        asked = (there.felt.get_attribute("data-token") or "").split(".")[2]
        return shown == str(clock.version) and asked in {
            str(self.pages[name].box) for name in self.absent
        }

    def leave(self) -> None:
        for one in self.pages.values():
            one.page.close()


@pytest.fixture
def browsers(site: Site, browser: Browser) -> Iterator[dict[str, BrowserContext]]:
    """A browser context for each player: two phones and two desktops."""
    found = {
        name: browser.new_context(base_url=site.url, locale="en-GB", viewport=size)
        for name, size in SIZES.items()
    }
    yield found
    for context in found.values():
        context.close()


def open_tables(
    browsers: Mapping[str, BrowserContext],
    users: Mapping[str, User],
    preset: str,
    wanted: Callable[[Deal], bool],
    seated: str,
) -> LiveTable:
    """Return a table whose first deal is as `wanted`, open in all browsers.

    The names in `seated` take the boxes from 1 on; the others watch.
    """
    names = {f"{name}-{preset}": box for box, name in enumerate(seated.split(), 1)}
    known = {f"{name}-{preset}": user for name, user in users.items()}
    place, _guests = a_table_that_deals(wanted, names, preset, known, **PATIENT)
    pages = {}
    for name, context in browsers.items():
        seed = f"{name}-{preset}"
        script = SALTED.replace("SALT", json.dumps(salt_of(seed, 1)))
        pages[name] = open_table(context, users[name], place, names.get(seed, 0), script)
    return LiveTable(place, pages)


def start_of(browsers: Mapping[str, BrowserContext]) -> Mapping[str, User]:
    return {name: scenes.new_player(f"{name}@example.test", "1000") for name in browsers}


def test_four_browsers_play_at_three_tables(
    programs: Programs, browsers: dict[str, BrowserContext], page: Page
) -> None:
    users = start_of(browsers)
    floor = open_tables(browsers, users, "casino_floor", first_splits, "ana luis eva")
    split_with_a_bet_behind(floor, deals=4)
    live = open_tables(browsers, users, "live", ace_and_doubles, "ana luis eva tom")
    insurance_and_a_double(live, deals=3)
    friendly = open_tables(browsers, users, "friendly", all_are_asked, "ana luis eva tom")
    play_money = {name: balance(user.pk, PLAY_MONEY).units for name, user in users.items()}
    a_disconnect_a_timeout_and_a_leaver(friendly, 3, browsers["ana"])

    assert models.Deal.objects.filter(status=Round.Status.COMPLETED).count() == 10
    assert find_broken_house_lines() == []
    shoes = [closed_shoe(table.place) for table in (floor, live, friendly)]
    chain_log()
    for name, user in users.items():
        *real, play = (verified_result(shoe, user) for shoe in shoes)
        assert balance(user.pk, "USD").units == 10_000_000 + sum(real)
        assert balance(user.pk, PLAY_MONEY).units == play_money[name] + play
    for shoe in shoes:
        verify_in_browser(page, transcript_text(shoe, users["eva"].pk), shoe)


def split_with_a_bet_behind(table: LiveTable, deals: int) -> None:
    """Ana splits in the first deal; Tom's bet behind her box follows."""
    table.acts = {"ana": ["#action-split:enabled"]}
    table.bet("ana", "luis", "eva", behind={"tom": 1})
    first = table.play()
    followed = first.rounds.get(player=table.pages["tom"].player)
    assert len((followed.result or {})["seats"][0]["hands"]) == 2
    assert followed.staked == 200_000
    for _ in range(deals - 1):
        table.bet("ana", "luis", "eva", behind={"tom": 1})
        table.play()
    table.leave()


def insurance_and_a_double(table: LiveTable, deals: int) -> None:
    """In the first deal Luis insures and Eva doubles."""
    table.acts = {
        "luis": ["#answer-insure:enabled"],
        "eva": ["#answer-decline:enabled", "#action-double:enabled"],
    }
    for _ in range(deals):
        table.bet("ana", "luis", "eva", "tom")
        table.play()
    first = models.Deal.objects.filter(place=table.place).earliest("pk")
    made = {
        one.round.player_id: one.action
        for one in first.decisions.exclude(amount=0).select_related("round")
    }
    assert made == {
        table.pages["luis"].player.pk: "insure",
        table.pages["eva"].player.pk: "double",
    }
    table.leave()


def a_disconnect_a_timeout_and_a_leaver(
    table: LiveTable, deals: int, of_ana: BrowserContext
) -> None:
    """In the first deal Ana is offline, Luis lets his time run out, and Tom leaves."""
    table.bet("ana", "luis", "eva", "tom")
    of_ana.set_offline(True)
    table.absent = {"ana", "luis"}
    table.pages["tom"].page.click("#leave")
    first = table.play()
    by_house = first.decisions.filter(by_house=True).order_by("step")
    assert [one.round.player.email.partition("@")[0] for one in by_house] == ["ana", "luis"]
    of_ana.set_offline(False)
    expect(table.pages["ana"].felt).to_have_attribute("data-phase", "intermission")
    table.absent = set()
    for _ in range(deals - 1):
        table.bet("ana", "luis", "eva")
        expect(table.pages["eva"].page.locator("#take-4")).to_be_attached()
        table.play()
    table.leave()


def verified_result(shoe: Shoe, user: User) -> int:
    """Verify the player's copy of a transcript with the library, and return the own net result in units."""
    text = transcript_text(shoe, user.pk)
    assert [check for check in verify(text) if not check.passed] == []
    return own_result(text)


def own_result(text: str) -> int:
    """Return the net result of the copy's owner in units; the copy has no amounts of other players."""
    # nonce 0 is the burned cards
    played = [one for one in json.loads(text)["rounds"] if one["nonce"]]
    seats = [seat for one in played for seat in one["settlement"]["seats"]]
    parts = [part for seat in seats for part in (seat, *seat.get("behind", []))]
    nets = [Decimal(part["net"]) for part in parts if part.get("net") is not None]
    return int(sum(nets) * UNITS)


def verify_in_browser(page: Page, text: str, shoe: Shoe) -> None:
    """Assert that the verification page accepts the transcript under the announced commitment."""
    page.goto("/fairness/verify/")
    page.locator("#commitment").fill(shoe.commitment)
    page.locator("#transcript").fill(text)
    page.locator("#verify-start").click()
    expect(page.locator("#verify-verdict")).to_have_class("verdict is-right")
