"""Back-office tables on a phone: each row is a card that names its figures, every control within reach."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page
from psycopg import Connection

from accounts.identity.services import document_uploads
from accounts.models.users import User
from accounts.roles.values import Role
from accounts.visits.services.visits import start_visit
from blackjack.presets import PRESETS
from blackjack.rules import Rules
from casino.play.services.betting import place_bet
from limits.values import CashLimitKind
from loyalty.selectors.tiers import find_tier_set_in_force
from tables.models import Table
from tables.services import changes, studies, versions
from tests.accounts.papers import picture
from tests.accounts.staff import inside, staff
from tests.casino import scenes
from tests.casino.test_reopening import stopped_between_rounds
from tests.compliance.cases import another, proposed
from tests.compliance.disputed import disputed
from tests.fixtures.coming_in import take_over
from tests.fixtures.site import Site
from tests.live.scenes import Guest, a_live_table
from tests.look.staff_pages import COLUMNS, FAULTS
from tests.tables.house import manager, operator, with_mathematics
from tests.wallet.ledger import funded, usd
from tests.wallet.test_corrections import adjustment
from tests.wallet.test_desk_list import asked, recorded
from tests.wallet.test_rate_rules import limit, spread
from tests.wallet.test_staff_browser import some_rates
from wallet.cash.services import discrepancies, limits
from wallet.ledger.models import LedgerCheck

WIDTHS = (360, 390, 820, 1440)
LIGALO = PRESETS["ligalo"]
STANDS = Rules.from_dict({"soft_17": "stand"}, LIGALO)
LINE = "settlements and refunds are what their rounds returned"
ROW = "round 0b5c2a1e-7f3d-4f58-9a53-0d7f1a8a4c11 of player 12: 10000 USD staked and 1000000 paid"
RATES = b"currency,rate,as_of,source\nDOP,0.016,2026-01-02,BCRD\nUSD,1,2026-01-02,x\n"

# Tested elsewhere: events, switches and staff accounts in test_supervision.py, reports in
# test_reports.py.
ELSEWHERE = re.compile(r"/(events|switches)/|templates/(reports|accounts)/")
IN_TEMPLATES = sum(
    len(re.findall(r'class="staff-table[ "{]', path.read_text()))
    for path in Path("templates").rglob("*.html")
    if not ELSEWHERE.search(str(path))
)
WITH_A_COLUMN_FOR_SOME = 1
"""Tables seen in two forms: a player's balances have a column of pending withdrawals for roles that see cash."""


@pytest.fixture
def addresses(site: Site, owner_connection: Connection[Any]) -> list[str]:
    """Create a row for every back-office table, and return the URLs of the pages that have one."""
    table = stopped_between_rounds(owner_connection).place.table
    return [
        *_play(table),
        *_rules(table),
        *_cash(),
        *_check(),
        *_rates(),
        *_voids(table),
        *_hands(table),
        *_live(),
        *_in_the_long_run(),
        reverse("looks:list"),  # lists the page views recorded so far
    ]


def _play(table: Table) -> Iterator[str]:
    bea = scenes.new_player("bea@example.test")
    participant = scenes.sit(bea, table, scenes.seed_for(scenes.pair))
    place_bet(bea, table, scenes.bet_request(participant))
    yield reverse("rounds:list")
    yield reverse("players:list")
    yield reverse("players:player", args=[bea.pk])


def _rules(table: Table) -> Iterator[str]:
    with_mathematics(LIGALO)
    with_mathematics(STANDS)
    proposal = versions.create_draft(table.version.rule_set_id, STANDS, acting_user=operator())
    versions.propose_version(proposal.pk, reason="players ask", acting_user=operator())
    studies.request_studies(proposal, acting_user=operator())
    changes.propose_change(
        table.pk, {"max_bet_usd": 600_000}, reason="players ask", acting_user=operator()
    )
    yield reverse("tables:overview")
    yield reverse("tables:table", args=[table.pk])
    yield reverse("tables:version", args=[proposal.pk])
    yield reverse("tables:step", args=[proposal.pk, "approve"])


