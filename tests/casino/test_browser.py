"""The main flow in a real browser: sign in, bet, play, get paid, verify the shoe."""

import hashlib
import json
import subprocess
import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import blackjack
from accounts.models.users import User
from blackjack.bets import Bet
from blackjack.deal import Deal
from blackjack.fairness import entropy, seat_seed
from blackjack.presets import PRESETS
from casino.fairness.services.public_log import chain_log
from casino.models import Round, Shoe
from tables.models import Table
from tests.casino import scenes
from tests.casino.sent import sent
from tests.exhaustive import slow_but_every
from tests.fixtures.coming_in import come_in
from tests.fixtures.site import Site
from tests.waiting import wait_for_buttons
from wallet.ledger.selectors.funds import balance
from wallet.money.values import Money

WISHES = ("insure", "split", "double", "surrender")
FIXED_SALT = f"""
    const bytes = [{", ".join(str(byte) for byte in bytes.fromhex(scenes.SALT))}];
    Object.defineProperty(crypto, "getRandomValues", {{ value: (array) => {{ array.set(bytes); return array; }} }});
"""


def choice(legal: tuple[str, ...], done: set[str], wishes: Sequence[str]) -> str:
    """Return the first legal wish not yet done, else an action that adds no money."""
    new = [wish for wish in wishes if wish in legal and wish not in done]
    return new[0] if new else ("decline" if "decline" in legal else "stand")


def wishes_of(server_seed: str, rounds: int, wishes: Sequence[str]) -> set[str]:
    """Return the actions done by a player who follows `choice` in the first rounds of this shoe."""
    rules, done = PRESETS["ligalo"], set[str]()
    c = entropy({1: seat_seed(scenes.CLIENT_SEED, scenes.SALT)})
    shoe = blackjack.Shoe(server_seed, rules.finite_decks)
    for nonce in range(1, rounds + 1):
        dealing = shoe.begin(c, nonce)
        deal = Deal.start(rules, [Bet(1, 100_000)], dealing.draw)
        while not deal.complete:
            action = choice(deal.legal_actions, done, wishes)
            done.add(action)
            deal = deal.play(action)
        shoe = dealing.end(deal.cards_drawn)
    return done


def rich_seed(rounds: int, wishes: Sequence[str]) -> str:
    """Return a server seed whose first rounds allow all these actions."""
    seeds = (hashlib.sha256(f"browser {number}".encode()).hexdigest() for number in count())
    return next(seed for seed in seeds if wishes_of(seed, rounds, wishes) >= set(wishes))


def sign_in(page: Page, player: User) -> None:
    """Sign in by the form, from the table's page and back to it."""
    page.goto("/table/ligalo/")
    page.fill("input[name=login]", player.email)
    page.fill("input[name=password]", scenes.PASSWORD)
    page.click("main button[type=submit]")
    at_the_table(page)


def sit_down(page: Page, player: User) -> None:
    come_in(page.context, player)
    page.goto("/table/ligalo/")
    at_the_table(page)


def at_the_table(page: Page) -> None:
    expect(page.locator("#bet")).to_be_visible()
    page.wait_for_load_state()  # until the scripts have run


def offered(page: Page) -> tuple[str, ...]:
    wait_for_buttons(page)
    buttons = page.locator("#actions button[name=action]:not([disabled])")
    return tuple(str(button.get_attribute("value")) for button in buttons.all())


def play_round(page: Page, done: set[str], wishes: Sequence[str]) -> None:
    """Play one round by clicks; each step waits for the fragment it brings."""
    page.fill("#stake-1", "10")
    before = page.locator("#bet input[name=nonce]").get_attribute("value")
    page.click("#deal")
    expect(page.locator(f"#bet input[name=nonce][value='{before}']")).to_have_count(0)
    while page.locator("#actions").count():
        step = page.locator("#actions input[name=step]").get_attribute("value")
        action = choice(offered(page), done, wishes)
        done.add(action)
        page.click(f"#action-{action}")
        expect(page.locator(f"#actions input[name=step][value='{step}']")).to_have_count(0)


