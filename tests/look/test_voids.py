"""Voids in a browser in every state: phone and desktop, light and dark, both languages, by keyboard."""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect
from psycopg import Connection

from accounts.models.users import User
from casino.play.services.betting import place_bet
from compliance.models import CaseKind, CaseReason, VoidCase
from compliance.voids.services import approval
from tests.accounts.staff import inside
from tests.casino import decided, scenes
from tests.compliance.cases import age, analyst, another, approved, manager, pay_in, proposed, spend
from tests.compliance.hands import HANDS
from tests.compliance.test_void_pages import page_of
from tests.compliance.test_voids_bulk import every, played, work_off
from tests.fixtures.axe import serious_faults
from tests.fixtures.coming_in import take_over
from tests.fixtures.looking import looked_at
from tests.fixtures.site import Site
from tests.look.staff_pages import FAULTS

SIZES = ((390, 844), (1440, 900))
LONG = (
    "The dealer's log of 3 May, pages 2 to 7: https://example.test/"
    + "x" * 90
    + "\n<b>read</b> by two"
)
NEW = "/staff/voids/new/"
OUTLINED = """() => { const one = document.activeElement, style = getComputedStyle(one);
  return one === document.body ? "" : `${one.tagName} ${one.name || one.textContent.trim().slice(0, 30)}: ${style.outlineStyle} ${style.outlineWidth}`; }"""


@pytest.fixture
def cases(owner_connection: Connection[Any]) -> dict[str, VoidCase]:
    """Return a void case in each state, by name."""
    players = played(3, 4)
    table = scenes.ligalo()

    def hand(email: str) -> Any:
        return another(table, f"{email}@example.test")

    found = {"expired": proposed(hand("eva"))}
    age(owner_connection, found["expired"])
    approval.expire_cases(timezone.now())
    found["waits"] = proposed(hand("fay"), evidence=LONG)
    found["refused"] = proposed(hand("gil"))
    approval.refuse_case(
        found["refused"].pk, acting_user=manager(), note="the log says otherwise " * 8
    )
    found["withdrawn"] = proposed(hand("hal"))
    approval.withdraw_case(
        found["withdrawn"].pk, acting_user=analyst(), note="another hand was meant"
    )
    many = proposed(choice=every(*players[:2]), reason=CaseReason.DUPLICATE)
    found["many_wait"] = proposed(choice=every(players[2]), reason=CaseReason.COLLUSION)
    found["many"] = approved(many)
    refused = found["many"].lines.get(n=2).round_id
    decided.void_undecided(owner_connection, refused, CaseReason.DUPLICATE, manager())
    work_off()
    ida = won_by("ida@example.test", table)
    spend(ida.player, "1010")
    found["owed"] = approved(proposed(ida, reason=CaseReason.PAYMENT_FRAUD))
    pay_in(ida.player, "2")
    found["return"] = proposed(kind=CaseKind.RETURN, of=found["owed"], rounds=())
    undone = approved(proposed(hand("jon")))
    found["undo"] = approved(
        proposed(kind=CaseKind.UNDO, of=undone, rounds=(), acting_user=analyst("nuria"))
    )
    for case in found.values():
        case.refresh_from_db()
    return found


def won_by(email: str, table: Any) -> Any:
    """Return a round that this player won."""
    player = scenes.new_player(email)
    participant = scenes.sit(player, table, scenes.seed_for(scenes.natural))
    return place_bet(player, table, scenes.bet_request(participant))


@pytest.fixture
def context(browser: Browser, site: Site) -> Iterator[BrowserContext]:
    """Return a context without CSP, because axe injects styles into the page it checks."""
    context = browser.new_context(base_url=site.url, bypass_csp=True)
    yield context
    context.close()


def enters(context: BrowserContext, user: User, language: str) -> Page:
    take_over(context, inside(user), language)
    return context.new_page()


def addresses(cases: dict[str, VoidCase]) -> dict[str, str]:
    free = cases["refused"].lines.get().round
    held = cases["waits"].lines.get().round
    pages = {f"case_{name}": page_of(case) for name, case in cases.items()}
    return {
        **pages,
        "list": reverse("voids:list"),
        "list_none": f"{reverse('voids:list')}?hand={uuid4()}",
        "propose": NEW,
        "propose_hand": f"{NEW}?round={free.public_id}&round={held.public_id}",
        "propose_shoe": f"{NEW}?shoe={free.deal.shoe.public_id}",
        "propose_nothing": f"{NEW}?shoe={uuid4()}",
        "collect": reverse("voids:follow", args=[cases["owed"].public_id, "collect"]),
        "undo": reverse("voids:follow", args=[cases["many"].public_id, "undo"]),
        "hands": HANDS,
    }


