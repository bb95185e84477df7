"""Staff pages of shoes: search, description, recomputation; no seed before it is revealed."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.http import QueryDict
from django.test.utils import CaptureQueriesContext
from psycopg import Connection

from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from blackjack.verification import verify
from casino.models import Shoe
from casino.play.services.betting import place_bet
from casino.selectors.places import find_shoe_rounds
from compliance.shoes import services
from compliance.shoes.forms import find_shoes
from compliance.shoes.words import COLUMNS
from journal.models import Event, EventKind
from journal.refusals import NotFound
from tests.accounts.staff import staff
from tests.casino import scenes
from tests.casino.frozen import cancel_by_two
from tests.compliance.hands import SHOES, a_closed_shoe, looks, page_of, page_of_shoe, unguarded

pytestmark = pytest.mark.database


def found(query: str) -> set[Shoe]:
    return set(find_shoes(QueryDict(query)))


def test_the_list_finds_shoes_by_what_is_asked() -> None:
    closed = a_closed_shoe(scenes.play_out, scenes.play_out)

    assert found("until=2020-01-01T00:00") == set()
    assert len(found("")) == 3
    assert found("status=closed&reason=player&table=ligalo&player=ana@") == {closed}
    assert found(f"reference={closed.public_id}") == {closed}
    assert found(f"reference={closed.commitment}") == {closed}
    assert found("status=dealing") == found("reason=cut_card") == found("player=bea") == set()
    assert found("reference=nothing") == found("status=odd") == found("since=odd") == set()
    assert len(found("status=announced")) == 2
    assert page_of_shoe(closed) in looks().get(SHOES).text


def test_every_column_has_a_value_of_every_shoe() -> None:
    closed = a_closed_shoe(scenes.play_out)

    rows = [
        {column.key: column.value(one) for column in COLUMNS}
        for one in (*found("status=closed"), *found("status=announced"))
    ]

    assert rows[0]["seed"] == closed.server_seed
    assert {row["seed"] for row in rows[1:]} == {None}


def test_the_seed_of_an_open_shoe_is_hidden() -> None:
    round_ = scenes.play_out(scenes.deal(scenes.ordinary))
    shoe = Shoe.objects.get(pk=round_.deal.shoe_id)
    client = looks()

    texts = [
        client.get(page_of_shoe(shoe)).text,
        client.get(f"{SHOES}?status=dealing").text,
        str([column.value(shoe) for column in COLUMNS]),
        str(found("status=dealing").pop().__dict__),
    ]

    assert "its seed is revealed when it closes" in texts[0]
    assert "Compute everything again" not in texts[0]
    for text in texts:
        assert scenes.secret_of(shoe) not in text
        assert bytes(shoe.sealed_seed).decode() not in text


def test_burned_cards_are_shown_when_the_shoe_is_closed() -> None:
    closed, client = a_closed_shoe(scenes.play_out, preset="casino_floor"), looks()
    participant = closed.place.participants.get()
    opened = place_bet(
        participant.player, participant.table, scenes.bet_request(participant)
    ).deal.shoe

    assert "Laid aside</h3>" in client.get(page_of_shoe(closed)).text
    assert "Laid aside</h3>" not in client.get(page_of_shoe(opened)).text


def test_a_closed_shoe_holds_and_that_it_was_computed_is_kept() -> None:
    closed = a_closed_shoe(*[scenes.play_out] * 6)
    client = looks()

    text = client.post(f"{page_of_shoe(closed)}prove/").text

    assert "Everything holds: the shoe and its 6 rounds." in text
    assert "differs" not in text
    event = Event.objects.get(kind=EventKind.SHOE_PROVED)
    assert event.subject == f"shoe {closed.public_id}"
    assert event.data == {"rounds": 6, "differs": []}
    assert event.actor_id is not None


def test_a_shoe_with_a_cancelled_round_holds() -> None:
    round_ = scenes.play(scenes.deal(scenes.pair), "split")
    cancel_by_two(round_, "tests")
    closed = Shoe.objects.get(pk=round_.deal.shoe_id)

    found = services.record_shoe_proof(closed, staff(Role.AUDITOR))

    assert found.holds, found.failed


def test_computing_asks_as_often_for_many_rounds_as_for_few() -> None:
    counts, person = [], staff(Role.AUDITOR)
    for player, rounds in (("ana@example.test", 1), ("bea@example.test", 6)):
        shoe = a_closed_shoe(*[scenes.play_out] * rounds, player=player)
        with CaptureQueriesContext(connection) as captured:
            assert services.record_shoe_proof(shoe, person).holds
        counts.append(len(captured))

    assert counts[0] == counts[1]


@pytest.mark.committed
@pytest.mark.parametrize(
    ("table", "change", "undo", "name"),
    [
        (
            "casino_deal",
            "cards[4] = CASE cards[4] WHEN '2C' THEN '3C' ELSE '2C' END",
            "cards = %s",
            "round R-",
        ),
        ("casino_shoe", "cards_out = cards_out + 1", "cards_out = cards_out - 1", "count"),
        ("casino_shoe", "commitment = repeat('0', 64)", "commitment = %s", "seed"),
    ],
)
def test_a_change_is_named_and_raises_one_alarm(
    table: str, change: str, undo: str, name: str, owner_connection: Connection[Any]
) -> None:
    closed = a_closed_shoe(scenes.play_out, scenes.play_out)
    where = "nonce = 2" if table == "casino_deal" else f"id = {closed.pk}"
    column = change.partition(" ")[0].partition("[")[0]
    kept = owner_connection.execute(f"SELECT {column} FROM {table} WHERE {where}").fetchone()  # noqa: S608 - all written in this test
    with unguarded(owner_connection, table):
        owner_connection.execute(f"UPDATE {table} SET {change} WHERE {where}")  # noqa: S608 - all written in this test
    client = looks()

    texts = [client.post(f"{page_of_shoe(closed)}prove/").text for _ in range(2)]

    assert all("Something differs. An alarm has been recorded" in text for text in texts)
    event = Event.objects.get(kind=EventKind.PROOF_FAILED)
    assert event.severity == "alarm"
    assert any(one.startswith(name) for one in event.data["differs"])
    assert Event.objects.filter(kind=EventKind.SHOE_PROVED).count() == 2
    with unguarded(owner_connection, table):
        given = kept if "%s" in undo else None
        owner_connection.execute(f"UPDATE {table} SET {undo} WHERE {where}", given)  # noqa: S608 - all written in this test


def test_the_transcript_is_the_one_that_players_verify_and_taking_it_is_an_event() -> None:
    closed = a_closed_shoe(scenes.play_out, scenes.play_out)
    client = looks(Role.OPERATOR)

    answer = client.post(f"{page_of_shoe(closed)}transcript/")

    assert answer["Content-Disposition"].startswith("attachment")
    assert json.loads(answer.text)["server_seed"] == closed.server_seed
    assert all(check.passed for check in verify(answer.text))
    event = Event.objects.get(kind=EventKind.TRANSCRIPT_TAKEN)
    assert (event.severity, event.subject) == ("notice", f"shoe {closed.public_id}")


def test_an_open_shoe_has_no_computation_and_no_transcript() -> None:
    round_ = scenes.play_out(scenes.deal(scenes.ordinary))
    shoe, auditor = Shoe.objects.get(pk=round_.deal.shoe_id), staff(Role.AUDITOR)
    events = Event.objects.count()

    for act in (services.record_shoe_proof, services.take_transcript):
        with pytest.raises(NotFound):
            act(shoe, auditor)
    for address in ("prove", "transcript"):
        assert looks().post(f"{page_of_shoe(shoe)}{address}/").status_code == 404
    assert Event.objects.count() == events


def test_a_transcript_needs_the_right_to_see_hands() -> None:
    closed = a_closed_shoe(scenes.play_out)

    for role in (Role.CASHIER, Role.ADMINISTRATOR):
        with pytest.raises(NotPermitted):
            services.take_transcript(closed, staff(role))
        assert looks(role).post(f"{page_of_shoe(closed)}prove/").status_code == 403
    assert not Event.objects.filter(
        kind__in=[EventKind.SHOE_PROVED, EventKind.TRANSCRIPT_TAKEN]
    ).exists()


def test_a_get_computes_nothing_and_downloads_nothing() -> None:
    closed = a_closed_shoe(scenes.play_out)

    for address in ("prove", "transcript"):
        assert looks().get(f"{page_of_shoe(closed)}{address}/").status_code == 405
    assert looks().get(f"{SHOES}{uuid4()}/").status_code == 404


def test_a_shoe_lists_its_rounds_its_log_and_its_cards_by_rank() -> None:
    closed = a_closed_shoe(scenes.play_out, scenes.play_out)

    text = looks().get(page_of_shoe(closed)).text

    for round_ in find_shoe_rounds(closed):
        assert page_of(round_) in text
    assert closed.commitment in text
    assert (closed.server_seed or "-") in text
    assert "Cards shown so far, by rank" in text
    assert "announced" in text


@pytest.mark.committed
def test_views_of_a_players_shoe_are_recorded() -> None:
    closed = a_closed_shoe(scenes.play_out)

    looks(Role.AUDITOR).get(page_of_shoe(closed))

    assert Event.objects.get(kind=EventKind.PLAYER_VIEWED).data == {"page": "shoe"}
