"""Several players in their own browsers at one live table, with streams and a dealer, as the site runs."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Browser, Page, Route, ViewportSize, expect

from accounts.roles.values import Role
from casino.fairness.selectors.transcripts import transcript_text
from casino.models import Clock, Deal, Place, Round, SeatSeal, SeedExchange, Wager
from casino.models.deals import Status
from casino.reconciliation.selectors.lines import find_broken_house_lines
from tables.services.opening import close_table
from tests.accounts.staff import staff
from tests.casino import scenes
from tests.fixtures.coming_in import come_in
from tests.fixtures.site import Site
from tests.live.pages import BETWEEN_LOOKS, DESK, PHONE, TablePage
from tests.live.scenes import a_live_table, closed_shoe, end_phase
from tests.live.site import Programs
from tests.waiting import wait_until
from wallet.ledger.selectors.funds import balance

pytestmark = [pytest.mark.committed, pytest.mark.usefixtures("unhurried")]
PATIENT: dict[str, Any] = {"betting_seconds": 300, "turn_seconds": 300, "intermission_seconds": 300}
"""Clocks long enough for any machine."""
OTHER_COMMITMENT = """() => {
    for (const name of Object.keys(localStorage).filter((one) => one.startsWith("ligalo.seal."))) {
        const kept = JSON.parse(localStorage.getItem(name));
        localStorage.setItem(name, JSON.stringify({ ...kept, commitment: "0".repeat(64) }));
    }
}"""
"""Replace the commitment that the page stored with its bet."""


def finished(place: Place) -> int:
    return Deal.objects.filter(place=place, status=Status.COMPLETED).count()


def phase_of(place: Place) -> str:
    return Clock.objects.get(place=place).phase


def play_deal(place: Place, players: list[TablePage]) -> None:
    """Place everybody's bets, then decide for each player who is asked, until the deal is over."""
    before = finished(place)
    all_bet(players)
    play_out(place, players, before)
    for one in players:
        expect(one.felt).to_have_attribute("data-phase", "intermission")


def all_bet(players: list[TablePage]) -> None:
    for one in players:
        with one.bet_is_taken():
            one.bets("10")


def play_out(place: Place, players: list[TablePage], before: int) -> None:
    """Decide for each player who is asked, until another deal is finished."""

    def play() -> None:
        for one in players:
            one.presses()

    wait_until(
        lambda: finished(place) > before,
        "the deal does not end",
        seconds=120,
        every=BETWEEN_LOOKS,
        meanwhile=play,
    )


def test_a_press_before_the_pages_scripts_have_come_waits_for_them(
    programs: Programs, comes: Callable[[Place, str, ViewportSize], TablePage]
) -> None:
    place = a_live_table("live", **PATIENT)
    ana = comes(place, "ana", DESK)
    ana.sits(3)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    ana.page.route("**/js/live/page*.js", hold)
    ana.page.goto(f"/live/{place.table.slug}/", wait_until="commit")
    ana.page.fill("[name=stake-3]", "10")
    ana.page.click("#deal")
    wait_until(lambda: held, "no script is asked for", meanwhile=lambda: ana.page.evaluate("0"))
    assert not Wager.objects.exists()
    with ana.bet_is_taken():
        for route in held:
            route.continue_()
    assert Wager.objects.get().seal


def test_two_players_sit_down_play_and_are_paid(
    programs: Programs, comes: Callable[[Place, str, ViewportSize], TablePage]
) -> None:
    """Each page shows the other's acts without a reload; the pages open the sealed seeds; the money is right."""
    place = a_live_table("live", **PATIENT)
    ana, luis = comes(place, "ana", PHONE), comes(place, "luis", DESK)
    ana.sits(3)
    expect(luis.page.locator("[data-box='3'] .live-box__player")).to_have_text(
        ana.player.shown_name
    )
    luis.sits(5)
    play_deal(place, [ana, luis])
    play_deal(place, [ana, luis])

    seals = SeatSeal.objects.filter(exchange__place=place)
    assert seals.count() == 4
    assert not seals.filter(seal="").exists()
    for one in (ana, luis):
        rounds = Round.objects.filter(player=one.player)
        net = sum((round_.returned or 0) - round_.staked for round_ in rounds)
        assert balance(one.player.pk, "USD").units == 10_000_000 + net
    assert find_broken_house_lines() == []


def test_pages_that_stay_open_take_part_in_the_exchange_of_every_shoe(
    programs: Programs, comes: Callable[[Place, str, ViewportSize], TablePage]
) -> None:
    """Each shoe numbers its deals from the start: an opening for one shoe must not count as one for the next."""
    place = a_live_table("live", reshuffle="every_round", **PATIENT)
    players = [comes(place, "ana", PHONE), comes(place, "luis", DESK)]
    for box, one in enumerate(players, 3):
        one.sits(box)

    for _shoe in range(2):
        play_deal(place, players)

    exchanges = SeedExchange.objects.filter(place=place).values_list("shoe", "nonce", "attempt")
    assert len(set(exchanges)) == len({shoe for shoe, _nonce, _attempt in exchanges}) == 2


