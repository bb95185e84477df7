"""First hand of a new visitor, as a guest and with a new account, counted in clicks and fields."""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from accounts.models.users import State, User
from casino.models import Round
from tests.accounts.people import PASSWORD
from tests.casino import scenes
from tests.fixtures.site import Site
from wallet.ledger.selectors.funds import balance

EMAIL = "ana@example.com"


class Visitor:
    """Visitor whose clicks and filled fields are counted."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks, self.fields = page, 0, 0

    def press(self, what: Locator) -> None:
        what.click()
        self.clicks += 1

    def fill(self, label: str, text: str) -> None:
        self.page.get_by_label(label, exact=True).fill(text)
        self.fields += 1

    def sees_a_hand(self) -> None:
        hand = self.page.locator("#table .hand .card").first
        expect(hand).to_be_visible()


@pytest.fixture
def visitor(page: Page) -> Visitor:
    scenes.table_of("friendly")
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/")
    return Visitor(page)


def main(page: Page) -> Locator:
    return page.locator("main")


def play_free(visitor: Visitor) -> None:
    visitor.press(main(visitor.page).get_by_role("link", name=re.compile(r"Play free \(18\+\)")))
    visitor.press(visitor.page.locator("#deal"))
    visitor.sees_a_hand()


def sign_up(visitor: Visitor) -> None:
    page = visitor.page
    visitor.fill("Email", EMAIL)
    visitor.fill("Password", PASSWORD)
    visitor.fill("Birth date", "1990-05-17")
    page.get_by_label("Country where you live").select_option("CO")
    for box in page.get_by_role("checkbox").all():
        visitor.press(box)
    visitor.press(page.get_by_role("button", name="Open my account"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Confirm your email address")


def confirm(page: Page, site: Site) -> None:
    links = re.findall(r"https?://[^/\s]+(/account/confirm-email/\S+)", site.output())
    page.goto(links[-1])
    page.get_by_role("button", name="Yes, confirm it").click()


def test_a_guest_has_a_hand_after_two_clicks_and_no_field(visitor: Visitor) -> None:
    play_free(visitor)

    assert (visitor.clicks, visitor.fields) == (2, 0)
    guest = User.objects.get(is_guest=True)
    assert Round.objects.filter(player=guest).count() == 1
    expect(visitor.page.locator("#guest")).to_contain_text("You play as a guest")
    visitor.page.reload()
    visitor.sees_a_hand()


def test_a_press_before_the_other_scripts_have_come_deals(visitor: Visitor) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    visitor.page.route(re.compile(r"/js/(?!salt\.)"), hold)
    visitor.page.goto("/table/friendly/", wait_until="commit")
    visitor.press(visitor.page.locator("#deal"))
    visitor.sees_a_hand()
    assert held


def test_a_new_account_has_a_hand_of_play_money_before_its_address_is_confirmed(
    visitor: Visitor,
) -> None:
    page = visitor.page
    visitor.press(main(page).get_by_role("link", name="Open an account"))
    sign_up(visitor)
    visitor.press(page.get_by_role("link", name="Play with play money meanwhile"))
    visitor.press(page.locator("#deal"))
    visitor.sees_a_hand()

    assert visitor.clicks <= 8
    assert visitor.fields == 3
    player = User.objects.get(email=EMAIL)
    assert (player.state, player.is_guest) == (State.PENDING, False)
    assert Round.objects.filter(player=player).count() == 1


def test_a_guest_who_signs_up_keeps_hand_and_balance_and_comes_back_to_the_table(
    visitor: Visitor, site: Site
) -> None:
    page = visitor.page
    play_free(visitor)
    guest = User.objects.get(is_guest=True)
    before, hand = balance(guest.pk, "PLY"), Round.objects.get(player=guest)

    page.locator("#guest").get_by_role("link", name="Open an account").click()
    sign_up(visitor)
    confirm(page, site)

    expect(page).to_have_url(re.compile("/table/friendly/$"))
    player = User.objects.get(email=EMAIL)
    assert (player.pk, player.is_guest, player.state) == (guest.pk, False, State.ACTIVE)
    assert balance(player.pk, "PLY") == before
    visitor.sees_a_hand()
    assert page.locator("#table").get_attribute("data-round") == str(hand.public_id)
    expect(page.locator("#guest")).to_have_count(0)


@pytest.mark.slow
def test_the_link_of_the_mail_leads_back_on_another_device_too(
    visitor: Visitor, site: Site
) -> None:
    page = visitor.page
    page.goto("/account/signup/?next=/table/friendly/")
    sign_up(visitor)
    other = page.context.browser
    assert other is not None
    elsewhere = other.new_context(base_url=site.url, locale="en-GB").new_page()

    confirm(elsewhere, site)

    expect(elsewhere).to_have_url(re.compile("/table/friendly/$"))
    page.goto("/account/login/?next=/table/friendly/")
    page.get_by_label("Email").fill(EMAIL)
    page.get_by_label("Password").fill(PASSWORD)
    main(page).get_by_role("button", name="Sign in", exact=True).click()
    expect(page).to_have_url(re.compile("/table/friendly/$"))
    expect(page.locator("#guest")).to_have_count(0)
    elsewhere.context.close()
