"""The documentation page in a browser: read, and requests sent from it."""

import pytest
from playwright.sync_api import Page, expect

from tests.casino import scenes
from tests.fixtures.site import Site

pytestmark = pytest.mark.committed


def test_a_request_is_sent_from_the_page(site: Site, page: Page) -> None:
    scenes.ligalo()
    page.goto(f"{site.url}/api/v1/docs#get_table")
    operation = page.locator("#get_table")
    expect(operation).to_have_attribute("open", "")
    operation.get_by_label("table", exact=True).fill("ligalo")
    operation.get_by_role("button").click()
    expect(operation.get_by_role("status")).to_have_text("GET /api/v1/tables/ligalo · 200")
    expect(operation.locator(".api-try__answer")).to_contain_text('"id": "ligalo"')
