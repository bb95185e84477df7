"""Reduced motion, and suits that can be told apart."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from accounts.models.users import User
from tests.casino import scenes
from tests.exhaustive import slow_but_every
from tests.fixtures.coming_in import come_in
from tests.fixtures.site import Site
from tests.look.test_table_by_hand import FIXED_SALT

ENOUGH = 4.5  # minimum contrast ratio to the paper, to one
SUITS = """() => Object.fromEntries([..."CDHS"].map((suit) => {
    const card = document.createElement("div");
    card.className = `card card--${suit}`;
    document.querySelector(".felt").append(card);
    return [suit, getComputedStyle(card).color];
}))"""
PAPER = "getComputedStyle(document.documentElement).getPropertyValue('--card-paper').trim()"


def luminance(colour: str) -> float:
    """Return the relative luminance of `rgb(…)` or `#rrggbb`, as defined by WCAG."""
    if colour.startswith("#"):
        parts = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    else:
        parts = [int(part) for part in colour.removeprefix("rgb(").removesuffix(")").split(",")]
    linear = [
        part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4
        for part in parts
    ]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def seated(page: Page, **options: bool) -> None:
    ana = scenes.new_player()
    User.objects.filter(pk=ana.pk).update(**options)
    ana.refresh_from_db()
    scenes.sit(ana, scenes.ligalo(), scenes.seed_for(scenes.ordinary))
    page.add_init_script(FIXED_SALT)
    come_in(page.context, ana)
    page.goto("/table/ligalo/")
    page.wait_for_load_state()


@pytest.mark.slow
@pytest.mark.parametrize("four", [True, False])
def test_suits_have_their_colours_and_stand_out_from_the_paper(
    page: Page, site: Site, *, four: bool
) -> None:
    seated(page, four_colour_cards=four)
    colours, paper = page.evaluate(SUITS), page.evaluate(PAPER)
    assert len(set(colours.values())) == (4 if four else 2)
    assert {suit for suit, colour in colours.items() if contrast(colour, paper) < ENOUGH} == set()


@pytest.mark.parametrize("motion", slow_but_every(2, ["reduce", "no-preference"]))
def test_reduced_motion_shows_no_animation(browser: Browser, site: Site, motion: Any) -> None:
    context = browser.new_context(base_url=site.url, reduced_motion=motion)
    page = context.new_page()
    seated(page)
    page.fill("#stake-1", "10")
    page.click("#deal")
    expect(page.locator("#actions")).to_be_visible()
    moving = page.evaluate("document.getAnimations().length")
    moved = page.locator(":is(.is-dealt, .is-flipped)").count()
    assert (moving, moved) == (0, 0) if motion == "reduce" else moved > 0
    context.close()
