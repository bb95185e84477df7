"""The documentation page in a browser: read, and requests sent from it."""

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, ViewportSize, expect

from api import reference
from api.models import StoredAnswer
from tests.accounts.people import ana_confirmed
from tests.api.calls import open_session
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


def test_a_change_is_sent_with_a_session_and_a_key_of_its_own(site: Site, page: Page) -> None:
    player = ana_confirmed()
    page.goto(f"{site.url}/api/v1/docs#set_reality_check")
    operation = page.locator("#set_reality_check")
    status = operation.get_by_role("status")
    operation.get_by_label("Body (JSON)").fill('{"minutes": 30}')
    operation.get_by_role("button").click()
    expect(status).to_have_text("PUT /api/v1/reality-check · 401")
    page.get_by_label("Session token").fill(open_session(player))
    operation.get_by_role("button").click()
    expect(status).to_have_text("PUT /api/v1/reality-check · 200")
    key = operation.get_by_label("Idempotency-Key").input_value()
    assert StoredAnswer.objects.get(caller=f"player {player.pk}").key == key
    player.refresh_from_db()
    assert player.reality_minutes == 30


def test_without_scripts_the_page_names_the_request_instead_of_a_dead_form(
    site: Site, browser: Browser
) -> None:
    context = browser.new_context(base_url=site.url, java_script_enabled=False, locale="en")
    page = context.new_page()
    page.goto("/api/v1/docs")
    operation = page.locator("#get_table")
    expect(operation).to_be_hidden()
    for subject in page.locator(".api-tag > summary").all():
        subject.click()
    operation.locator("summary").click()
    expect(operation.get_by_role("button")).to_be_hidden()
    expect(operation.locator(".no-js code")).to_have_text(
        f"curl '{site.url}/api/v1/tables/{{table}}'"
    )
    page.locator("#end_limit summary").click()
    expect(page.locator("#end_limit .no-js code")).to_have_text(
        "curl -X DELETE -H 'X-Session-Token: …' -H 'Idempotency-Key: …' -H 'If-Match: …' "
        f"'{site.url}/api/v1/limits/{{kind}}/{{period}}'"
    )
    context.close()


def test_a_phone_gets_the_subjects_folded_and_a_link_opens_its_own(
    site: Site, browser: Browser
) -> None:
    phone: ViewportSize = {"width": 390, "height": 844}
    context = browser.new_context(base_url=site.url, viewport=phone, locale="en")
    page = context.new_page()
    page.goto("/api/v1/docs")
    expect(page.locator("#get_table")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollHeight") < 5_000
    subject = page.locator("#tag-tables > summary")
    subject.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#get_table")).to_be_visible()
    page.goto("/api/v1/docs#set_limit")
    expect(page.locator("#set_limit")).to_have_attribute("open", "")
    expect(page.locator("#set_limit").get_by_role("button")).to_be_visible()
    context.close()


def test_operations_are_arranged_once_for_each_language(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = [
        Client(headers={"accept-language": one}).get("/api/v1/docs").text for one in ("es", "en")
    ]
    assert pages[0] != pages[1]

    def fail(*_args: object) -> None:
        raise AssertionError("the document is arranged again")

    monkeypatch.setattr(reference, "_describe", fail)
    again = Client(headers={"accept-language": "es"}).get("/api/v1/docs").text
    assert "get_table" in again
