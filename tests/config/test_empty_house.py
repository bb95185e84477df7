"""Back-office pages with no data: every page opens and none shows an empty table or list."""

import re

import pytest
from django.urls import reverse

from accounts.roles.values import Role
from accounts.staff.menu import SECTIONS
from reports.catalogue.reports import REPORTS
from tests.accounts.staff import inside, staff

pytestmark = pytest.mark.database
EMPTY = re.compile(r"<tbody>\s*</tbody>|<ul[^>]*>\s*</ul>|<ol[^>]*>\s*</ol>")
PAGES = {
    reverse("admin:index"),
    *(reverse(page.address) for section in SECTIONS for page in section.pages),
    *(reverse("reports:report", args=[one.name]) for one in REPORTS if one.name != "till"),
}


@pytest.mark.slow
def test_every_page_works_without_data() -> None:
    opened, empty = set[str](), set[str]()
    for role in Role:
        browser = inside(staff(role), "es")
        for address in sorted(PAGES):
            answer = browser.get(address)
            assert answer.status_code in {200, 403}, (role, address)
            if answer.status_code == 200:
                opened.add(address)
                main = answer.content.decode().partition('id="staff-main"')[2]
                assert main, address
                if EMPTY.search(main):
                    empty.add(address)
    assert opened == PAGES
    assert empty == set()
