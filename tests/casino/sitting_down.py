"""Signing in and betting at one of the house's tables, in a browser."""

from uuid import uuid4

from playwright.sync_api import Page, expect

from tests.casino import scenes
from tests.fixtures.coming_in import come_in
from wallet.ledger.services.movements import grant_play_money
from wallet.money.values import Money


def sign_in(page: Page, slug: str, *seeds: str, language: str = "en") -> None:
    """Open the table's page as a new player with money of the table's kind; wait for its scripts."""
    player, table = scenes.new_player(), scenes.table_of(slug.replace("-", "_"))
    if table.is_play_money:
        money = Money.parse("1000", table.currencies[0])
        grant_play_money(player.pk, money, key=uuid4(), reason="tests")
    scenes.sit(player, table, *seeds)
    player.language = language
    player.save(update_fields=["language"])
    come_in(page.context, player)
    page.goto(f"/table/{slug}/")
    expect(page.locator("#bet")).to_be_visible()
    page.wait_for_load_state()


def choose_bet(page: Page, name: str) -> None:
    """Click the circle of the bet whose field has this name."""
    page.locator(f"[data-spot='{name}']").click()


def type_bet(page: Page, name: str, amount: str) -> None:
    """Type the amount of a bet. Its field appears when its circle is chosen."""
    choose_bet(page, name)
    page.fill(f"[data-amount][name='{name}']", amount)


def bet_names(page: Page) -> list[str]:
    """Return the names of all amount fields of the next bet."""
    fields = page.locator("[data-amount]").all()
    return [name for field in fields if (name := field.get_attribute("name"))]
