"""Rules shown on the table's page stay current while the player plays on without reloading."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from playwright.sync_api import Page, expect

from blackjack.presets import PRESETS
from blackjack.rules import Rules
from casino.models import Round
from tables.models import Table
from tests.casino import scenes
from tests.casino.test_browser import FIXED_SALT, sign_in
from tests.casino.test_table_page import bet_form, decision
from tests.fixtures.reading import read_in
from tests.fixtures.site import Site
from tests.tables.house import play_by, scheduled

pytestmark = pytest.mark.database

HEADERS = {"Accept-Language": "en", "HX-Request": "true"}
TABLE = "/table/ligalo/"
OLD, NEW = "3:2", "6:5"
OTHER = Rules.from_dict({"blackjack_pays": NEW, "resume_seconds": 60}, PRESETS["ligalo"])
NOON = datetime(2026, 3, 1, 12, 0, 30, tzinfo=UTC)


def head_of(text: str) -> str:
    """Return the page without the game section."""
    return re.sub(r'<section id="table".*</section>', "", text, flags=re.DOTALL)


def told(text: str) -> str:
    found = re.search(r"""hx-vals='\{"told": "([\d.]+)"\}'""", text)
    assert found is not None
    return found[1]


def player_of(round_: Round) -> Client:
    client = scenes.signed_in(round_.player)
    read_in(client, "en")
    return client


def test_a_running_round_is_shown_under_its_own_rules() -> None:
    round_ = scenes.deal(scenes.ordinary)
    play_by(round_.place.table, OTHER)

    page = player_of(round_).get(TABLE).text

    assert OLD in head_of(page)
    assert NEW not in head_of(page)
    assert "hold your hand for 5 minutes" in page


def test_the_fragment_brings_the_rules_of_the_next_shoe() -> None:
    with time_machine.travel(NOON, tick=False):
        round_ = scenes.deal(scenes.ordinary)
        client = player_of(round_)
        known = told(client.get(TABLE).text)
        play_by(round_.place.table, OTHER)

        sent = {**decision(round_, "stand"), "told": known}
        fragment = client.post(TABLE + "action/", sent, headers=HEADERS).text

        outside = head_of(fragment)
        assert outside.count('hx-swap-oob="true"') == 3
        assert NEW in outside
        assert OLD not in outside
        assert "hold your hand for 1 minute" in outside
        form = {**bet_form(round_.participant), "told": told(fragment), "salt": scenes.SALT}
        again = client.post(TABLE + "bet/", form, headers=HEADERS).text
        assert head_of(again).strip() == ""


def test_a_bet_for_old_rules_is_refused_with_the_new_ones() -> None:
    with time_machine.travel(NOON, tick=False):
        round_ = scenes.play_out(scenes.deal(scenes.ordinary))
        client = player_of(round_)
        form = {**bet_form(round_.participant), "told": told(client.get(TABLE).text)}
        play_by(round_.place.table, OTHER)

        answer = client.post(TABLE + "bet/", form, headers=HEADERS)

        assert answer.status_code == 409
        assert NEW in head_of(answer.text)


def test_announced_rules_and_limits_are_shown_within_a_minute() -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        round_ = scenes.deal(scenes.pair)
        client = player_of(round_)
        known = told(client.get(TABLE).text)
        scheduled(round_.place.table, OTHER, NOON + timedelta(days=3))
        Table.objects.update(max_bet_usd=400_000)

        sent = {**decision(round_, "split"), "told": known}
        fragment = client.post(TABLE + "action/", sent, headers=HEADERS).text
        assert head_of(fragment).strip() == ""
        clock.shift(timedelta(minutes=1))
        sent = {**decision(round_, "stand"), "told": told(fragment)}
        outside = head_of(client.post(TABLE + "action/", sent, headers=HEADERS).text)

        assert "has new rules" in outside
        assert OLD in outside
        assert "40.00" in outside


@pytest.mark.committed
def test_an_open_page_shows_new_rules_without_reloading(page: Page, site: Site) -> None:
    player, table = scenes.new_player(), scenes.ligalo()
    scenes.sit(player, table, scenes.seed_for(scenes.ordinary))
    page.add_init_script(FIXED_SALT)
    sign_in(page, player)
    page.evaluate("document.title = 'not loaded anew'")
    head, foot = page.locator(".table-head__rules"), page.locator("#table-foot")
    expect(head).to_contain_text(OLD)
    page.locator("#deal").click()
    expect(page.locator("#action-stand")).to_be_visible()
    play_by(table, OTHER)
    page.locator("#action-stand").click()

    expect(page.locator("#bet")).to_be_visible()
    expect(head).to_contain_text(NEW)
    expect(foot).to_contain_text(NEW)
    expect(page.locator("#table-head")).to_have_count(1)
    expect(page.locator("#table-coming")).to_be_hidden()
    assert page.title() == "not loaded anew"
    assert site is not None
