"""All controls of a bet at once, at every width: none covers another, no label overflows its button."""

from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from accounts.models.users import User
from tests.casino import scenes
from tests.casino.sitting_down import sign_in
from tests.look.test_felt_of_every_table import play_on
from tests.look.test_table_at_a_glance import deal
from tests.look.test_table_by_hand import FIXED_SALT
from wallet.ledger.services.movements import credit_deposit
from wallet.money.values import Money

WIDTHS = (320, 360, 390, 640, 768, 1024, 1088, 1280, 1440, 1920)
FAULTS = """() => {
    const seen = [...document.querySelectorAll("#bet :is(button, a, input, .spot, label, .bet__limits)")].filter((one) => one.offsetWidth > 1 && !one.closest(".spot *"));
    const name = (one) => one.id || one.name || one.textContent.trim() || one.className;
    const boxes = seen.map((one) => [name(one), one.getBoundingClientRect()]);
    const covered = boxes.flatMap(([one, a], n) => boxes.slice(n + 1)
        .filter(([, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
        .map(([other]) => `${one} covers ${other}`));
    const spilled = seen.filter((one) => one.matches("button:not(.chip)") && one.scrollWidth > one.clientWidth + 1).map((one) => `${name(one)} is too wide`);
    const outside = boxes.filter(([, box]) => box.left < 0 || box.right > innerWidth).map(([one]) => `${one} is outside`);
    return [...covered, ...spilled, ...outside];
}"""
LOWS = """() => ["[data-bet=double]", "#deal"].map((one) => document.querySelector(one).getBoundingClientRect())
    .map((box) => Math.round(box.top + box.height / 2))"""


def at_the_second_bet(page: Page, slug: str, language: str) -> None:
    """Play one round as a player with three currencies, who can then repeat the bet."""
    page.add_init_script(FIXED_SALT)
    sign_in(page, slug, scenes.seed_for(scenes.ordinary), language=language)
    player = User.objects.get(email="ana@example.test")
    for money in (Money.parse("500", "EUR"), Money.parse("4000000", "COP")):
        credit_deposit(player.pk, money, key=uuid4(), provider="demo")
    page.reload()
    expect(page.locator(".bet__currencies a")).to_have_count(3)
    deal(page)
    while page.locator("#actions").count():
        play_on(page, ("decline", "stand"))
    expect(page.locator("[data-bet=rebet]")).to_be_visible()


def faults_with(page: Page, *stakes: str) -> list[str]:
    found = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        for stake in stakes:
            page.fill("#stake-1", stake)
            found += [f"{stake} at {width}: {one}" for one in page.evaluate(FAULTS)]
        tools, button = page.evaluate(LOWS)
        if width >= 768 and abs(tools - button) > 20:
            found.append(f"at {width} the deal is not in the line of the tools")
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "language"),
    [
        ("casino-floor", "es"),  # the longest words and the most boxes
        pytest.param("casino-floor", "en", marks=pytest.mark.slow),
        pytest.param("ligalo", "es", marks=pytest.mark.slow),
        pytest.param("ligalo", "en", marks=pytest.mark.slow),
    ],
)
def test_the_controls_of_a_bet_fit_at_every_width(page: Page, slug: str, language: str) -> None:
    at_the_second_bet(page, slug, language)
    faults = faults_with(page, "1", "37,60" if language == "es" else "37.60")
    page.locator(".bet__currencies a", has_text="COP").click()
    expect(page.locator(".bet__currencies a[aria-current]")).to_have_text("COP")
    faults += faults_with(page, "4000", "148600")
    assert not faults, "\n".join(faults)
