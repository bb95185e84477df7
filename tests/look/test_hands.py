"""Hands and shoes in a browser: no horizontal overflow, no serious axe fault, replay by keyboard."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from accounts.roles.values import Role
from casino.models import Round
from casino.play.services.betting import place_bet
from casino.selectors.places import find_shoe_rounds
from tests.accounts.staff import staff
from tests.casino import scenes
from tests.compliance.hands import HANDS, SHOES, a_closed_shoe, page_of, page_of_shoe
from tests.look.test_back_office import (
    comes_in,
    context,
    faults,
)

__all__ = ["context"]


def hits(round_: Round) -> Round:
    """Play a round to its end, starting with a hit if one is possible."""
    if (
        round_.status == Round.Status.IN_PROGRESS
        and "hit" in scenes.live_deal(round_).legal_actions
    ):
        round_ = scenes.play(round_, "hit")
    return scenes.play_out(round_)


@pytest.mark.slow
def test_no_page_of_hands_has_a_serious_fault(context: BrowserContext) -> None:
    shoe = a_closed_shoe(hits, scenes.play_out, hits)
    played = find_shoe_rounds(shoe).latest("deal__nonce")
    participant = shoe.place.participants.get()
    runs = place_bet(participant.player, participant.table, scenes.bet_request(participant))
    page = comes_in(context, staff(Role.COMPLIANCE_ANALYST))

    for address in (
        HANDS,
        f"{HANDS}?status=completed&player=ana",
        f"{HANDS}?since=x",
        page_of(played),
        page_of(runs),
        f"{page_of(played)}replay/0/",
        SHOES,
        page_of_shoe(shoe),
        page_of_shoe(runs.deal.shoe),
    ):
        page.goto(address)
        assert (address, faults(page)) == (address, [])


@pytest.mark.slow
def test_a_shoe_is_computed_and_a_hand_replayed_by_keyboard(context: BrowserContext) -> None:
    shoe = a_closed_shoe(hits)
    page = comes_in(context, staff(Role.AUDITOR))
    page.goto(page_of_shoe(shoe))
    page.locator("form[action*='prove'] button").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#proof .staff-badge--usable").first).to_be_visible()
    assert page.locator("#proof .staff-badge--wrong").count() == 0

    played = find_shoe_rounds(shoe).get()
    page.goto(f"{page_of(played)}replay/0/")
    for step in range(1, played.decisions.count() + 1):
        goes_on(page)
        expect(page).to_have_url(re.compile(f"/replay/{step}/$"))


def goes_on(page: Page) -> None:
    """Follow the link to the next step by keyboard."""
    page.locator("a[rel=next]").focus()
    page.keyboard.press("Enter")
