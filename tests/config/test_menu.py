"""Back-office sidebar: it lists exactly the pages that its reader may open."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.roles.values import Role
from accounts.staff.menu import SECTIONS
from tests.accounts.staff import inside, staff
from tests.exhaustive import slow_but_every

pytestmark = pytest.mark.database

PAGES = {page.address: reverse(page.address) for section in SECTIONS for page in section.pages}
INSTEAD = {(Role.CASHIER, "reports:index")}
"""Pages that a role may open without a menu entry. The cashier's only report, the till, has its own entry."""


@pytest.mark.parametrize("role", slow_but_every(3, Role))
def test_the_menu_has_every_page_that_its_reader_may_open_and_no_other(role: Role) -> None:
    client = inside(staff(role))
    menu = client.get("/staff/").text.partition('id="nav-sidebar"')[2].partition("<main")[0]
    shown = {name for name, address in PAGES.items() if f'href="{address}"' in menu}
    answers = {name: client.get(address).status_code for name, address in PAGES.items()}
    assert set(answers.values()) <= {200, 403}
    opened = {name for name, status in answers.items() if status == 200}
    assert shown == {name for name in opened if (role, name) not in INSTEAD}


def test_a_cashier_finds_the_files_of_the_own_till() -> None:
    text = inside(staff(Role.CASHIER), "es").get("/staff/").text
    assert f'href="{reverse("reports:files")}"' in text
    assert "Mis archivos" in text
    assert inside(staff(Role.CASHIER)).get(reverse("reports:files")).status_code == 200


def menu_of(client: Client, address: str) -> str:
    return client.get(address).text.partition('id="nav-sidebar"')[2].partition("<main")[0]


def opened(menu: str) -> list[str]:
    """Return the titles of the open sections."""
    found = re.findall(r'<details class="staff-section" (open)?>\s*<summary[^>]*>([^<]*)<', menu)
    return [title for state, title in found if state]


def test_a_long_menu_opens_the_section_of_the_page() -> None:
    client = inside(staff(Role.COMPLIANCE_MANAGER))
    assert opened(menu_of(client, "/staff/")) == ["Back office"]
    for address in ("/staff/players/", "/staff/players/liftings/"):
        menu = menu_of(client, address)
        assert opened(menu) == ["Back office", "Players"]
        assert re.search(rf'href="{address}"[^>]*aria-current="page"', menu)


def test_a_short_menu_lies_open() -> None:
    menu = menu_of(inside(staff(Role.ADMINISTRATOR)), "/staff/")
    assert len(opened(menu)) == menu.count("<details") > 2
