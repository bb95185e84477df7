"""The documentation page in a browser: read, and requests sent from it."""

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from api import reference
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


@pytest.mark.parametrize(
    ("credentials", "header", "value"),
    [
        ("lgl_test_none", "authorization", "Bearer lgl_test_none"),
        ("a-token", "x-session-token", "a-token"),
    ],
)
def test_credentials_and_header_parameters_are_sent_as_headers(
    site: Site, page: Page, credentials: str, header: str, value: str
) -> None:
    page.goto(f"{site.url}/api/v1/docs#stop_play")
    page.locator("#api-credentials").fill(credentials)
    operation = page.locator("#stop_play")
    operation.get_by_label("Idempotency-Key").fill("one")
    with page.expect_request("**/switches/stop") as caught:
        operation.get_by_role("button").click()
    sent = caught.value
    assert (sent.headers[header], sent.headers["idempotency-key"]) == (value, "one")
    expect(operation.get_by_role("status")).to_have_text(
        "POST /api/v1/operator/switches/stop \u00b7 401"
    )


def test_without_scripts_the_page_names_the_request_instead_of_a_dead_form(
    site: Site, browser: Browser
) -> None:
    context = browser.new_context(base_url=site.url, java_script_enabled=False, locale="en")
    page = context.new_page()
    page.goto("/api/v1/docs")
    operation = page.locator("#get_table")
    operation.locator("summary").click()
    expect(operation.get_by_role("button")).to_be_hidden()
    expect(operation.locator(".no-js code")).to_have_text(
        f"curl '{site.url}/api/v1/tables/{{table}}'"
    )
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
