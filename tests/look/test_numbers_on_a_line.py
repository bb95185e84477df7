"""Numbers of rounds, payments and cases never wrap at their hyphens, however narrow the window."""

import pytest
from django.urls import reverse
from playwright.sync_api import Browser

from accounts.roles.values import Role
from casino.play.services.betting import place_bet
from compliance.models import Dispute
from tests.accounts.staff import inside, staff
from tests.casino import scenes
from tests.fixtures.coming_in import come_in, take_over
from tests.fixtures.site import Site

WIDTHS = (320, 390)
BROKEN = r"""() => {
    const found = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const text = texts.currentNode;
        for (const number of text.data.matchAll(/\b[A-Z]-(?:[0-9A-Z]{5}-[0-9A-Z]{5}|[0-9]{6,})\b/g)) {
            const range = document.createRange();
            range.setStart(text, number.index);
            range.setEnd(text, number.index + number[0].length);
            const lines = new Set([...range.getClientRects()].map((one) => Math.round(one.top)));
            found.push([number[0], lines.size]);
        }
    }
    return found;
}"""


@pytest.mark.parametrize("language", ["es", pytest.param("en", marks=pytest.mark.slow)])
def test_no_number_is_broken_on_a_phone(browser: Browser, site: Site, language: str) -> None:
    context = browser.new_context(base_url=site.url)
    page = context.new_page()
    player, table = scenes.new_player(), scenes.table_of("ligalo")
    participant = scenes.sit(player, table, scenes.seed_for(scenes.natural))
    round_ = place_bet(player, table, scenes.bet_request(participant))
    at = reverse("casino:round", args=[round_.public_id])
    pages = [at, f"{at}rules/", f"{at}replay/", "/rounds/", "/bank/statement/"]
    player.language = language
    player.save()
    come_in(context, player)
    page.goto(f"{reverse('contact:contact')}?round={round_.public_id}")
    page.locator("textarea").fill("My natural was paid 6:5.")
    page.locator("form:has(textarea) button[type=submit]").click()
    page.wait_for_url("**/contact/disputes/*/")
    dispute = Dispute.objects.get()
    pages.append(reverse("contact:dispute", args=[dispute.public_id]))

    broken, shown = [], set()
    for address in pages:
        answer = page.goto(address)
        assert answer is not None
        assert answer.ok
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            for number, lines in page.evaluate(BROKEN):
                shown.add(number)
                broken += [(address, width, number)] if lines > 1 else []

    assert broken == []
    assert shown >= {round_.number, dispute.number}
    context.close()


def test_no_number_is_broken_on_a_phone_of_staff(browser: Browser, site: Site) -> None:
    context = browser.new_context(base_url=site.url)
    page = context.new_page()
    player, table = scenes.new_player(), scenes.table_of("ligalo")
    participant = scenes.sit(player, table, scenes.seed_for(scenes.natural))
    round_ = place_bet(player, table, scenes.bet_request(participant))
    take_over(context, inside(staff(Role.AUDITOR)), "es")

    broken, shown = [], set()
    for address in (
        reverse("hands:hand", args=[round_.public_id]),
        f"/staff/players/{player.pk}/timeline/",
        "/staff/events/",
    ):
        answer = page.goto(address)
        assert answer is not None
        assert answer.ok, address
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            for number, lines in page.evaluate(BROKEN):
                shown.add(number)
                broken += [(address, width, number)] if lines > 1 else []

    assert broken == []
    assert shown == {round_.number}
    context.close()