@pytest.mark.parametrize(("rounds", "wishes"), slow_but_every(2, [(3, WISHES[1:3]), (8, WISHES)]))
def test_a_player_plays_is_paid_and_verifies_the_shoe(
    page: Page, site: Site, tmp_path: Path, rounds: int, wishes: Sequence[str]
) -> None:
    player, table = scenes.new_player(), scenes.ligalo()
    Table.objects.update(rounds_before_shoe_change=rounds)
    scenes.sit(player, table, rich_seed(rounds, wishes))
    page.add_init_script(FIXED_SALT)
    sign_in(page, player)
    done: set[str] = set()

    for _ in range(rounds):
        play_round(page, done, wishes)

    assert done >= set(wishes)
    played = list(Round.objects.order_by("deal__nonce"))
    assert len(played) == rounds
    net = sum((round_.returned or 0) - round_.staked for round_ in played)
    assert balance(player.pk) == Money.parse("1000", "USD") + Money(net, "USD")

    page.locator("#fairness summary").click()
    page.locator("form[action$='/change-shoe/'] button").click()
    expect(page.locator("#bet input[name=nonce][value='1']")).to_have_count(1)
    shoe = Shoe.objects.get(status=Shoe.Status.CLOSED)
    chain_log()

    page.goto(f"/shoes/{shoe.public_id}/")
    page.locator("a[href^='/fairness/verify/']").first.click()
    expect(page.locator("#verify-verdict")).to_contain_text(
        "Su compromiso está en el registro público"
    )
    assert page.locator("#verify-checks .is-wrong").count() == 0

    with page.expect_download() as download:
        page.goto(f"/shoes/{shoe.public_id}/")
        page.locator("a[href^='/fairness/transcripts/']").first.click()
    file = tmp_path / "shoe.json"
    download.value.save_as(file)
    command = [sys.executable, "-m", "blackjack", "verify", str(file)]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout
    assert json.loads(file.read_text())["shoe"] == str(shoe.public_id)
    file.write_text(file.read_text().replace(shoe.server_seed or "", "0" * 64))
    assert subprocess.run(command, capture_output=True, check=False).returncode == 1


def test_the_keys_of_the_source_play_a_round(page: Page, site: Site) -> None:
    player, table = scenes.new_player(), scenes.ligalo()
    scenes.sit(player, table, scenes.seed_for(scenes.ordinary))
    page.add_init_script(FIXED_SALT)
    sit_down(page, player)

    page.locator("body").press("Enter")
    expect(page.locator("#actions")).to_be_visible()
    wait_for_buttons(page)
    page.keyboard.press("s")

    expect(page.locator("#bet")).to_be_visible()
    assert Round.objects.get().status == Round.Status.COMPLETED


@pytest.mark.parametrize(
    ("key", "wanted", "action"),
    slow_but_every(
        6,
        [
            ("p", scenes.pair, "split"),
            ("h", scenes.ordinary, "hit"),
            ("d", scenes.ordinary, "double"),
            ("r", scenes.ordinary, "surrender"),
            ("y", scenes.ace_up, "insure"),
            ("n", scenes.ace_up, "decline"),
        ],
    ),
)
def test_each_key_sends_its_decision(
    page: Page, site: Site, key: str, wanted: scenes.Wanted, action: str
) -> None:
    player, table = scenes.new_player(), scenes.ligalo()
    scenes.sit(player, table, scenes.seed_for(wanted))
    page.add_init_script(FIXED_SALT)
    sit_down(page, player)
    page.fill("#stake-1", "10")
    page.click("#deal")
    expect(page.locator("#actions input[name=step][value='0']")).to_have_count(1)
    wait_for_buttons(page)

    page.locator("body").press(key)

    expect(page.locator("#actions input[name=step][value='0']")).to_have_count(0)
    first = Round.objects.get().decisions.order_by("id").first()
    assert first is not None
    assert first.action == action


