"""A player who signs in at one of the house's tables, in a browser."""

from uuid import uuid4

from playwright.sync_api import Page, expect

from tests.casino import scenes
from tests.fixtures.coming_in import come_in
from wallet.ledger.services.movements import grant_play_money
from wallet.money.values import Money


def sign_in(page: Page, slug: str, *seeds: str, language: str = "en") -> None:
    """A new player with money of the table's kind, at its page, whose scripts are there."""
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