def test_a_page_opens_nothing_under_another_commitment_than_the_one_it_bet_on(
    programs: Programs, comes: Callable[[Place, str, ViewportSize], TablePage]
) -> None:
    place = a_live_table("live", **PATIENT)
    ana, luis = comes(place, "ana", PHONE), comes(place, "luis", DESK)
    ana.sits(3)
    luis.sits(5)
    with ana.bet_is_taken():
        ana.bets("10")
    ana.page.evaluate(OTHER_COMMITMENT)

    with luis.bet_is_taken():
        luis.bets("10")

    expect(ana.page.locator("#table-trouble")).to_contain_text("otro compromiso")
    seals = SeatSeal.objects.filter(exchange__place=place)
    wait_until(seals.filter(box=5, seat_seed__gt="").exists, "Luis does not open")
    assert seals.get(box=3).seat_seed is None


def test_open_pages_show_that_a_table_closes(
    programs: Programs, comes: Callable[[Place, str, ViewportSize], TablePage]
) -> None:
    place = a_live_table("live", **PATIENT)
    ana, luis = comes(place, "ana", PHONE), comes(place, "luis", DESK)
    ana.sits(3)
    expect(ana.page.locator("#bet")).to_be_visible()

    close_table(place.table_id, reason="for the night", acting_user=staff(Role.OPERATOR))

    for one in (ana, luis):
        expect(one.felt.locator(".live-status__phase")).to_have_text("Esta mesa está cerrada")
    expect(ana.page.locator("#own")).to_contain_text("Esta mesa está cerrada.")
    expect(ana.page.locator("#bet")).to_have_count(0)


@pytest.mark.slow
def test_the_verify_page_finds_what_the_browsers_kept(
    programs: Programs, comes: Callable[[Place, str, ViewportSize], TablePage]
) -> None:
    """The transcript has every list that a page opened for, also of a failed exchange.

    The page shows an opening that was not accepted.
    """
    place = a_live_table("live", **PATIENT)
    ana, luis = comes(place, "ana", DESK), comes(place, "luis", PHONE)
    ana.sits(3)
    luis.sits(5)
    luis.page.route("**/open/", lambda route: route.fulfill(status=409, body="Refused."))
    all_bet([ana, luis])
    expect(luis.page.locator("#table-trouble")).to_contain_text("Refused.")
    wait_until(SeatSeal.objects.filter(seat_seed__gt="").exists, "Ana does not open")
    end_phase(place)
    play_out(place, [ana], before=0)
    shoe = closed_shoe(place)

    for one, lists in ((ana, 2), (luis, 1)):
        one.page.goto("/fairness/verify/")
        one.page.fill("#transcript", transcript_text(shoe, one.player.pk))
        one.page.click("#verify-start")
        expect(one.page.locator("#verify-verdict")).to_contain_text(f": {lists}.")
        expect(one.page.locator("#verify-checks .is-wrong")).to_have_count(0)
    expect(luis.page.locator("#verify-not-taken-list li")).to_contain_text(str(shoe.public_id))
    expect(ana.page.locator("#verify-not-taken")).to_be_hidden()


def test_the_answer_to_a_form_is_shown_whatever_comes_while_it_is_on_its_way(
    programs: Programs, comes: Callable[[Place, str, ViewportSize], TablePage]
) -> None:
    """An own part requested earlier, because of another player's bet, does not replace a form that has been sent."""
    place, (ana, luis, _) = three_at_a_table(comes)
    parts, bets = held(luis.page, "**/own/"), held(luis.page, "**/bet/")
    ana.bets("10")
    wait_until(lambda: parts, "no own part is asked for", meanwhile=lambda: luis.page.evaluate("0"))
    luis.bets("10")
    wait_until(lambda: bets, "no bet is sent", meanwhile=lambda: luis.page.evaluate("0"))

    with luis.page.expect_response("**/own/") as asked:
        parts[0].continue_()
    asked.value.finished()
    luis.page.evaluate("0")
    luis.page.unroute("**/own/")
    bets[0].continue_()

    expect(luis.page.locator("#withdraw")).to_be_visible()
    expect(luis.page.locator("#own")).to_have_attribute("data-version", str(version_of(place)))


def test_the_own_part_follows_a_change_that_comes_before_the_answer_to_a_form(
    programs: Programs, comes: Callable[[Place, str, ViewportSize], TablePage]
) -> None:
    """The response to Ana's bet leaves the server before Luis's bet, and arrives after the news of it."""
    place, (ana, luis, _) = three_at_a_table(comes)
    late: list[tuple[Route, APIResponse]] = []
    ana.page.route("**/bet/", lambda route: late.append((route, route.fetch())))
    ana.bets("10")
    wait_until(lambda: late, "no bet is sent", meanwhile=lambda: ana.page.evaluate("0"))

    with luis.bet_is_taken():
        luis.bets("10")
    expect(ana.felt).to_have_attribute("data-version", str(version_of(place)))
    ((route, response),) = late
    route.fulfill(response=response)

    expect(ana.page.locator("#own")).to_have_attribute("data-version", str(version_of(place)))