def _cash() -> Iterator[str]:
    funded(text="5000.00")
    small = recorded("50.00")
    recorded("2500.00", note="bundle 7, counted twice " * 8)
    asked("2000.00"), adjustment("-5.00")
    row = limits.propose_cash_limit(
        CashLimitKind.DEPOSIT_SECOND, usd("900"), acting_user=operator(), reason="a new bank"
    )
    limits.decide_cash_limit(row.pk, approved=False, acting_user=manager())
    yield reverse("cash:desk")
    yield reverse("cash:deposit", args=[small.pk])
    yield reverse("cash:account", args=[small.player_id])
    yield reverse("cash:limits")


def _check() -> Iterator[str]:
    LedgerCheck.objects.create(passed=False, findings=[f"{LINE}: broken by 1\n  {ROW}"])
    row = discrepancies.propose_acceptance(
        LINE, ROW, acting_user=staff(Role.CASHIER), reason="forged on 3 May"
    )
    discrepancies.decide_acceptance(row.pk, approved=True, acting_user=manager())
    yield reverse("cash:findings")


def _voids(table: Table) -> Iterator[str]:
    # a win that earned points
    played = another(table, "eva@example.test", scenes.seed_for(scenes.natural))
    dispute = disputed(played.player, round_=played)
    yield reverse("disputes:list")
    yield reverse("disputes:dispute", args=[dispute.public_id])
    case = proposed(played)
    yield reverse("voids:list")
    yield reverse("voids:case", args=[case.public_id])


def _hands(table: Table) -> Iterator[str]:
    played = another(table, "dora@example.test")
    yield reverse("hands:list")
    yield reverse("hands:hand", args=[played.public_id])
    yield reverse("shoes:list")
    yield reverse("shoes:shoe", args=[played.deal.shoe.public_id])


def _live() -> Iterator[str]:
    place = a_live_table()
    Guest(place, "hana").sits(3)
    yield reverse("live:tables")
    yield reverse("live:table", args=[place.table.slug])


def _rates() -> Iterator[str]:
    some_rates()
    limit(), spread()
    yield reverse("rates:history", args=["EUR"])
    yield reverse("rates:rules")


def _in_the_long_run() -> Iterator[str]:
    document_uploads.store_upload(scenes.new_player("fay@example.test"), "front", picture())
    yield reverse("players:documents")
    gone = scenes.new_player("gil@example.test")
    start_visit(gone, "c" * 32, "2001:db8:85a3:8d3:1319:8a2e:370:7348", "Firefox on Windows")
    yield reverse("players:visits", args=[gone.pk])
    yield reverse("tiers:list")
    yield reverse("tiers:set", args=[find_tier_set_in_force().pk])


def _opened(browser: Browser, site: Site, user: User) -> Page:
    context = browser.new_context(base_url=site.url)
    take_over(context, inside(user), "es")
    return context.new_page()


def _faults(page: Page) -> list[str]:
    found = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        found += [f"{width}: {fault}" for fault in page.evaluate(FAULTS)]
    return found


def _previewed(page: Page) -> None:
    page.goto(reverse("rates:import"))
    page.locator("input[type=file]").set_input_files(
        {"name": "rates.csv", "mimeType": "text/csv", "buffer": RATES}
    )
    page.locator(".staff button[type=submit]").click()
    page.locator(".staff-table tbody tr").nth(1).wait_for()


def _counted(page: Page) -> None:
    """Show the preview of a tier editor."""
    page.goto(reverse("tiers:new"))
    page.locator("[name=act][value=preview]").click()
    page.locator("#moves .staff-table").wait_for()


@pytest.mark.slow
def test_on_a_phone_every_table_is_a_list_of_cards_that_name_their_figures(
    browser: Browser, site: Site, addresses: list[str]
) -> None:
    seen = set()
    for user in (operator(), manager(), staff(Role.CASHIER)):
        page = _opened(browser, site, user)
        for address in addresses:
            answer = page.goto(address)
            if answer is not None and answer.status == 200:
                assert (user.full_name, address, _faults(page)) == (user.full_name, address, [])
                seen.update(page.evaluate(COLUMNS))
        if user == operator():
            for step in (_previewed, _counted):
                step(page)
                assert (step.__name__, _faults(page)) == (step.__name__, [])
                seen.update(page.evaluate(COLUMNS))
        page.context.close()
    assert len(seen) == IN_TEMPLATES + WITH_A_COLUMN_FOR_SOME, seen
