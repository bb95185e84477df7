"""Back-office work by keyboard alone, in Spanish: reports, files, staff accounts, cash, tables, switches."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import BrowserContext, expect

from accounts.models.staff import RightsReview
from accounts.models.users import State, User
from accounts.roles.values import Role
from accounts.staff.services import account_changes as staffing
from accounts.staff.services.account_acts import Newcomer
from blackjack.presets import PRESETS
from casino.play.services.betting import place_bet
from detection.tasks import judge_players
from reports.catalogue.registry import SOURCES
from reports.exports.services import files
from reports.files import FILES
from reports.models import Export
from tables.models import House, RuleSetVersion, Table, VersionState
from tests.accounts.staff import inside, staff
from tests.casino import scenes
from tests.fixtures.coming_in import take_over
from tests.fixtures.keyboard import Keyboard
from tests.fixtures.site import Site
from tests.tables.house import an_open_table, manager, operator, with_mathematics
from tests.wallet.ledger import funded
from tests.wallet.test_desk_list import asked
from wallet.cash.models import Withdrawal, WithdrawalState

OVERVIEW = reverse("reports:report", args=["overview"])
FORM = "form.staff-form--wide button[type=submit]"
Enters = Callable[[User, str], Keyboard]


@pytest.fixture
def enters(context: BrowserContext) -> Enters:
    """Return a function that signs staff in, opens a page and moves the focus to its content."""

    def enters(user: User, address: str) -> Keyboard:
        take_over(context, inside(user), "es")
        page = context.new_page()
        page.goto(address)
        keys = Keyboard(page)
        keys.enter()
        return keys

    return enters


def follows(keys: Keyboard, key: str = "Enter") -> None:
    """Press a key that leads to another page, and move the focus to its content."""
    with keys.page.expect_navigation():
        keys.press(key)
    keys.enter()


def fetched(keys: Keyboard, button: str, ending: str) -> None:
    """Move the focus to a button that downloads a file, and press it."""
    keys.to(button)
    with keys.page.expect_download() as download:
        keys.press("Enter")
    assert download.value.suggested_filename.endswith(f".{ending}")
    # the form stays busy until the download ends
    expect(keys.page.locator("form[aria-busy]")).to_have_count(0)


def a_round() -> None:
    player, table = scenes.new_player(), scenes.ligalo()
    participant = scenes.sit(player, table)
    scenes.play_out(place_bet(player, table, scenes.bet_request(participant, "10")))


@pytest.mark.slow
def test_a_report_is_chosen_filtered_looked_at_and_fetched(site: Site, enters: Enters) -> None:
    a_round()
    keys = enters(staff(Role.COMPLIANCE_MANAGER), reverse("reports:index"))
    keys.to(f"a[href='{OVERVIEW}']")
    follows(keys)
    keys.to("nav.staff-quick a[href$='?period=week']")
    follows(keys)
    assert "?period=week" in keys.page.url

    keys.to("summary")
    keys.press("Enter")
    keys.to("#id_period")
    keys.write("Hoy")
    keys.to("#id_currency")
    keys.write("USD")
    keys.to("#id_accounts")
    keys.press("ArrowDown")
    keys.to(FORM)
    follows(keys)
    for asked_for in ("period=today", "currency=USD", "accounts=test"):
        assert asked_for in keys.page.url

    for form in FILES:
        fetched(keys, f"button[value={form.value}]", form.ending)
    keys.to(".staff-chart summary")
    table = keys.page.locator(".staff-chart details table").first
    for shown, key in ((True, "Enter"), (False, "Space")):
        keys.press(key)
        expect(table).to_be_visible(visible=shown)
    keys.through()


def picked(keys: Keyboard, field: str, value: str, *written: str) -> None:
    """Type a date or time, trying the given spellings until the browser's locale accepts one."""
    keys.to(field)
    for digits in written:
        keys.write(digits)
        if keys.page.input_value(field) == value:
            return
        for _ in digits:
            keys.press("ArrowLeft")
    raise AssertionError(f"{field} takes no {value}")


@pytest.mark.slow
def test_a_file_in_the_background_is_waited_for_and_fetched(site: Site, enters: Enters) -> None:
    a_round()
    keys = enters(staff(Role.COMPLIANCE_MANAGER), OVERVIEW)
    page, yesterday = keys.page, timezone.now() - timedelta(days=1)
    keys.to("summary")
    keys.press("Space")
    keys.to("#id_period")
    keys.press("End")
    picked(keys, "#id_since", f"{yesterday:%Y-%m-%d}", f"{yesterday:%m%d%Y}", f"{yesterday:%d%m%Y}")
    picked(keys, "#id_since_time", "00:30", "1230A", "0030")
    keys.to(FORM)
    follows(keys)
    assert f"since={yesterday:%Y-%m-%d}" in page.url
    keys.to("button[value=csv]")
    follows(keys)

    keys.to("#file button")
    with page.expect_response(lambda answer: "/files/" in answer.url):
        pass  # the next poll of the file's progress
    assert page.evaluate("document.activeElement.matches('#file button')"), "the focus is lost"
    assert files.make_next_file(timezone.now(), SOURCES)
    expect(page.locator("#file a")).to_be_visible()
    fetched(keys, "#file a", "csv")
    keys.page.goto(reverse("reports:files"))
    keys.enter()
    keys.to(f"a[href='{reverse('reports:file', args=[Export.objects.get().public_id])}']")
    follows(keys)


@pytest.mark.slow
def test_a_cashier_reads_the_own_till(site: Site, enters: Enters) -> None:
    keys = enters(staff(Role.CASHIER), reverse("reports:till"))
    keys.to("nav.staff-quick a[href$='?period=yesterday']")
    follows(keys)
    fetched(keys, "button[value=xlsx]", "xlsx")
    assert keys.through()


