"""Notices for players who cannot bet: reason and link to what to do next, at private and live tables."""

from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress

from accounts.models.users import State, User
from tables.models import Table
from tables.selectors.house_tables import FRIENDLY
from tests.casino import scenes
from tests.live.scenes import Guest, a_live_table
from tests.tables.house import an_open_table

pytestmark = pytest.mark.database

IDENTITY, EMAIL, BANK = 'href="/account/identity/"', 'href="/account/email/"', 'href="/bank/"'


def private_page(player: User) -> str:
    scenes.ligalo()
    return notice_in(scenes.signed_in(player).get("/table/ligalo/").text)


def live_page(player: User) -> str:
    Guest(a_live_table(), "eva", known=player).sits(1)
    return notice_in(scenes.signed_in(player).get("/live/live/").text)


def notice_in(page: str) -> str:
    """Return the notice only; header and menu have links of their own."""
    return page.partition('id="barred"')[2].partition("</p>")[0]


@pytest.mark.parametrize("page_of", [private_page, live_page])
def test_unverified_players_get_links_to_documents_and_play_money(
    page_of: Callable[[User], str],
) -> None:
    player = scenes.new_player()
    User.objects.filter(pk=player.pk).update(verified_at=None, verification_method="")
    notice = page_of(player)
    assert IDENTITY in notice
    assert " de 4 pasos hechos" in notice
    assert 'href="/"' in notice
    assert BANK not in notice


@pytest.mark.parametrize("page_of", [private_page, live_page])
def test_the_way_to_play_money_is_the_guests_table_where_it_is_open(
    page_of: Callable[[User], str],
) -> None:
    player, friendly = scenes.new_player(), an_open_table(FRIENDLY)
    User.objects.filter(pk=player.pk).update(verified_at=None, verification_method="")
    notice = page_of(player)
    assert 'href="/table/friendly/"' in notice
    assert 'href="/"' not in notice
    Table.objects.filter(pk=friendly.pk).update(status=Table.Status.CLOSED)
    assert 'href="/"' in notice_in(scenes.signed_in(player).get("/table/ligalo/").text)


def test_unconfirmed_players_get_a_link_to_confirm() -> None:
    player = scenes.new_player()
    EmailAddress.objects.filter(user=player).update(verified=False)
    User.objects.filter(pk=player.pk).update(state=State.PENDING)
    notice = private_page(player)
    assert EMAIL in notice
    assert IDENTITY not in notice


def test_suspended_players_get_a_link_to_their_money() -> None:
    player = scenes.new_player()
    User.objects.filter(pk=player.pk).update(state=State.SUSPENDED)
    notice = private_page(player)
    assert BANK in notice
    assert IDENTITY not in notice