@pytest.mark.slow
def test_an_own_part_that_got_lost_is_asked_for_again(
    programs: Programs, comes: Callable[[Place, str, ViewportSize], TablePage]
) -> None:
    """The network fails during the last change that concerns this player."""
    place, (ana, luis, _) = three_at_a_table(comes)
    luis.page.route("**/own/", lambda route: route.abort("internetdisconnected"))
    ana.bets("10")
    expect(luis.page.locator("#table-trouble")).to_be_visible()
    luis.page.unroute("**/own/")

    expect(luis.page.locator("#own")).to_have_attribute("data-version", str(version_of(place)))
    expect(luis.page.locator("#table-trouble")).to_be_hidden()


def test_a_page_asks_for_the_own_part_where_something_in_it_changes(
    programs: Programs, comes: Callable[[Place, str, ViewportSize], TablePage]
) -> None:
    """Other players' bets and the bell change the public part only; the first cards change the own part."""
    place = a_live_table("live", **PATIENT)
    pages = [comes(place, name, DESK) for name in ("ana", "luis", "eva")]
    for box, one in enumerate(pages, 1):
        one.sits(box)
    pages[1].bets("10")
    expect(pages[1].page.locator("#withdraw")).to_be_visible()
    asked: list[str] = []
    pages[1].page.on("request", lambda sent: asked.append(sent.url.rsplit("/", 2)[-2]))

    pages[0].bets("10")
    pages[2].bets("10")
    expect(pages[1].page.locator(".live-early, #actions, #answers").first).to_be_attached()

    assert [one for one in asked if one in {"open", "own"}] == ["open", "own"]


SLEPT = """() => new MutationObserver(() => {
    window.slept ||= document.querySelector("#deal[data-asleep]") !== null;
}).observe(document, {subtree: true, childList: true, attributeFilter: ["data-asleep"]})"""


def test_the_button_of_a_bet_stays_awake_while_others_bet(
    programs: Programs, comes: Callable[[Place, str, ViewportSize], TablePage]
) -> None:
    """Buttons are disabled briefly after they change or move; another player's bet does neither here."""
    place, (ana, luis, eva) = three_at_a_table(comes)
    ana.bets("10")
    expect(luis.page.locator("#behind")).to_be_attached()
    expect(luis.page.locator("#deal")).to_be_enabled()
    luis.page.evaluate(SLEPT)

    eva.bets("10")
    expect(eva.page.locator("#withdraw")).to_be_visible()
    expect(luis.page.locator("#own")).to_have_attribute("data-version", str(version_of(place)))
    assert luis.page.evaluate("window.slept") is not True


def three_at_a_table(
    comes: Callable[[Place, str, ViewportSize], TablePage],
) -> tuple[Place, list[TablePage]]:
    """Return a table with three players, each of whose bets changes the others' pages; all three must bet first."""
    place = a_live_table("casino_floor", **PATIENT)
    pages = [comes(place, name, DESK) for name in ("ana", "luis", "eva")]
    for box, one in enumerate(pages, 1):
        one.sits(box)
    return place, pages


def held(page: Page, address: str) -> list[Route]:
    """Return a list that collects the page's requests for the address; each waits until the test continues it."""
    found: list[Route] = []
    page.route(address, lambda route: found.append(route))  # noqa: PLW0108 - Playwright cannot set its attribute on a builtin method
    return found


def version_of(place: Place) -> int:
    return Clock.objects.get(place=place).version


def test_without_javascript_the_page_reloads_itself_and_everything_works(
    programs: Programs, site: Site, browser: Browser
) -> None:
    """Plain forms; words are sent with the bet instead of a sealed seed."""
    place = a_live_table("live", **PATIENT)
    player = scenes.new_player("ana@example.test", "1000")
    context = browser.new_context(base_url=site.url, java_script_enabled=False, viewport=PHONE)
    come_in(context, player)
    page = context.new_page()
    page.goto(f"/live/{place.table.slug}/")
    page.click("#take-4")
    page.fill("[name=stake-4]", "10")
    page.fill("[name=salt_text]", "palabras de ana")
    page.click("#deal")
    wait_until(lambda: Round.objects.filter(player=player).exists(), "nothing is dealt")
    if phase_of(place) == Clock.Phase.ANSWERS:
        page.click("#answer-decline")
        wait_until(lambda: phase_of(place) != Clock.Phase.ANSWERS, "the answer is not taken")
    if phase_of(place) == Clock.Phase.TURNS:
        page.click("#action-stand")
    wait_until(lambda: finished(place) == 1, "the deal does not end", seconds=90)
    expect(page.locator(".live-result")).to_be_visible()
    assert SeatSeal.objects.get(exchange__place=place).seal == ""
