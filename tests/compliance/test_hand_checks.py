"""Checks on the page of a hand: later changes are shown, and raise one alarm."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from psycopg import Connection

from casino.fairness.services.public_log import chain_log
from casino.fairness.services.shoes import change_shoe
from casino.models import Round
from journal.models import Event, EventKind
from tables.models import Table
from tests.casino import scenes
from tests.casino.test_hidden_cards import distinct
from tests.compliance.hands import looks, page_of, unguarded

pytestmark = pytest.mark.database


def in_a_closed_shoe() -> Round:
    """Return a finished hand whose shoe its player then changed, with its events chained."""
    round_ = scenes.play_out(scenes.deal(scenes.ordinary))
    Table.objects.update(rounds_before_shoe_change=0)
    round_.place.table.refresh_from_db()
    change_shoe(round_.player, round_.place.table, round_.deal.shoe.public_id)
    chain_log()
    return round_


def test_once_the_shoe_is_closed_everything_is_computed_again() -> None:
    round_ = in_a_closed_shoe()

    text = looks().get(page_of(round_)).text

    assert "differs" not in text
    assert "Everything holds: seed, cards, decisions, result and money." in text
    assert Event.objects.filter(kind=EventKind.PROOF_FAILED).count() == 0


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ("cards[1] = CASE cards[1] WHEN '2C' THEN '3C' ELSE '2C' END", "cards"),
        ("entropy = 'another'", "cards"),
        ("returned = returned + 1", "result"),
        ("state_hash = repeat('0', 64)", "states"),
        ("rules_hash = repeat('0', 64)", "rules"),
    ],
)
def test_a_later_change_raises_one_alarm(
    change: str, name: str, owner_connection: Connection[Any]
) -> None:
    round_ = in_a_closed_shoe()
    table = "casino_round" if change.startswith("returned") else "casino_deal"
    column = change.partition(" ")[0].partition("[")[0]
    kept = owner_connection.execute(f"SELECT {column} FROM {table}").fetchone()  # noqa: S608  # names from this file
    with unguarded(owner_connection, table):
        owner_connection.execute(f"UPDATE {table} SET {change}")  # noqa: S608  # as above
    client = looks()

    texts = [client.get(page_of(round_)).text for _ in range(2)]

    assert all("Something differs." in text for text in texts)
    event = Event.objects.get(kind=EventKind.PROOF_FAILED)
    assert (event.severity, event.subject) == ("alarm", f"round {round_.public_id}")
    assert name in event.data["differs"]
    with unguarded(owner_connection, table):
        owner_connection.execute(f"UPDATE {table} SET {column} = %s", kept)  # noqa: S608  # as above


def test_a_decision_that_was_changed_afterwards_is_found(
    owner_connection: Connection[Any],
) -> None:
    round_ = scenes.play(scenes.deal(distinct), "hit", "stand")
    with unguarded(owner_connection, "casino_decision"):
        owner_connection.execute("UPDATE casino_decision SET action = 'surrender' WHERE step = 1")

    text = looks().get(page_of(round_)).text

    assert "Something differs." in text
    assert looks().get(f"{page_of(round_)}replay/0/").status_code in {200, 404}


def test_a_changed_running_hand_is_reported_as_to_its_player(
    owner_connection: Connection[Any],
) -> None:
    round_ = scenes.deal(scenes.ordinary)
    kept = round_.deal.state_hash
    owner_connection.execute("UPDATE casino_deal SET state_hash = %s", ["0" * 64])

    answer = looks().get(page_of(round_))

    assert answer.status_code == 200
    assert "differs from what the player saw" in answer.text
    assert Event.objects.get(kind=EventKind.ROUND_FROZEN).subject == str(round_.public_id)
    round_.refresh_from_db()
    assert round_.status == Round.Status.IN_PROGRESS
    owner_connection.execute("UPDATE casino_deal SET state_hash = %s", [kept])
    assert timezone.now() - round_.started_at < timedelta(minutes=5)
