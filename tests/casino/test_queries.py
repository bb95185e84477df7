"""Pages and requests ask the database a fixed number of times, however much has been played."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from casino.models import Round
from casino.services.betting import place_bet
from tests.casino import scenes
from tests.casino.test_table_page import HTMX, TABLE, bet_form, decision, seated

pytestmark = pytest.mark.usefixtures("committed_db")

OF_A_VISIT = 11
OF_A_LAST_DECISION = 23  # settled and shown, session and transaction included


def queries_of_a_visit(rounds: int) -> int:
    client, sitting = seated()
    for _ in range(rounds):
        scenes.play_out(place_bet(sitting.player, sitting.table, scenes.bet_request(sitting)))
    client.get(TABLE)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(TABLE).status_code == 200
    return len(captured)


def test_the_table_asks_as_often_after_many_rounds_as_after_one() -> None:
    assert queries_of_a_visit(1) == OF_A_VISIT


def test_the_table_asks_as_often_after_ten_rounds() -> None:
    assert queries_of_a_visit(10) == OF_A_VISIT


def test_history_asks_as_often_for_many_rounds_as_for_one() -> None:
    counts = []
    client, sitting = seated()
    for rounds in (1, 9):
        for _ in range(rounds):
            scenes.play_out(place_bet(sitting.player, sitting.table, scenes.bet_request(sitting)))
        with CaptureQueriesContext(connection) as captured:
            assert client.get("/rounds/").status_code == 200
        counts.append(len(captured))

    assert counts[0] == counts[1]


def test_a_decision_asks_no_more_than_it_must() -> None:
    client, sitting = seated()
    client.post(TABLE + "bet/", bet_form(sitting))
    form = decision(Round.objects.get(), "stand")
    with CaptureQueriesContext(connection) as captured:
        answer = client.post(TABLE + "action/", form, headers=HTMX)

    assert answer.status_code == 200
    assert len(captured) == OF_A_LAST_DECISION, "\n".join(query["sql"] for query in captured)
