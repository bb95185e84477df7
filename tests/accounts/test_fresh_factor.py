"""Reauthentication: approvals, staff accounts and payouts require a second factor of the last five minutes."""

import time
from urllib.parse import parse_qs, urlsplit

import pytest
from allauth.account.internal.flows.login import AUTHENTICATION_METHODS_SESSION_KEY
from django.test import Client

from accounts.models.users import User
from accounts.roles.values import Role
from tests.accounts.staff import inside, staff
from tests.matrix.data import addresses, everything, house
from tests.matrix.pages import ALL, PAGES
from tests.matrix.test_matrix import path_of
from tests.tables.test_versions import a_proposal
from tests.wallet import paying_out
from tests.wallet.cash import checked
from tests.wallet.paying_out import silent
from tests.wallet.test_deposits import recorded
from tests.wallet.test_withdrawals import waiting
from wallet.cash.models import Withdrawal
from wallet.cash.views import desk

__all__ = ("silent",)  # a fixture

pytestmark = pytest.mark.database

ASKS = {
    # staff accounts
    *("people:new", "people:review", "people:roles", "people:invite", "people:reset"),
    *("people:sessions", "people:state", "people:address", "people:decide"),
    # approvals
    *("cash:decide_correction", "cash:decide_finding", "cash:decide_limit", "restores:decide"),
    *("builds:decide", "gate:decide", "profiles:decide"),
    *("cash:decide_detachment", "cash:decide_tax_payment"),
    *("cases:decide_release", "cases:decide_thresholds"),
    *("tables:decide_limits", "tables:decide_change"),
    *("players:decide_lifting", "players:decide_reset", "players:decide_double"),
    "erasure:decide",
    *(
        "players:test_account",
        "rates:decide",
        "rates:decide_recall",
        "rates:decide_max_age",
        "rates:decide_spread",
    ),
    *("tiers:decide", "voids:decide", "rounds:decide", "policies:decide"),
    # lost second factors, money of closed accounts
    *("players:reset", "cash:close", "cash:pay_back"),
    # what gives other systems access
    *("apps:new", "apps:secret", "apps:revoke", "apps:propose", "apps:stop", "apps:decide"),
    *("keys:new", "keys:rotate", "keys:revoke"),
    *("webhooks:new", "webhooks:change", "webhooks:switch", "webhooks:rotate", "webhooks:test"),
    *("webhooks:replay", "webhooks:resend"),
    *("webhooks:propose_network", "webhooks:decide_network", "webhooks:end_network"),
}


def stale(user: User, seconds: int = 301) -> Client:
    """Return a client that authenticated `seconds` ago, by default just over five minutes."""
    client = inside(user)
    session = client.session
    for record in session[AUTHENTICATION_METHODS_SESSION_KEY]:
        record["at"] = time.time() - seconds
    session.save()
    return client


def test_every_listed_url_requires_a_fresh_factor() -> None:
    built = house()
    clients = {role: stale(user) for role, user in built.people.items() if role in ALL}
    before, asked = everything(), set()
    for address in sorted(addresses(), key=lambda one: one.name not in ASKS):
        if address.name not in ASKS and before:
            assert everything() == before
            before = {}
        page = PAGES[address.name]
        who = next((role for role in page.sends if role in clients), None)
        if who is None or address.name.startswith("admin:"):
            continue
        path = path_of(address, page, built)
        answer = clients[who].post(path, headers={"Referer": "http://testserver/staff/players/"})
        if answer.status_code == 303 and "/account/2fa/reauthenticate/" in answer["Location"]:
            asked.add(address.name)
            sent = parse_qs(urlsplit(answer["Location"]).query)
            assert sent["next"] == ["/staff/players/"]
    assert asked == ASKS


def test_a_cashier_approves_with_a_fresh_factor_only() -> None:
    checked()
    cashier, withdrawal = staff(Role.CASHIER), waiting()
    path, sent = f"/staff/cash/withdrawals/{withdrawal.pk}/", {"do": "approve", "seen": 1}

    answer = stale(cashier).post(path, sent)

    assert "/account/2fa/reauthenticate/" in answer["Location"]
    assert Withdrawal.objects.get().state == "requested"
    assert inside(cashier).post(path, sent)["Location"] == path
    assert Withdrawal.objects.get().state == "approved"


def test_reauthentication_stays_in_the_back_office() -> None:
    built = house()
    client = stale(built.people["s"])
    for referer in ("https://elsewhere.example/staff/", "http://testserver/account/", "", "::"):
        answer = client.post("/staff/people/new/", headers={"Referer": referer})
        assert parse_qs(urlsplit(answer["Location"]).query)["next"] == ["/staff/"]


def test_a_factor_of_the_last_five_minutes_is_enough() -> None:
    built = house()
    answer = stale(built.people["s"], 290).post("/staff/people/new/")
    assert answer.status_code == 422


def test_rules_are_approved_with_a_fresh_factor_only() -> None:
    version, boss = a_proposal(), staff(Role.COMPLIANCE_MANAGER)
    path = f"/staff/tables/versions/{version.pk}/approve/"

    answer = stale(boss).post(path, {"reason": "as asked"})

    assert "/account/2fa/reauthenticate/" in answer["Location"]
    version.refresh_from_db()
    assert version.state == "proposed"
    fresh = inside(boss).post(path, {"reason": "as asked"})
    assert "reauthenticate" not in fresh.get("Location", "")


def test_a_deposit_is_approved_with_a_fresh_factor_only() -> None:
    boss, deposit = staff(Role.COMPLIANCE_MANAGER), recorded("2000.00")
    path, sent = f"/staff/cash/deposits/{deposit.pk}/", {"do": "approve", "seen": 1}

    answer = stale(boss).post(path, sent)

    assert "/account/2fa/reauthenticate/" in answer["Location"]
    deposit.refresh_from_db()
    assert deposit.state == "requested"
    assert inside(boss).post(path, sent)["Location"] == path
    deposit.refresh_from_db()
    assert deposit.state == "credited"


@pytest.mark.usefixtures("silent")
def test_a_manager_confirms_that_it_was_not_paid_with_a_fresh_factor_only() -> None:
    withdrawal, manager = paying_out.told(), staff(Role.COMPLIANCE_MANAGER)
    paying_out.doubted(withdrawal)
    path = f"/staff/cash/withdrawals/{withdrawal.pk}/"
    sent = {"do": "bounce", "seen": 4, "note": "their list of May"}

    answer = stale(manager).post(path, sent)

    assert "/account/2fa/reauthenticate/" in answer["Location"]
    assert paying_out.state(withdrawal) == "doubted"
    assert inside(manager).post(path, sent)["Location"] == path
    assert paying_out.state(withdrawal) == "bounced"


def test_every_step_of_the_desk_that_is_an_approval_takes_a_fresh_factor() -> None:
    """Post every action that the desk's pages know."""
    checked()
    manager, withdrawal, deposit = (
        stale(staff(Role.COMPLIANCE_MANAGER)),
        waiting(),
        recorded("2000.00"),
    )
    pages = {
        f"/staff/cash/withdrawals/{withdrawal.pk}/": desk._WITHDRAWAL,
        f"/staff/cash/deposits/{deposit.pk}/": desk._DEPOSIT,
    }
    asked = {
        (path.split("/")[3], do)
        for path, known in pages.items()
        for do in known
        if "reauthenticate" in manager.post(path, {"do": do, "seen": 1}).get("Location", "")
    }
    assert asked == {("withdrawals", "approve"), ("withdrawals", "bounce"), ("deposits", "approve")}
