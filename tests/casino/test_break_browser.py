"""Leaving play in mid-hand, in a real browser on a phone: two tabs of one player, with and without scripts."""

import pytest
from django.contrib.auth.hashers import make_password
from playwright.sync_api import Browser, Page, expect

from accounts.models.users import State
from casino.models import Decision, Participant, Round
from tests.accounts.test_restrictions import state_of
from tests.casino import scenes
from tests.casino.test_own_limits import bet
from tests.fixtures.coming_in import come_in
from tests.fixtures.site import Site
from tests.wallet.ledger import rows

BREAK = "You are taking a time-out until"


def a_pair_to_come() -> Participant:
    """Seat an English-speaking player who can sign in, at a table whose next hand can be split and doubled."""
    participant = scenes.sit(scenes.new_player(), scenes.ligalo(), scenes.seed_for(scenes.pair))
    player = participant.player
    player.language, player.password = "en", make_password(scenes.PASSWORD, hasher="argon2")
    player.save(update_fields=["language", "password"])
    return participant


def leave_play(page: Page) -> None:
    page.goto("/responsible/time-out/")
    page.get_by_label("Days").fill("7")
    page.get_by_label("Password").fill(scenes.PASSWORD)
    page.get_by_role("button", name="Begin the time-out").click()
    expect(page.get_by_text("You are taking a time-out until").first).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("scripts", [True, False])
def test_a_time_out_in_mid_hand_lets_the_hand_end_without_new_money(
    browser: Browser, site: Site, *, scripts: bool
) -> None:
    participant = a_pair_to_come()
    context = browser.new_context(
        base_url=site.url,
        locale="en-GB",
        viewport={"width": 360, "height": 740},
        java_script_enabled=scripts,
    )
    come_in(context, participant.player)
    table, other, stale = context.new_page(), context.new_page(), context.new_page()
    stale.goto("/table/ligalo/")
    stale.wait_for_load_state()
    bet(participant, "10")
    table.goto("/table/ligalo/")
    table.wait_for_load_state()
    expect(table.get_by_role("button", name="Split")).to_be_enabled()
    leave_play(other)
    assert state_of(participant.player) == State.SELF_EXCLUDED
    before = rows()

    table.get_by_role("button", name="Split").click()

    expect(table.get_by_role("button", name="Stand")).to_be_enabled()
    for name in ("Split", "Double"):
        expect(table.get_by_role("button", name=name)).to_have_count(0)
    assert not Decision.objects.exists()
    assert rows() == before
    table.get_by_role("button", name="Stand").click()
    expect(table.get_by_role("button", name="Stand")).to_have_count(0)
    assert Round.objects.get().status == Round.Status.COMPLETED
    before = rows()
    stale.locator("#deal").click()
    expect(stale.get_by_text(BREAK).first).to_be_visible()
    expect(stale.locator("#deal:enabled")).to_have_count(0)
    assert rows() == before
    context.close()
