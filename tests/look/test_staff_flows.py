"""Staff flows that need two persons or affect a player's money, in a browser from the first page to the last.

The cancellation of a running round is tested in `tests/casino/test_absence_browser.py`.
"""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models.users import User
from accounts.roles.values import Role
from blackjack.presets import PRESETS
from blackjack.rules import Rules
from casino.models import Round, Void
from casino.play.services.betting import place_bet
from compliance.models import VoidCase
from compliance.voids.services import worker
from tables.models import VersionState
from tests.accounts.staff import inside, staff
from tests.casino import scenes
from tests.fixtures.coming_in import take_over
from tests.fixtures.looking import looked_at
from tests.tables.house import manager, operator, with_mathematics
from tests.waiting import wait_until
from tests.wallet.cash import checked, person
from tests.wallet.test_withdrawals import waiting
from wallet.cash.models import WithdrawalRefusal, WithdrawalState
from wallet.ledger.selectors.funds import balance
from wallet.money.values import Money


def comes(page: Page, user: User) -> None:
    """Switch the browser to another member of staff."""
    take_over(page.context, inside(user), "en")


@pytest.mark.slow
def test_new_rules_for_a_table_that_is_being_played(page: Page) -> None:
    round_ = scenes.deal(scenes.ordinary)
    version = round_.version
    new = Rules.from_dict({"soft_17": "stand"}, PRESETS["ligalo"])
    for rules in (version.rules, new):
        with_mathematics(rules)
    comes(page, operator())
    page.goto(f"/staff/tables/rules/{version.rule_set_id}/")
    page.get_by_role("button", name="New draft").click()
    page.get_by_label("Soft 17").select_option("stand")
    page.get_by_role("button", name="Save the draft").click()
    page.get_by_role("link", name="Propose").click()
    page.get_by_label("Reason").fill("the dealer stands everywhere")
    page.get_by_role("button", name="Propose").click()
    expect(page.get_by_text("It is proposed. Another person has to approve it.")).to_be_visible()
    address = page.url

    comes(page, manager())
    page.goto(address)
    page.get_by_role("link", name="Approve").click()
    page.get_by_label("Reason").fill("as the regulator asks")
    page.get_by_label("It corrects an error").check()
    page.get_by_role("button", name="Approve").click()
    expect(page.get_by_text("It is approved.")).to_be_visible()

    comes(page, operator())
    page.goto(address)
    page.get_by_role("link", name="Put into force").click()
    page.get_by_label("Reason").fill("corrects an error")
    page.get_by_role("button", name="Put into force").click()
    expect(page.locator("strong", has_text="in force")).to_be_visible()
    looked_at(page, "rules_published")
    assert version.rule_set.versions.get(state=VersionState.ACTIVE).rules == new

    take_over(page.context, scenes.signed_in(round_.player), "en")
    page.goto("/table/ligalo/")
    # The running round keeps its rules.
    expect(page.locator(".table-foot").last).to_contain_text("H17")
    page.get_by_role("button", name="Stand").click()
    expect(page.locator(".result")).to_be_visible()
    round_.refresh_from_db()
    assert (round_.status, round_.version_id) == ("completed", version.pk)
    expect(page.locator(".table-foot").last).to_contain_text("S17")


def played(count: int) -> list[Round]:
    """Return finished rounds of one player from one shoe."""
    table, player = scenes.ligalo(), scenes.new_player()
    participant = scenes.sit(player, table)
    return [
        scenes.play_out(place_bet(player, table, scenes.bet_request(participant)))
        for _ in range(count)
    ]


def proposes(page: Page) -> None:
    """Propose to void the chosen hands: reason, evidence, preview, proposal."""
    page.get_by_label("Reason").select_option("duplicate")
    page.get_by_label("Evidence").fill("the log of the second account, read by two of us")
    page.get_by_role("button", name="Show the effect").click()
    expect(page.get_by_role("heading", name="Effect")).to_be_visible()
    page.get_by_role("button", name="Propose exactly this").click()
    expect(page.locator("#decision")).to_contain_text("Nothing has moved yet.")


def approves(page: Page) -> None:
    """Approve the case as a manager, starting at the overview, and see it carried out."""
    comes(page, staff(Role.COMPLIANCE_MANAGER))
    page.goto("/staff/")
    page.get_by_role("link", name="Voids 1").click()
    page.get_by_role("link", name=VoidCase.objects.get().number).first.click()
    page.get_by_role("button", name="Approve and carry out").click()
    wait_until(VoidCase.objects.filter(state="approved").exists, "the case is not approved")
    while worker.execute_due_lines(timezone.now()):
        pass
    expect(page.get_by_text("Done. The hands stay as they were")).to_be_visible()


@pytest.mark.slow
def test_a_whole_shoe_is_voided(page: Page) -> None:
    rounds = played(3)
    player = rounds[0].player
    comes(page, staff(Role.COMPLIANCE_ANALYST))
    page.goto(f"/staff/shoes/{rounds[0].deal.shoe.public_id}/")
    page.get_by_role("link", name="Propose to void its rounds…").click()
    proposes(page)
    assert not Void.objects.exists()
    approves(page)
    looked_at(page, "shoe_voided")

    assert {one.round_id for one in Void.objects.all()} == {one.pk for one in rounds}
    assert balance(player.pk) == Money.parse("1000", "USD")


@pytest.mark.slow
def test_a_players_period_is_voided(page: Page) -> None:
    rounds = played(2)
    player = rounds[0].player
    minute = timedelta(minutes=1)
    since, until = (rounds[0].started_at - minute, rounds[-1].started_at + 2 * minute)
    comes(page, staff(Role.COMPLIANCE_ANALYST))
    page.goto("/staff/voids/new/")
    page.get_by_label("or a player's").fill(player.email)
    page.get_by_label("dealt from (UTC)").fill(f"{since:%Y-%m-%dT%H:%M}")
    page.get_by_label("and before (UTC)").fill(f"{until:%Y-%m-%dT%H:%M}")
    proposes(page)
    approves(page)

    assert Void.objects.filter(player=player).count() == len(rounds)
    assert balance(player.pk) == Money.parse("1000", "USD")


@pytest.mark.slow
def test_a_withdrawal_is_refused_and_its_money_is_back(page: Page) -> None:
    checked()
    withdrawal = waiting("100.00")
    before = balance(person().pk)
    comes(page, staff(Role.CASHIER))
    page.goto("/staff/")
    page.get_by_role("link", name="Withdrawals 1").click()
    page.get_by_role("link", name=withdrawal.number).first.click()
    page.get_by_role("button", name="Refuse, money back").click()
    expect(page.locator(".errorlist")).to_be_visible()  # the reason is missing
    page.get_by_label("Reason or reference").fill("the account is somebody else's")
    page.get_by_role("button", name="Refuse, money back").click()
    told = page.get_by_label("what the player is told")
    # the message to the player is missing too
    expect(told).to_have_attribute("aria-invalid", "true")
    assert balance(person().pk) == before
    told.select_option(WithdrawalRefusal.HOLDER)
    page.get_by_role("button", name="Refuse, money back").click()
    expect(page.locator(".errorlist")).to_have_count(0)
    looked_at(page, "withdrawal_refused")

    withdrawal.refresh_from_db()
    assert withdrawal.state == WithdrawalState.REFUSED
    assert withdrawal.steps.get(to_state="refused").told_player == WithdrawalRefusal.HOLDER
    assert balance(person().pk) == before + Money.parse("100", "USD")