def roles(person: User) -> set[str]:
    return set(person.groups.values_list("name", flat=True))


@pytest.mark.slow
def test_an_account_of_staff_is_made_changed_and_locked(site: Site, enters: Enters) -> None:
    admin = staff(Role.ADMINISTRATOR)
    keys = enters(admin, reverse("people:list"))
    keys.to(f"a[href='{reverse('people:new')}']")
    follows(keys)
    keys.to("#id_full_name")
    keys.write("Sara Luna")
    keys.to("#id_email")
    keys.write("sara.luna@house.example")
    keys.to("[name=roles][value=cashier]")
    keys.press("Space")
    keys.to("#id_reason")
    keys.write("caja dos")
    follows(keys)
    sara = User.objects.get(email="sara.luna@house.example")
    assert roles(sara) == {Role.CASHIER}

    keys.to("summary")
    keys.press("Enter")
    for role in (Role.CASHIER, Role.AUDITOR):
        keys.to(f"[name=roles][value={role.value}]")
        keys.press("Space")
    keys.to("#id_reason")
    keys.write("otra tarea")
    keys.to("form[action$='roles/'] button")
    follows(keys)
    assert roles(sara) == {Role.AUDITOR}

    keys.to("details:has(#reason-lock) > summary")
    keys.press("Enter")
    keys.to("#reason-lock")
    keys.write("se fue")
    follows(keys)
    sara.refresh_from_db()
    assert sara.state == State.LOCKED


@pytest.mark.slow
def test_the_rights_of_all_staff_are_reviewed(site: Site, enters: Enters) -> None:
    newcomer = Newcomer("sara.luna@house.example", "Sara Luna", frozenset({Role.CASHIER}))
    admin = staff(Role.ADMINISTRATOR)
    staffing.create_staff(newcomer, reason="till two", acting_user=admin)
    keys = enters(admin, reverse("people:review"))
    keys.to("[name=note]")
    keys.write("todo en orden")
    follows(keys)
    assert RightsReview.objects.get().note == "todo en orden"


def test_a_withdrawal_is_approved_and_another_refused(site: Site, enters: Enters) -> None:
    funded(text="500.00")
    paid, refused = asked("100.00"), asked("50.00")
    judge_players()  # which the site's worker does within a minute
    keys = enters(staff(Role.CASHIER), reverse("cash:desk"))
    keys.to(f"a[href='{reverse('cash:withdrawal', args=[paid.pk])}']")
    follows(keys)
    keys.to("button[value=approve]")
    follows(keys)
    keys.page.goto(reverse("cash:withdrawal", args=[refused.pk]))
    keys.enter()
    keys.to("#id_note")
    keys.write("la cuenta es de otra persona")
    keys.to("#id_told_player")
    keys.press("ArrowDown")
    keys.to("button[value=refuse]")
    follows(keys)
    found = dict(Withdrawal.objects.values_list("pk", "state"))
    assert found == {paid.pk: WithdrawalState.APPROVED, refused.pk: WithdrawalState.REFUSED}
    assert keys.through()


@pytest.mark.slow
def test_a_version_of_rules_is_drafted_approved_and_put_into_force(
    site: Site, enters: Enters
) -> None:
    family = an_open_table().version.rule_set_id
    keys = enters(operator(), reverse("tables:family", args=[family]))
    keys.to("form[action$='draft/'] button")
    follows(keys)
    draft = RuleSetVersion.objects.latest("pk")
    assert reverse("tables:edit", args=[draft.pk]) in keys.page.url
    keys.to("#id_soft_17")
    keys.press("Home" if draft.rules.soft_17 != PRESETS["ligalo"].soft_17 else "End")
    keys.to("button.staff-button--main")
    follows(keys)
    draft = RuleSetVersion.objects.get(pk=draft.pk)
    with_mathematics(draft.rules)
    steps(keys, draft, "propose", VersionState.PROPOSED)

    other = enters(manager(), reverse("tables:version", args=[draft.pk]))
    steps(other, draft, "approve", VersionState.APPROVED)
    keys = enters(operator(), reverse("tables:version", args=[draft.pk]))
    steps(keys, draft, "schedule", VersionState.ACTIVE)
    keys.through()


def steps(keys: Keyboard, version: RuleSetVersion, name: str, state: VersionState) -> None:
    """Take a step of a version from its page, with a reason and "at once" if the form asks for them."""
    address = reverse("tables:step", args=[version.pk, name])
    keys.to(f"a[href='{address}']")
    follows(keys)
    if keys.page.locator("#id_reason").count():
        keys.to("#id_reason")
        keys.write("lo piden los jugadores")
    if keys.page.locator("#id_at_once").count():
        keys.to("#id_at_once")
        keys.press("Space")
    keys.to("main form button")
    follows(keys)
    version.refresh_from_db()
    assert version.state == state


@pytest.mark.slow
def test_a_table_is_closed_and_all_play_is_stopped(site: Site, enters: Enters) -> None:
    table = an_open_table()
    keys = enters(operator(), reverse("tables:table", args=[table.pk]))
    keys.to("#reason-switch")
    keys.write("limpieza")
    keys.to("button[value=close]")
    follows(keys)
    assert Table.objects.get().status == Table.Status.CLOSED

    other = enters(manager(), reverse("switches:overview"))
    house = f"form[action='{reverse('switches:house')}']"
    other.to(f"details:has({house}) > summary")
    other.press("Enter")
    other.to(f"{house} input[name=reason]")
    other.write("simulacro")
    other.to(f"{house} button")
    follows(other)
    assert House.objects.get().stopped
    assert other.through()
