"""The felt of every table from 320 pixels to a desktop: all in sight, nothing cut off, no serious axe fault."""

from collections.abc import Iterator

import pytest
from _pytest.mark import ParameterSet
from playwright.sync_api import Browser, Page, ViewportSize, expect

from blackjack import side_bets
from blackjack.bets import Bet
from blackjack.deal import Deal
from blackjack.presets import PRESETS
from tests.casino import scenes
from tests.casino.sitting_down import bet_names, choose_bet, sign_in, type_bet
from tests.fixtures.axe import serious_faults
from tests.fixtures.site import Site
from tests.look.test_table_by_hand import FIXED_SALT

TABLES = {"ligalo": 1, "atlantic-city": 5, "casino-floor": 7, "live": 1, "friendly": 1}
WIDEST = "casino-floor"  # `make test` covers the felt of this table only
SIZES: list[ViewportSize] = [
    {"width": 320, "height": 640},
    {"width": 768, "height": 1024},
    {"width": 1440, "height": 900},
    {"width": 740, "height": 360},
    {"width": 390, "height": 844},
]
OUTSIDE = """() => [...document.querySelectorAll("#table *:not(.visually-hidden)")].filter((one) => {
  const box = one.getBoundingClientRect();
  const cloth = one.closest(".felt")?.getBoundingClientRect();
  const sideways = box.left < -1 || box.right > innerWidth + 1;
  return box.width > 0 && (sideways || (cloth && (box.right > cloth.right + 1 || box.bottom > cloth.bottom + 1)));
}).map((one) => one.outerHTML.slice(0, 80))"""

OVERFLOWING = """() => [...document.querySelectorAll(".table-wrap, .data-table td")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => `${one.scrollWidth} in ${one.clientWidth}: ${one.className}`)"""

COVERED = """(place) => {
  const one = document.querySelector(place), box = one.getBoundingClientRect();
  return document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2) !== one;
}"""

# Elements covering it, except other cards of the same hand.
COVERS = """(one) => {
  const own = one.closest(".dealer, .result"), box = one.getBoundingClientRect(), middle = box.left + box.width / 2;
  return [box.top + 2, box.bottom - 2].map((y) => document.elementFromPoint(middle, y))
    .filter((found) => !own.contains(found)).map((found) => found?.outerHTML.slice(0, 80) ?? "out of sight");
}"""


def swept(*slugs: str) -> list[ParameterSet]:
    """Return the slugs as parameters; all but WIDEST are slow."""
    return [pytest.param(slug, marks=() if slug == WIDEST else pytest.mark.slow) for slug in slugs]


@pytest.fixture
def phone(browser: Browser, site: Site) -> Iterator[Page]:
    """Return a page on a phone without CSP, because axe injects styles into the page it checks."""
    context = browser.new_context(
        base_url=site.url, locale="es", viewport=SIZES[-1], bypass_csp=True
    )
    yield context.new_page()
    context.close()


def faults(page: Page) -> list[tuple[int, object]]:
    """Return the faults of the table's current state as (width, fault), at every size."""
    found: list[tuple[int, object]] = []
    for size in SIZES:
        page.set_viewport_size(size)
        found += [(size["width"], words) for words in page.evaluate(OUTSIDE)]
        if page.evaluate("document.documentElement.scrollWidth") > size["width"]:
            found.append((size["width"], "the page scrolls sideways"))
    return [*found, *((0, fault) for fault in serious_faults(page))]


def bet_on_everything(page: Page, stake: str, beside: str = "1") -> None:
    """Bet `stake` on every box and `beside` on every side bet, then deal; the round may end at once."""
    for name in bet_names(page):
        type_bet(page, name, stake if name.startswith("stake") else beside)
    page.click("#deal")
    expect(page.locator("#actions, .result").first).to_be_attached()


