"""What a request asks the database: its table once, and a fixed number of questions for a list."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.api.apps import AppCaller
from tests.api.calls import Caller, read
from tests.api.playing import App, seated
from tests.casino import scenes

pytestmark = pytest.mark.database


def find_statements(ask: Callable[[], Any], *words: str) -> list[str]:
    """Return the statements of the second of two requests that have all these words."""
    read(ask())
    with CaptureQueriesContext(connection) as asked:
        read(ask())
    found = [one["sql"] for one in asked.captured_queries]
    return [one for one in found if all(word in one for word in words)]


@pytest.mark.parametrize("as_app", [False, True])
def test_a_position_loads_its_table_once(*, as_app: bool) -> None:
    player, table = scenes.new_player(), scenes.ligalo()
    scenes.sit(player, table)
    caller = AppCaller.of(player, "play:real", real_money=True) if as_app else Caller(player)
    path = f"/tables/{table.slug}/position"
    assert len(find_statements(lambda: caller.get(path), 'FROM "tables_table"')) == 1


def test_a_token_and_its_connection_are_found_by_one_statement() -> None:
    caller = AppCaller.of(scenes.new_player(), "read")
    assert len(find_statements(lambda: caller.get("/balances"), "oidc_token")) == 1
    assert len(find_statements(lambda: caller.get("/balances"), 'FROM "api_appconnection"')) == 1


def test_play_by_a_test_account_loads_no_table_for_the_rate_limit() -> None:
    app = seated()
    body = app.bet_body()
    with CaptureQueriesContext(connection) as asked:
        read(app.post("/rounds", body))
    tables = [one for one in asked.captured_queries if 'FROM "tables_table"' in one["sql"]]
    assert app.player.is_test_account
    assert tables == []


def test_a_history_takes_as_many_queries_for_three_rounds_as_for_one() -> None:
    app = seated()
    counts = []
    for rounds in (1, 2):
        for _ in range(rounds):
            app.plays_out(app.bets())
        counts.append(len(find_statements(lambda: App(app.player).get("/history"), "casino_")))
    assert counts[0] == counts[1]
    assert len(read(app.get("/history"))["data"]) == 3
