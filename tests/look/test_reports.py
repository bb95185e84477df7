"""Report pages on a phone and a desktop: tables become cards that name their figures; nothing overflows."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, Page
from psycopg import Connection

from accounts.roles.values import Role
from casino.play.services.betting import place_bet
from reports.catalogue.reports import REPORTS
from reports.files import Format
from reports.models import Export
from tests.accounts.staff import inside, staff
from tests.casino import scenes
from tests.fixtures.coming_in import take_over
from tests.fixtures.site import Site
from tests.look.staff_pages import FAULTS

SIZES = ((390, 844), (1440, 900))
HOME = reverse("admin:index")
PLAYERS = reverse("reports:report", args=["players"])


@pytest.fixture
def played(site: Site, owner_connection: Connection[Any]) -> None:
    """Play a round of a player with a long email address, and request an export."""
    player, table = (
        scenes.new_player("a.very.long.address.of.somebody@subdomain.example.test"),
        scenes.ligalo(),
    )
    participant = scenes.sit(player, table)
    scenes.play_out(place_bet(player, table, scenes.bet_request(participant, "10")))
    Export.objects.create(
        acting_user=staff(Role.AUDITOR),
        source="deposits",
        params={"state": ["deposit.requested"], "q": ["x" * 80]},
        language="es",
        format=Format.CSV.value,
        asked_at=player.created_at,
    )


def addresses() -> Iterator[str]:
    yield HOME
    yield f"{HOME}?accounts=test"
    yield reverse("reports:index")
    yield reverse("reports:files")
    yield reverse("reports:export", args=["hands"])
    for one in REPORTS:
        if one.name != "till":
            yield reverse("reports:report", args=[one.name]) + "?period=today&accounts=test"
    since = timezone.now() - timedelta(days=3)
    part = {"period": "range", "since": f"{since:%Y-%m-%d}", "since_time": "00:30"}
    yield reverse("reports:report", args=["exchange"], query=part)


def faults(page: Page) -> list[str]:
    """Return the page's faults, without wide tables in their scroll box; only the players page may not have those."""
    found: list[str] = page.evaluate(FAULTS)
    if PLAYERS in page.url:
        return found
    return [
        one for one in found if not one.startswith('scrolls sideways: <div class="staff-scroll"')
    ]


@pytest.mark.slow
@pytest.mark.usefixtures("played")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_report_fits_its_screen_and_names_its_figures(
    browser: Browser, site: Site, scheme: Any
) -> None:
    context = browser.new_context(base_url=site.url, color_scheme=scheme)
    take_over(context, inside(staff(Role.AUDITOR)), "es")
    page = context.new_page()
    for address in addresses():
        answer = page.goto(address)
        assert answer is not None
        assert answer.status == 200, address
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert (address, width, faults(page)) == (address, width, [])
    context.close()
