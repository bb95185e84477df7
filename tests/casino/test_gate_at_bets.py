"""The gate at bets: one more statement for a request with all checks, none without, and no call to another server."""

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from accounts.gate.selectors.terms import load_terms
from accounts.gate.services.asking import ask_check
from accounts.gate.services.lists import load_list
from accounts.gate.values.request_address import serve_address
from accounts.gate.values.signed_lists import ListKind
from accounts.models.networks import NetworkCountry
from accounts.models.users import User
from accounts.restrictions.selectors.eligibility import may_play
from tests.accounts.lists import set_up_lists
from tests.accounts.people import demo
from tests.fixtures.profiles import ProfileChange

pytestmark = pytest.mark.database
HOME = "203.0.113.7"


@contextmanager
def statements(most: int) -> Iterator[None]:
    with CaptureQueriesContext(connection) as made:
        yield
    assert len(made) == most, made.captured_queries


def ask_twice(player: User, *, play_money: bool = False) -> None:
    """Ask as a bet does: to accept it, and to draw the page."""
    with serve_address(HOME):
        for _ in range(2):
            barred = may_play(player, play_money=play_money, confirmed=True, policies_due=False)
            assert barred is None


def test_without_checks_the_gate_needs_no_statement() -> None:
    player = demo()
    with statements(0):
        ask_twice(player)


def test_all_checks_need_one_statement(
    tmp_path: Path, settings: Settings, profile: ProfileChange
) -> None:
    player = demo()
    for kind in ListKind:
        lists = set_up_lists(kind, tmp_path, settings)
        load_list(kind, BytesIO(lists.write([])))
    NetworkCountry.objects.create(network="203.0.113.0/24", country="CO")
    profile(
        exclusion_register=True,
        sanctions_list=True,
        location_checks="network",
        countries_allowed=["CO"],
    )
    ask_check("location", player, HOME, load_terms())
    with statements(1):
        ask_twice(player)
    with statements(0):
        ask_twice(player, play_money=True)


def test_play_money_is_asked_only_where_the_profile_says_so(profile: ProfileChange) -> None:
    player = demo()
    profile(exclusion_register=True)
    assert may_play(player, play_money=True) is None
    profile(exclusion_register=True, gate_asks_play_money=True)
    barred = may_play(player, play_money=True)
    assert barred is not None
    assert barred.code == "register_out_of_date"
