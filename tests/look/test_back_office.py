"""Back-office pages about tables, players and rounds for each role: no horizontal overflow, no serious axe fault."""

from collections.abc import Iterator
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from accounts.models.users import User
from accounts.restrictions.services.restrictions import propose_lifting
from accounts.roles.values import Role
from blackjack.presets import PRESETS
from blackjack.rules import Rules
from compliance.players.services import acts
from tables.models import Mathematics
from tables.services import changes, versions
from tests.accounts.staff import inside, staff
from tests.accounts.test_restrictions import analyst, restricted
from tests.casino import scenes
from tests.fixtures.axe import serious_faults
from tests.fixtures.coming_in import take_over
from tests.fixtures.site import Site
from tests.look.staff_pages import LOW
from tests.tables.house import manager, operator, with_mathematics

SIZES: list[ViewportSize] = [
    {"width": 320, "height": 640},
    {"width": 768, "height": 1024},
    {"width": 1440, "height": 900},
]
LIGALO = PRESETS["ligalo"]
OTHER = Rules.from_dict({"soft_17": "stand"}, LIGALO)


@pytest.fixture
def context(browser: Browser, site: Site) -> Iterator[BrowserContext]:
    """Return a Spanish context without CSP, because axe injects styles into the page it checks."""
    context = browser.new_context(base_url=site.url, locale="es", bypass_csp=True)
    yield context
    context.close()


def comes_in(context: BrowserContext, user: User) -> Page:
    take_over(context, inside(user), "es")
    return context.new_page()


LONG_NAME = "María Fernanda de los Ángeles Etxeberría-Goikoetxea Villavicencio"
LONG_ADDRESS = "maria.fernanda.de.los.angeles.etxeberria@correo-electronico.example.com"


def addresses() -> list[str]:
    """Fill the database for these pages and return their URLs.

    A round, a draft, a mathematics run in progress and proposals of rules, of table limits and to
    lift a restriction.
    """
    round_ = scenes.deal(scenes.ordinary)
    User.objects.filter(pk=round_.player_id).update(full_name=LONG_NAME, email=LONG_ADDRESS)
    with_mathematics(LIGALO)
    table = round_.place.table
    family = table.version.rule_set_id
    draft = versions.create_draft(family, PRESETS["atlantic_city"], acting_user=operator())
    Mathematics.objects.filter(digest=draft.rules.digest).update(state="running", progress=43)
    proposal = versions.create_draft(family, OTHER, acting_user=operator())
    versions.propose_version(proposal.pk, reason="players ask", acting_user=operator())
    changes.propose_change(
        table.pk, {"max_bet_usd": 600_000}, reason="players ask", acting_user=operator()
    )
    propose_lifting(restricted(round_.player).pk, acting_user=analyst(), reason="explained")
    acts.write_note(round_.player_id, "called twice", key=uuid4(), acting_user=analyst())
    return [
        "/staff/tables/",
        f"/staff/tables/{table.pk}/",
        f"/staff/tables/rules/{family}/",
        f"/staff/tables/versions/{draft.pk}/",
        f"/staff/tables/versions/{draft.pk}/edit/",
        f"/staff/tables/versions/{proposal.pk}/",
        f"/staff/tables/versions/{proposal.pk}/approve/",
        "/staff/tables/limits/",
        f"/staff/tables/limits/player/{round_.player_id}/",
        "/staff/players/",
        f"/staff/players/{round_.player_id}/",
        f"/staff/players/{round_.player_id}/timeline/",
        f"/staff/players/{round_.player_id}/exclude/",
        f"/staff/players/{round_.player_id}/note/",
        f"/staff/players/{round_.player_id}/visits/",
        "/staff/players/liftings/",
        "/staff/players/second-steps/",
        "/staff/rounds/",
        f"/staff/rounds/{round_.public_id}/cancel/",
    ]


def faults(page: Page) -> list[object]:
    """Return the faults of the open page, at every width."""
    found: list[object] = []
    for size in SIZES:
        page.set_viewport_size(size)
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > size["width"]:
            found.append(f"{wide} wide at {size['width']}")
    found += page.evaluate(LOW)
    return [*found, *serious_faults(page, ".staff")]


@pytest.mark.slow
def test_no_page_has_a_serious_fault_or_scrolls_sideways(context: BrowserContext) -> None:
    wanted = addresses()
    seen = set()
    for user in (operator(), manager(), staff(Role.AUDITOR)):
        page = comes_in(context, user)
        for address in wanted:
            answer = page.goto(address)
            assert answer is not None
            if answer.status == 200:
                seen.add(address)
                assert (user.full_name, address, faults(page)) == (user.full_name, address, [])
        page.close()
    assert seen == set(wanted)
