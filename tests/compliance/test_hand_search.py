"""Search among many hands: of any age, by player name, in batches with a time budget."""

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.http import QueryDict
from django.test import RequestFactory
from django.utils import timezone
from psycopg import Connection

from accounts.users.selectors import search as finding
from casino.models import Round
from casino.play.services.betting import place_bet
from compliance.hands.selectors import time_search
from compliance.hands.selectors.time_search import search_by_time
from tests.casino import scenes
from tests.compliance.hands import HANDS, found, looks, page_of, three_hands, unguarded

pytestmark = pytest.mark.database


def test_hands_of_many_players_of_a_name_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = three_hands()
    monkeypatch.setattr(finding, "FEW", 1)

    assert found("player=rosario") == set(hands)
    assert found("player=bea") == {hands[2]}


@pytest.mark.committed
def test_hands_of_any_age_are_found_whatever_is_asked(
    monkeypatch: pytest.MonkeyPatch, owner_connection: Connection[Any]
) -> None:
    # a busy machine must not end the search early
    monkeypatch.setattr(time_search, "BUDGET", 600.0)
    over, runs, natural = hands = three_hands()
    old = timezone.now() - timedelta(days=900)
    with unguarded(owner_connection, "casino_round"):
        owner_connection.execute("UPDATE casino_round SET started_at = %s", [old])

    def listed(query: str) -> set[Round]:
        text = looks().get(f"{HANDS}?{query}").text
        return {one for one in hands if page_of(one) in text}

    assert listed("") == {over, runs, natural}
    assert listed("status=in_progress") == {runs}
    assert listed("player=ana@") == {over, runs}
    assert listed(f"since={old:%Y-%m-%dT%H:%M}") == {over, runs, natural}
    assert listed(f"since={old + timedelta(days=1):%Y-%m-%dT%H:%M}") == set()


@pytest.mark.slow
@pytest.mark.committed
def test_a_search_that_takes_too_long_says_how_far_it_came_and_goes_on_from_there(
    monkeypatch: pytest.MonkeyPatch, owner_connection: Connection[Any]
) -> None:
    hands = three_hands()
    old = timezone.now() - timedelta(days=2)
    with unguarded(owner_connection, "casino_round"):
        owner_connection.execute("UPDATE casino_round SET started_at = %s", [old])
    monkeypatch.setattr(time_search, "BUDGET", -1.0)
    client, address, steps = looks(), HANDS, 0

    text = client.get(address).text
    while "Search further back" in text and steps < 100:
        assert "Matches are rare" in text
        further = re.search(r'href="\?(before=[^"]+)"', text)
        assert further
        text, steps = client.get(f"{HANDS}?{unescape(further[1])}").text, steps + 1
        if all(page_of(one) in text for one in hands):
            break

    assert 20 < steps < 60
    assert all(page_of(one) in text for one in hands)
    assert "Newest" in text


def test_a_phone_goes_on_below_the_hands_that_it_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time_search, "PHONE_ROWS", 1)
    hands = sorted(three_hands(), key=lambda one: one.started_at, reverse=True)
    seen: list[Round] = []
    query = ""
    while len(seen) < len(hands):
        part = search_by_time(Round.objects.all(), QueryDict(query), "started_at", size=2)
        seen.append(part.rows[0])
        query = part.more
    assert (seen, query) == (hands, "")


@pytest.mark.committed
def test_every_hand_is_on_one_page_and_none_on_two(owner_connection: Connection[Any]) -> None:
    """Several hands have the same start time."""
    ana, table = scenes.new_player(), scenes.ligalo()
    participant = scenes.sit(ana, table)
    for _ in range(7):
        scenes.play_out(place_bet(ana, table, scenes.bet_request(participant, "0.10")))
    with unguarded(owner_connection, "casino_round"):
        query = "UPDATE casino_round SET started_at = %s WHERE deal_id IN (SELECT id FROM casino_deal WHERE nonce < 6)"
        owner_connection.execute(query, [timezone.now() - timedelta(hours=30)])
    seen: list[Round] = []
    query_string = ""
    for _ in range(4):
        request = RequestFactory().get(f"{HANDS}?{query_string}")
        part = search_by_time(Round.objects.all(), request.GET, "started_at", size=2)
        seen += part.rows
        query_string = part.older

    assert query_string == ""
    assert seen == list(Round.objects.order_by("-started_at", "-pk"))