@pytest.mark.slow
def test_shortcuts_do_nothing_inside_a_field(page: Page, site: Site) -> None:
    player, table = scenes.new_player(), scenes.ligalo()
    scenes.sit(player, table, scenes.seed_for(scenes.ordinary))
    page.add_init_script(FIXED_SALT)
    sit_down(page, player)
    page.click("#deal")
    expect(page.locator("#actions")).to_be_visible()
    page.locator("#fairness summary").click()

    posts = sent(page)

    page.locator("input[name=client_seed]").focus()
    page.keyboard.type("hdr")
    page.evaluate("document.activeElement.blur()")
    wait_for_buttons(page)
    page.keyboard.press("s")

    expect(page.locator("#bet")).to_be_visible()
    assert posts == ["stand"]
    assert [one.action for one in Round.objects.get().decisions.all()] == ["stand"]


@pytest.mark.parametrize(
    "again", ["renew", pytest.param("restart", marks=pytest.mark.slow)], ids=["process", "server"]
)
def test_a_restart_in_mid_hand_leaves_the_round_as_it_was(
    page: Page, site: Site, again: str
) -> None:
    """Restarts the worker process; the slow case restarts the whole server."""
    player, table = scenes.new_player(), scenes.ligalo()
    scenes.sit(player, table, scenes.seed_for(scenes.ordinary))
    page.add_init_script(FIXED_SALT)
    sit_down(page, player)
    page.click("#deal")
    expect(page.locator("#actions")).to_be_visible()
    cards = page.locator("#table [data-card]").evaluate_all(
        "all => all.map(card => card.dataset.card)"
    )

    getattr(site, again)()
    page.reload()

    expect(page.locator("#actions")).to_be_visible()
    after = page.locator("#table [data-card]").evaluate_all(
        "all => all.map(card => card.dataset.card)"
    )
    assert after == cards
    page.click("#action-stand")
    expect(page.locator("#bet")).to_be_visible()


def test_a_double_click_and_two_tabs_apply_once(page: Page, site: Site) -> None:
    player, table = scenes.new_player(), scenes.ligalo()
    scenes.sit(player, table, scenes.seed_for(scenes.ordinary))
    page.add_init_script(FIXED_SALT)
    sit_down(page, player)
    other = page.context.new_page()
    other.goto("/table/ligalo/")

    page.dblclick("#deal")
    expect(page.locator("#actions")).to_be_visible()
    other.fill("#stake-1", "20")
    other.click("#deal")

    expect(other.locator("#table [role=alert]:visible")).to_contain_text("La mesa cambió")
    expect(other.locator("#actions")).to_be_visible()
    assert Round.objects.count() == 1
    assert balance(player.pk) == Money(
        Round.objects.get().balance_before - Round.objects.get().staked, "USD"
    )


@pytest.mark.slow
def test_a_round_without_javascript(page: Page, site: Site) -> None:
    player, table = scenes.new_player(), scenes.ligalo()
    scenes.sit(player, table)
    browser = page.context.browser
    assert browser is not None
    plain = browser.new_context(
        java_script_enabled=False, base_url=site.url, locale="en-GB"
    ).new_page()
    sign_in(plain, player)

    plain.fill("#stake-1", "1")
    plain.fill("input[name=salt_text]", "three little words")
    with plain.expect_navigation():
        plain.click("#deal")
    while plain.locator("#actions").count():
        action = "decline" if "decline" in offered(plain) else "stand"
        with plain.expect_navigation():
            plain.click(f"#action-{action}")

    assert Round.objects.get().status == Round.Status.COMPLETED
    assert Round.objects.get().seat_seed.endswith(
        hashlib.sha256(b"three little words").hexdigest()[:32]
    )
    plain.context.close()
