"""Events, history, integrity, switches and staff accounts in a browser: every width, both colour schemes and languages."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, ViewportSize

from accounts.models.users import User
from accounts.roles.values import Role
from accounts.staff.services import account_changes as staffing
from accounts.staff.services.account_acts import Newcomer
from journal.models import Alteration, Check, Event, EventKind
from journal.services.configured_rows import verify_rows
from journal.services.recording import record
from tables.services import switches
from tests.accounts.staff import inside, staff
from tests.casino import scenes
from tests.compliance.built import show_a_build
from tests.fixtures.axe import serious_faults
from tests.fixtures.coming_in import take_over
from tests.fixtures.looking import looked_at
from tests.fixtures.site import Site
from tests.journal.chains import chain_all
from tests.look.staff_pages import COLUMNS, FAULTS, LOW
from tests.tables.house import manager, operator

HERE = re.compile(r"/(events|switches)/|templates/accounts/")
IN_TEMPLATES = sum(
    len(re.findall(r'class="staff-table[ "{]', path.read_text()))
    for path in Path("templates").rglob("*.html")
    if HERE.search(str(path))
)
SIZES: list[ViewportSize] = [
    {"width": 320, "height": 640},
    {"width": 390, "height": 844},
    {"width": 820, "height": 1180},
    {"width": 1440, "height": 900},
]
LOOKS = [("light", "es"), ("dark", "en")]
LONG = "round 0b5c2a1e-7f3d-4f58-9a53-0d7f1a8a4c11 of player 12: 10000 USD staked and 1000000 paid"


@pytest.fixture
def addresses(site: Site) -> list[str]:
    """Create at least one row of each kind, and return the URLs of the supervision pages."""
    table, player = scenes.table_of("atlantic_city"), scenes.new_player("eva@example.test")
    return [*_people(), *_switches(table.pk, table.version.rule_set_id, player.pk), *_events()]


def _people() -> Iterator[str]:
    admin = staff(Role.ADMINISTRATOR)
    newcomer = Newcomer("sara.luna@house.example", "Sara Luna", frozenset({Role.CASHIER}))
    sara = staffing.create_staff(newcomer, reason="till two", acting_user=admin)
    other = staff(Role.CASHIER, "Maximiliana de la Cruz Santamarta")
    staffing.change_roles(other.pk, {Role.AUDITOR}, reason="a new task " * 9, acting_user=admin)
    for name in ("list", "new", "review"):
        yield reverse(f"people:{name}")
    yield from (reverse("people:person", args=[pk]) for pk in (sara.pk, other.pk, admin.pk))


def _switches(table: int, rules: int, player: int) -> Iterator[str]:
    for stopped in (True, False):
        switches.switch_house(stopped=stopped, reason="a drill " * 20, acting_user=manager())
    switches.switch_rules(rules, stopped=True, reason="a check", acting_user=manager())
    switches.switch_box(table, 2, stopped=True, reason="dust", acting_user=operator())
    switches.switch_player(player, stopped=True, reason="calls", acting_user=manager())
    yield reverse("switches:overview")


def _events() -> Iterator[str]:
    alarm = record(EventKind.LEDGER_BROKEN, subject="ledger", data={"findings": [LONG, LONG]})
    chain_all()
    verify_rows(Check.Occasion.DEMAND)
    built = show_a_build()
    changed = Event.objects.get(kind="staff_roles_changed")
    altered = Alteration.objects.filter(table_name="accounts_user_groups").latest("pk")
    version = Alteration.objects.filter(table_name="tables_rulesetversion").latest("pk")
    yield reverse("events:list")
    yield reverse("events:list") + "?kind=ledger_broken&since=nonsense"
    yield from (reverse("events:event", args=[one.pk]) for one in (alarm, changed))
    yield reverse("events:changes")
    yield from (reverse("events:change", args=[one.pk]) for one in (altered, version))
    yield reverse("events:integrity")
    yield reverse("builds:page")
    yield reverse("builds:build", args=[built.pk])


def opened(browser: Browser, site: Site, user: User, look: tuple[str, str]) -> Page:
    """Return a signed-in tab without CSP, because axe injects styles into the page it checks."""
    colours, language = look
    context = browser.new_context(
        base_url=site.url,
        bypass_csp=True,
        color_scheme="dark" if colours == "dark" else "light",
    )
    take_over(context, inside(user), language)
    return context.new_page()


def faults(page: Page, name: str) -> list[object]:
    """Return the faults of the open page with all details expanded, at every width."""
    page.evaluate(
        "() => document.querySelectorAll('details').forEach((one) => { one.open = true; })"
    )
    found: list[object] = []
    for size in SIZES:
        page.set_viewport_size(size)
        looked_at(page, f"{name}-{size['width']}")
        found += [f"{size['width']}: {fault}" for fault in page.evaluate(FAULTS)]
        found += [f"{size['width']}: too low: {one}" for one in page.evaluate(LOW)]
    return [*found, *serious_faults(page, ".staff")]


@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS, ids=["light", "dark"])
def test_every_page_fits_and_axe_finds_nothing_serious(
    browser: Browser, site: Site, addresses: list[str], look: tuple[str, str]
) -> None:
    tables, seen = set[str](), set[str]()
    for user in (staff(Role.AUDITOR), manager(), staff(Role.ADMINISTRATOR)):
        page = opened(browser, site, user, look)
        for n, address in enumerate(addresses):
            answer = page.goto(address)
            assert answer is not None
            if answer.status == 200:
                seen.add(address)
                name = f"{look[0]}-{user.full_name.split()[0]}-{n}"
                assert (user.full_name, address, faults(page, name)) == (
                    user.full_name,
                    address,
                    [],
                )
                tables.update(page.evaluate(COLUMNS))
        page.context.close()
    assert seen == set(addresses)
    assert len(tables) == IN_TEMPLATES, tables
