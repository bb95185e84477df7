"""Streams of a live table in browsers: watchers, a lost stream, and tabs that share one."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from casino.models import Place, Round, SeatSeal
from tests.live.pages import DESK, PHONE, SMALL, TablePage
from tests.live.scenes import a_live_table
from tests.live.site import Programs
from tests.live.test_browsers import PATIENT, play_deal
from tests.waiting import wait_until

pytestmark = [pytest.mark.committed, pytest.mark.usefixtures("unhurried")]


def test_a_watcher_sees_the_deal_without_hidden_cards(
    programs: Programs, comes: Callable[[Place, str, ViewportSize], TablePage]
) -> None:
    place = a_live_table("live", **PATIENT)
    ana, eva = comes(place, "ana", SMALL), comes(place, "eva", DESK)
    ana.sits(1)
    play_deal(place, [ana])
    expect(eva.felt).to_have_attribute("data-phase", "intermission")
    assert eva.page.locator("[data-box='1'] .card").count() >= 2
    assert not Round.objects.filter(player=eva.player).exists()


def test_a_page_without_its_stream_keeps_working(
    programs: Programs, comes: Callable[[Place, str, ViewportSize], TablePage]
) -> None:
    """Without a stream process the page polls; once the process is back, changes arrive through the stream."""
    place = a_live_table("live", **PATIENT)
    ana, luis = comes(place, "ana", DESK), comes(place, "luis", PHONE)
    programs.stop("streams")
    ana.sits(2)
    expect(luis.page.locator("[data-box='2'] .live-box__player")).to_have_text(
        ana.player.shown_name
    )
    programs.start("streams")
    luis.sits(4)
    play_deal(place, [ana, luis])


@pytest.mark.slow
def test_a_seventh_tab_works_and_all_tabs_of_a_browser_share_one_stream(
    programs: Programs, comes: Callable[[Place, str, ViewportSize], TablePage]
) -> None:
    """Browsers allow six connections to a host: with a stream for each tab, the seventh could load nothing.

    If the tab with the stream is closed, another one takes over.
    """
    place = a_live_table("live", **PATIENT)
    ana, luis = comes(place, "ana", DESK), comes(place, "luis", PHONE)
    tabs = [ana.page, *(ana.page.context.new_page() for _ in range(6))]
    for tab in tabs[1:]:
        tab.goto(f"/live/{place.table.slug}/")
        tab.wait_for_selector("#felt")

    def streaming() -> list[Page]:
        return [tab for tab in tabs if tab.locator("#stream[sse-connect]").count()]

    wait_until(lambda: len(streaming()) == 1, "not one tab has the stream")
    last = TablePage(ana.player, tabs[-1])
    last.sits(3)
    luis.sits(5)
    for tab in tabs:
        expect(tab.locator("[data-box='5'] .live-box__player")).to_have_text(luis.player.shown_name)
    (leader,) = streaming()
    assert leader is tabs[0]
    leader.close()
    tabs.remove(leader)
    wait_until(lambda: len(streaming()) == 1, "no other tab has the stream")
    play_deal(place, [last, luis])
    for tab in tabs:
        expect(tab.locator("#felt")).to_have_attribute("data-phase", "intermission")
    assert not SeatSeal.objects.filter(exchange__place=place, seat_seed=None).exists()
