"""The list of hands: filters, a constant number of queries, and links that keep the filters."""

import re
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from psycopg import Connection

from accounts.roles.values import Role
from casino.play.services.betting import place_bet
from compliance.hands.selectors import time_search
from compliance.hands.words.columns import COLUMNS
from journal.models import Event
from tests.casino import scenes
from tests.compliance.hands import (
    HANDS,
    SHOES,
    found,
    looks,
    page_of,
    page_of_shoe,
    shown,
    three_hands,
    unguarded,
)
from tests.exhaustive import slow_but_every
from tests.fixtures.profiles import ProfileChange
from wallet.money.values import Money

pytestmark = pytest.mark.database


def test_viewed_hands_are_recorded_once() -> None:
    over, runs, natural = three_hands()
    client = looks()
    for _ in range(2):
        client.get(HANDS)
        client.get(reverse("shoes:list"), {"status": ""})
        client.get(reverse("rounds:list"))
    noted = [event.data for event in Event.objects.filter(kind="players_listed").order_by("pk")]
    everybody = sorted({over.player_id, natural.player_id})
    assert noted == [
        {"players": everybody, "asked": []},
        {"players": [runs.player_id], "asked": []},
    ]


def test_the_page_lists_the_newest_hand_first() -> None:
    over, runs, natural = three_hands()

    text = looks().get(HANDS).text

    places = [text.index(page_of(one)) for one in (natural, runs, over)]
    assert places == sorted(places)
    assert "ana@example.test" in text
    assert "blackjack" in text


def test_the_list_shows_the_cards_of_finished_hands_only() -> None:
    over, runs, natural = three_hands()

    text = looks().get(HANDS).text
    rows = {
        one: row
        for row in text.split("<tr>")
        for one in (over, runs, natural)
        if page_of(one) in row
    }
    for one in (over, natural):
        facts = one.result or {}
        hands = [facts["dealer"], *(hand for seat in facts["seats"] for hand in seat["hands"])]
        assert shown(rows[one]) == {card for hand in hands for card in hand["cards"]}
    assert shown(rows[runs]) == set()


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("", {0, 1, 2}),
        ("status=in_progress", {1}),
        ("status=completed", {0, 2}),
        ("status=cancelled", set()),
        ("status=interrupted", set()),
        ("result=blackjack", {2}),
        ("result=won&player=bea", {2}),
        ("result=pushed&player=bea", set()),
        ("player=ANA@example", {0, 1}),
        ("player=ana rosario", {0, 1, 2}),
        ("player=ana@example.test", {0, 1}),
        ("player=ána", {0, 1, 2}),
        ("player=rosario be", {2}),
        ("player=nobody", set()),
        ("least=20", {1, 2}),
        ("most=20", {0, 1}),
        ("least=20&most=20", {1}),
        ("least=100", set()),
        ("currency=USD", {0, 1, 2}),
        ("currency=EUR", set()),
        ("table=ligalo", {0, 1, 2}),
        ("flag=hints", set()),
        ("flag=large_bet", set()),
        ("flag=large_win", set()),
        ("flag=frozen", set()),
        ("until=2020-01-01T00:00", set()),
        ("since=2020-01-01T00:00", {0, 1, 2}),
    ],
)
def test_each_filter_finds_what_it_says(query: str, wanted: set[int]) -> None:
    hands = three_hands()

    assert found(query) == {hands[participant] for participant in wanted}


@pytest.mark.parametrize(
    "query",
    slow_but_every(
        3,
        [
            "least=x",
            "since=never",
            "status=lost",
            "table=none",
            "most=-1",
            "reference=1",
            "version=x",
        ],
    ),
)
def test_an_invalid_filter_finds_nothing_and_is_explained(query: str) -> None:
    over, _, _ = three_hands()

    answer = looks().get(f"{HANDS}?{query}")

    assert found(query) == set()
    assert answer.status_code == 200
    assert page_of(over) not in answer.text
    assert "errorlist" in answer.text


def test_an_end_before_the_beginning_is_said_beside_the_field() -> None:
    query = "?since=2026-01-02T00:00&until=2026-01-01T00:00&least=2&most=1"

    text = looks().get(HANDS + query).text

    assert "This is not after the beginning." in text
    assert "This is below the minimum." in text


def test_by_version_by_number_and_by_reference() -> None:
    over, runs, natural = three_hands()

    assert found(f"version={over.version_id}") == {over, runs, natural}
    assert found(f"player={natural.player_id}") == {natural}
    assert found(f"reference={runs.public_id}") == {runs}
    assert found(f"reference={over.deal.shoe.public_id}") == {over, runs}
    assert found(f"reference={uuid4()}") == set()


@pytest.mark.committed
def test_large_stakes_and_wins_are_found(owner_connection: Connection[Any]) -> None:
    over, _, natural = three_hands()
    with unguarded(owner_connection, "casino_round"):
        owner_connection.execute(
            "UPDATE casino_round SET staked_usd = 1000000 WHERE id = %s", [over.pk]
        )
        owner_connection.execute(
            "UPDATE casino_round SET returned_usd = staked_usd + 1000000 WHERE id = %s",
            [natural.pk],
        )
        assert found("flag=large_bet") == found("least=100") == {over}
        assert found("flag=large_win") == {natural}
        owner_connection.execute(
            "UPDATE casino_round SET staked_usd = amount_usd, returned_usd = returned"
        )


