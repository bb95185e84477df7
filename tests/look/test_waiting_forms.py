"""Form submission: busy indicator, sent once, connection errors shown in place, no input lost."""

import pytest
from playwright.sync_api import BrowserContext, Page, Request, Route, expect

from accounts.roles.values import Role
from compliance.models import Dispute
from tests.accounts.people import ana_confirmed
from tests.accounts.staff import inside, staff
from tests.fixtures.coming_in import come_in, take_over
from tests.waiting import wait_until

TEXT = "A round stopped in the middle"


@pytest.fixture
def contact(page: Page) -> Page:
    """Return the contact form, filled in by a player."""
    player = ana_confirmed()
    player.language = "en"
    player.save()
    come_in(page.context, player)
    page.goto("/contact/")
    page.locator("[name=subject][value=other]").check()
    page.locator("[name=text]").fill(TEXT)
    return page


def send(page: Page) -> None:
    page.locator("main form button[type=submit]").click(no_wait_after=True)


def test_a_form_shows_that_it_is_working_and_is_sent_once(contact: Page) -> None:
    """The answer is 204 without content, so the page stays and the form remains busy."""
    sent: list[str] = []

    def answer(route: Route) -> None:
        sent.append(route.request.method)
        route.fulfill(status=204)

    contact.route("**/contact/", answer)
    form = contact.locator("main form")
    send(contact)
    expect(form).to_have_attribute("aria-busy", "true")
    expect(form.locator("button[data-working]")).to_be_visible()
    expect(contact.locator("#form-words")).to_have_text("Working…")
    form.evaluate("(one) => one.requestSubmit()")
    send(contact)
    assert form.evaluate("(one) => one.querySelector('[type=submit]').disabled") is False
    wait_until(lambda: sent, "nothing was sent", meanwhile=lambda: contact.evaluate("0"))
    assert sent == ["POST"]


def test_a_pressed_button_is_sent_with_its_value(page: Page) -> None:
    posted: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST":
            posted.append(request.post_data or "")

    page.on("request", note)
    page.goto("/")
    page.locator(".site-menu summary").click()
    page.locator(".site-menu__sheet button[name=language][value=es]").click()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    assert "language=es" in posted[0]


def test_gone_back_to_a_form_can_be_sent_again(contact: Page) -> None:
    send(contact)
    contact.wait_for_url("**/contact/disputes/*/")
    contact.go_back()
    form = contact.locator("main form")
    expect(form).not_to_have_attribute("aria-busy", "true")
    expect(form.locator("[data-working]")).to_have_count(0)


def test_an_offline_form_is_explained_and_keeps_its_input(contact: Page) -> None:
    contact.context.set_offline(True)
    send(contact)
    trouble = contact.locator("main form [role=alert]")
    expect(trouble).to_contain_text("You are offline. Nothing was sent")
    expect(contact.locator("[name=text]")).to_have_value(TEXT)
    contact.context.set_offline(False)
    expect(trouble).to_have_count(0)
    send(contact)
    contact.wait_for_url("**/contact/disputes/*/")
    assert Dispute.objects.count() == 1


def test_a_form_that_htmx_sends_says_it_too(contact: Page) -> None:
    form = contact.locator("main form")
    form.evaluate("(one) => { one.setAttribute('hx-post', '/contact/'); htmx.process(one); }")
    contact.route("**/contact/", lambda route: route.abort("internetdisconnected"))
    send(contact)
    expect(form.locator("[role=alert]")).to_contain_text("You are offline")
    expect(form).not_to_have_attribute("aria-busy", "true")
    expect(contact.locator("[name=text]")).to_have_value(TEXT)


def test_a_file_that_has_come_ends_the_waiting(context: BrowserContext, page: Page) -> None:
    take_over(context, inside(staff(Role.AUDITOR)), "en")
    page.goto("/staff/events/integrity/")
    form = page.locator("form[action$='chain/']")
    with page.expect_download() as download:
        form.locator("button[type=submit]").click()
    assert download.value.suggested_filename.startswith("events-")
    expect(form).not_to_have_attribute("aria-busy", "true")
    with page.expect_download():
        form.locator("button[type=submit]").click()