def play_on(page: Page, verbs: tuple[str, ...] = ("split", "decline", "stand")) -> None:
    """Take the first decision of `verbs` that is available; the defaults add money only to split."""
    step = page.locator("#actions input[name=step]").get_attribute("value")
    buttons = (page.locator(f"#action-{verb}:not([aria-describedby])") for verb in verbs)
    next(button for button in buttons if button.count()).click()
    expect(page.locator(f"#actions input[name=step][value='{step}']")).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize("slug", swept(*TABLES))
def test_a_round_of_all_boxes_fits_at_every_size(phone: Page, slug: str) -> None:
    sign_in(phone, slug, language="es")
    assert faults(phone) == []

    bet_on_everything(phone, "2")
    expect(phone.locator(".seat")).to_have_count(TABLES[slug])
    assert faults(phone) == []
    while phone.locator("#actions").count():
        play_on(phone)
    assert faults(phone) == []


@pytest.mark.slow
def test_the_list_of_rounds_shows_many_hands_and_what_to_do_about_them_in_the_window(
    phone: Page,
) -> None:
    phone.add_init_script(FIXED_SALT)
    sign_in(phone, "casino-floor", "7" * 64, language="es")
    bet_on_everything(phone, "2")
    while phone.locator("#actions").count():
        play_on(phone)
    phone.goto("/rounds/")

    for size in SIZES:
        phone.set_viewport_size(size)
        assert phone.evaluate(OVERFLOWING) == [], size


@pytest.mark.slow
def test_on_a_phone_the_dealer_and_the_hand_that_is_asked_are_in_sight(phone: Page) -> None:
    sign_in(phone, "casino-floor", language="es")
    bet_on_everything(phone, "2")

    asked = 0
    while phone.locator("#actions").count():
        if phone.locator(".hand--active").count():
            asked += 1
            expect(phone.locator(".dealer .card").first).to_be_in_viewport(ratio=0.9)
            expect(phone.locator(".hand--active .card").first).to_be_in_viewport(ratio=0.9)
            expect(phone.locator("#actions button").first).to_be_in_viewport(ratio=0.9)
        play_on(phone)
    assert asked > TABLES["casino-floor"] // 2  # boxes with a natural are skipped


@pytest.mark.slow
def test_on_a_phone_chips_and_deal_are_in_sight_at_every_box(phone: Page) -> None:
    sign_in(phone, "casino-floor", language="es")

    for box in range(1, TABLES["casino-floor"] + 1):
        choose_bet(phone, f"stake-{box}")
        expect(phone.locator(f"#stake-{box}")).to_be_in_viewport(ratio=0.9)
        expect(phone.locator("#deal")).to_be_in_viewport(ratio=0.9)
        expect(phone.locator("[data-chip]").first).to_be_in_viewport(ratio=0.9)


@pytest.mark.slow
@pytest.mark.parametrize("slug", swept("casino-floor", "live"))
def test_bets_are_put_on_the_felt_and_deal_is_beside_the_thumb(phone: Page, slug: str) -> None:
    sign_in(phone, slug, language="es")

    for name in bet_names(phone):
        choose_bet(phone, name)
        phone.locator("[data-chip='1.00']").click()
        field = phone.locator(f"[data-amount][name='{name}']")
        expect(field).not_to_have_value("")
        amount = field.input_value()
        expect(phone.locator(f".felt [data-spot='{name}'] .circle__amount")).to_have_text(amount)
        label = str(field.evaluate("one => one.labels[0].textContent.trim()"))
        expect(phone.locator("#stake-limits")).to_contain_text(
            f"{label}: US$\N{NO-BREAK SPACE}1,00"
        )
        expect(phone.locator("#deal")).to_be_in_viewport(ratio=1)


def test_a_refused_box_is_scrolled_into_view_with_the_reason(phone: Page) -> None:
    sign_in(phone, "casino-floor", language="es")
    type_bet(phone, "stake-7", "9999")
    phone.evaluate("scrollTo(0, 0)")
    phone.set_viewport_size({"width": 390, "height": 560})
    phone.click("#deal")

    expect(phone.locator("#refusal")).to_be_in_viewport(ratio=1)
    expect(phone.locator("#stake-7")).to_be_focused()
    expect(phone.locator("#stake-7")).to_be_in_viewport(ratio=1)
    assert phone.evaluate(COVERED, "#stake-7") is False