def test_large_is_what_the_house_says_to_lists_and_events_alike(profile: ProfileChange) -> None:
    profile(large_bet_usd=50, large_win_usd=70)
    _, _, natural = three_hands()

    told = Event.objects.filter(kind__in=["large_bet", "large_win"])
    assert {one.subject for one in told} == {f"round {natural.public_id}"}
    assert found("flag=large_bet") == found("flag=large_win") == {natural}
    text = looks().get(f"{HANDS}?flag=large_win").text
    assert "large bet" in text
    assert "large win" in text
    profile(large_bet_usd=51, large_win_usd=76)
    assert found("flag=large_bet") == found("flag=large_win") == set()


def test_selecting_hands_to_void_needs_the_right() -> None:
    over, runs, natural = three_hands()

    text = looks().get(HANDS).text
    boxes = set(re.findall(r'name="round"\s+value="([^"]+)"', text))
    assert boxes == {over.number, natural.number}
    assert runs.number not in boxes
    ticked = looks().get("/staff/voids/new/", {"round": sorted(boxes)}).text
    assert "2 hands can be in this case." in ticked
    assert 'name="round"' not in looks(Role.AUDITOR).get(HANDS).text


@pytest.mark.parametrize(
    "before", slow_but_every(5, ["x", "~", "2026-01-01~1", "2026-13-01T00:00:00+00:00~1", "9~9"])
)
def test_a_place_in_the_list_that_cannot_be_read_is_the_newest(before: str) -> None:
    over, _, _ = three_hands()

    assert page_of(over) in looks().get(f"{HANDS}?before={before}").text


@pytest.mark.parametrize("path", [HANDS, SHOES])
@pytest.mark.parametrize(
    "query",
    slow_but_every(
        4,
        [
            "until=9999-12-31T23:59",
            "since=9999-12-31T23:58",
            "before=9999-12-31T23:59:59%2B00:00~5",
            "before=5000-12-31T23:59:59%2B00:00~5",
        ],
    ),
)
def test_a_time_far_ahead_is_a_time(path: str, query: str) -> None:
    over, _, _ = three_hands()
    answer = looks().get(f"{path}?{query}")
    assert answer.status_code == 200
    shown = page_of(over) if path == HANDS else page_of_shoe(over.deal.shoe)
    assert (shown in answer.text) == ("since" not in query)


def test_an_export_is_asked_for_what_the_page_shows() -> None:
    three_hands()
    client = looks()

    bounded = client.get(HANDS + "?currency=USD&before=999").text
    whole = client.get(HANDS + "?player=ana%40").text

    assert 'href="/staff/reports/export/hands/?currency=USD"' in bounded
    assert 'href="/staff/reports/export/hands/?player=ana%40"' in whole
    assert client.get("/staff/reports/export/hands/?player=ana%40").status_code == 200


def test_filters_stay_in_the_links_and_one_click_clears_them() -> None:
    ana, table = scenes.new_player(), scenes.ligalo()
    participant = scenes.sit(ana, table, scenes.seed_for(scenes.ordinary))
    for _ in range(22):
        scenes.play_out(place_bet(ana, table, scenes.bet_request(participant, "0.10")))

    text = looks().get(HANDS + "?player=ana%40example.test").text

    assert "player=ana%40example.test&amp;before=" in text
    assert f'href="{HANDS}"' in text
    assert "Clear the filters" in text


def test_the_page_asks_as_often_for_many_hands_as_for_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of the search is frozen: on a busy machine it would split the period into more batches."""
    monkeypatch.setattr(time_search, "time", SimpleNamespace(monotonic=lambda: 0.0))
    client, counts = looks(), []
    three_hands()
    for player in ("cleo@example.test", "dora@example.test"):
        client.get(HANDS)  # the first view is recorded
        with CaptureQueriesContext(connection) as captured:
            assert client.get(HANDS).status_code == 200
        counts.append(len(captured))
        table = scenes.ligalo()
        for number in range(3):
            person = scenes.new_player(f"{number}{player}")
            participant = scenes.sit(person, table)
            place_bet(person, table, scenes.bet_request(participant))

    assert counts[0] == counts[1]


def test_every_column_has_a_value_of_every_hand() -> None:
    hands = three_hands()

    rows = {one.pk: {column.key: column.value(one) for column in COLUMNS} for one in found("")}

    over, runs, natural = (rows[one.pk] for one in hands)
    assert natural["net"] == Money.parse("75", "USD")
    assert (runs["returned"], runs["net"], runs["after"]) == (None, None, None)
    assert over["hand"] == str(hands[0].public_id)
    assert [column.key for column in COLUMNS] == list(over)


def test_the_list_needs_the_right() -> None:
    for role in (Role.CASHIER, Role.ADMINISTRATOR):
        assert looks(role).get(HANDS).status_code == 403


def test_an_empty_list_is_explained_in_both_languages() -> None:
    assert "No hand matches." in looks().get(HANDS).text
    assert looks(language="es").get(HANDS).status_code == 200
