"""The balance in the header of every page: in the last used currency, for players only."""

import re
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.roles.values import Role
from tests.accounts.staff import staff
from tests.casino import scenes
from wallet.ledger.selectors.funds import latest_balance
from wallet.ledger.services.movements import credit_deposit
from wallet.money.values import Money

pytestmark = pytest.mark.database


def test_the_balance_is_that_of_the_currency_last_used() -> None:
    player = scenes.new_player(funds="15")
    assert latest_balance(player.pk) == Money.parse("15", "USD")
    credit_deposit(player.pk, Money.parse("7", "EUR"), key=uuid4(), provider="demo")
    assert latest_balance(player.pk) == Money.parse("7", "EUR")
    credit_deposit(player.pk, Money.parse("1", "USD"), key=uuid4(), provider="demo")
    with CaptureQueriesContext(connection) as captured:
        assert latest_balance(player.pk) == Money.parse("16", "USD")
    assert len(captured) == 1


def test_players_without_an_account_have_no_balance() -> None:
    assert latest_balance(staff(Role.AUDITOR).pk) is None


@pytest.mark.parametrize("address", ["/", "/help/", "/rounds/", "/bank/", "/account/options/"])
def test_every_page_shows_a_player_the_balance(address: str) -> None:
    client = scenes.signed_in(scenes.new_player(funds="15"))
    answer = client.get(address, headers={"Accept-Language": "en"}, follow=True)
    header = answer.text.split("</header>")[0]
    assert 'class="site-balance"' in header
    assert "15.00" in header or "15,00" in header


def test_strangers_see_no_balance() -> None:
    assert "site-balance" not in Client().get("/").text


def test_a_table_repeats_its_own_balance_in_the_header() -> None:
    client = scenes.signed_in(scenes.new_player(funds="15"))
    table = scenes.table_of("ligalo")

    page = client.get(f"/table/{table.slug}/").text

    header = page.split("</header>")[0]
    assert re.search(r"data-header-balance>[^<]*15[.,]00", header)