def faults(page: Page, name: str) -> list[Any]:
    """Return the faults of the page, at both sizes."""
    found: list[Any] = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{width}: {fault}" for fault in page.evaluate(FAULTS)]
        looked_at(page, f"{name}_{width}")
    return [*found, *serious_faults(page, "#page")]


@pytest.mark.slow
def test_no_page_of_voids_has_a_serious_fault(
    context: BrowserContext, cases: dict[str, VoidCase]
) -> None:
    wanted = addresses(cases)
    found: list[Any] = []
    readers: list[tuple[str, Any, str, Any]] = [
        ("analyst", analyst("nuria"), "es", "light"),
        ("manager", manager("olivia"), "en", "dark"),
    ]
    for who, user, language, scheme in readers:
        page = enters(context, user, language)
        page.emulate_media(color_scheme=scheme)
        for name, address in wanted.items():
            if who == "manager" and not name.startswith(("case", "list")):
                continue
            answer = page.goto(address)
            assert answer is not None
            assert (name, answer.status) == (name, 200)
            found += [(name, one) for one in faults(page, f"{name}_{who}_{language}_{scheme}")]
        page.close()
    assert found == []


@pytest.mark.slow
def test_player_pages_about_a_void_are_accessible(
    context: BrowserContext, cases: dict[str, VoidCase]
) -> None:
    looks: list[tuple[str, str, Any]] = [
        ("owed", "es", "light"),
        ("undo", "en", "dark"),
        ("many", "es", "dark"),
    ]
    for number, (case, language, scheme) in enumerate(looks):
        line = cases[case].lines.first()
        assert line
        round_ = line.round
        take_over(context, scenes.signed_in(round_.player), language)
        page = context.new_page()
        page.emulate_media(color_scheme=scheme)
        for name, address in (
            ("lobby", "/"),
            ("rounds", "/rounds/"),
            ("statistics", "/statistics/"),
            ("round", f"/rounds/{round_.public_id}/"),
        ):
            page.goto(address)
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                assert page.evaluate("document.documentElement.scrollWidth") <= width, address
                looked_at(page, f"player_{name}_{number}_{language}_{scheme}_{width}")
            assert (name, serious_faults(page)) == (name, [])
        page.close()


@pytest.mark.slow
def test_hands_are_ticked_proposed_and_approved_by_keyboard_alone(
    context: BrowserContext, site: Site
) -> None:
    (player,) = played(1, 3)
    page = enters(context, analyst(), "en")
    page.goto(f"{HANDS}?player={player.pk}")
    until(page, "input[name=round]", times=2)
    page.keyboard.press("Space")
    until(page, "form[action='/staff/voids/new/'] button")
    page.keyboard.press("Enter")
    expect(page.locator("#preview")).to_contain_text("1 hand can be in this case.")

    until(page, "#id_reason")
    page.keyboard.type("regul")
    until(page, "#id_evidence")
    page.keyboard.type("order 12")
    until(page, "button[value=look]")
    page.keyboard.press("Enter")
    expect(page.locator("button[value=propose]")).to_be_visible()
    until(page, "button[value=propose]")
    page.keyboard.press("Enter")
    expect(page.locator("#decision")).to_contain_text("Another person has to decide.")
    case = VoidCase.objects.get()
    assert case.size == 1

    page.close()
    page = enters(context, manager(), "en")
    page.goto(page_of(case))
    until(page, "button[value=approve]")
    page.keyboard.press("Enter")
    expect(page.locator("#decision")).to_contain_text("Done. The hands stay as they were")


def until(page: Page, selector: str, times: int = 1) -> None:
    """Press Tab until `selector` has had the focus `times` times; every stop must have a visible outline."""
    for _ in range(150):
        page.keyboard.press("Tab")
        at = page.evaluate(OUTLINED)
        assert not at or not at.endswith((": none 0px", " 0px")), at
        if page.evaluate("(one) => document.activeElement?.matches(one)", selector):
            times -= 1
            if not times:
                return
    raise AssertionError(f"{selector} is not reached")