@pytest.mark.slow
@pytest.mark.parametrize("slug", swept("atlantic-city", "casino-floor"))
def test_a_phone_held_sideways_shows_dealer_boxes_and_decisions_together(
    phone: Page, slug: str
) -> None:
    phone.set_viewport_size({"width": 740, "height": 360})
    sign_in(phone, slug, language="es")
    expect(phone.locator("[name=stake-1]")).to_be_in_viewport(ratio=1)
    expect(phone.locator("[data-spot='stake-1']")).to_be_in_viewport(ratio=1)
    expect(phone.locator("#deal")).to_be_in_viewport(ratio=0.9)
    bet_on_everything(phone, "2")

    while phone.locator("#actions").count():
        if phone.locator(".hand--active").count():
            expect(phone.locator(".dealer .card").first).to_be_in_viewport(ratio=0.9)
            expect(phone.locator(".hand--active .card").first).to_be_in_viewport(ratio=0.9)
            expect(phone.locator("#actions button").first).to_be_in_viewport(ratio=0.9)
        play_on(phone, ("decline", "stand"))


@pytest.mark.slow
def test_at_the_end_of_many_boxes_the_dealer_and_the_result_are_in_sight(phone: Page) -> None:
    sign_in(phone, "casino-floor", language="es")
    bet_on_everything(phone, "2")
    while phone.locator("#actions").count():
        phone.evaluate("scrollTo(0, document.documentElement.scrollHeight)")  # to the last box
        play_on(phone)

    assert phone.locator(".dealer .card").first.evaluate(COVERS) == []
    assert phone.locator(".result").evaluate(COVERS) == []
    expect(phone.locator(".dealer .card").first).to_be_in_viewport(ratio=1)
    expect(phone.locator(".result")).to_be_in_viewport(ratio=1)
    expect(phone.locator("#deal")).to_be_in_viewport(ratio=1)


@pytest.mark.slow
def test_a_round_that_is_over_when_dealt_is_shown_with_its_boxes(phone: Page) -> None:
    """The end of the round may also change the shoe."""
    stakes = tuple(Bet(box, 20_000) for box in range(1, TABLES["atlantic-city"] + 1))
    seed = scenes.seed_for(lambda dealt: dealt.complete, PRESETS["atlantic_city"], stakes)
    phone.add_init_script(FIXED_SALT)
    sign_in(phone, "atlantic-city", seed, language="es")
    bet_on_everything(phone, "2")

    expect(phone.locator(".seat")).to_have_count(TABLES["atlantic-city"])
    expect(phone.locator(".result")).to_be_visible()
    assert faults(phone) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "won"),
    [
        ("dealer_pair", "coloured"),
        pytest.param("21+3", "suited_trips", marks=pytest.mark.slow),
    ],
)
def test_side_bet_winnings_fit_at_every_size(phone: Page, name: str, won: str) -> None:
    """With the longest words and the highest stakes allowed."""
    rules = PRESETS["live"]

    def wanted(dealt: Deal) -> bool:
        dealer = (*dealt.dealer, dealt.draw(3))
        return side_bets.best_outcome(name, dealt.boxes[0].dealt, dealer) == won

    stakes = (Bet(1, 2000, dict.fromkeys(rules.side_bets, 2000)),)
    phone.add_init_script(FIXED_SALT)
    sign_in(phone, "live", scenes.seed_for(wanted, rules, stakes), language="es")
    bet_on_everything(phone, "20", "20")
    while phone.locator("#actions").count():
        play_on(phone)

    expect(phone.locator(".side .outcome--win")).not_to_have_count(0)
    assert faults(phone) == []
