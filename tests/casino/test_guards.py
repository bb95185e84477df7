import psycopg
import pytest
from django.db import DatabaseError, connection, transaction

from tests.casino import scenes

pytestmark = pytest.mark.usefixtures("committed_db")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE casino_shoe SET sealed_seed = '\\x00'",
        "UPDATE casino_shoe SET commitment = repeat('0', 64)",
        "UPDATE casino_shoe SET salt = repeat('0', 32)",
        "UPDATE casino_shoe SET status = 'announced'",
        "UPDATE casino_shoe SET rounds_dealt = 0",
        "DELETE FROM casino_shoe",
        "UPDATE casino_round SET nonce = 5",
        "UPDATE casino_round SET amount = 1",
        "UPDATE casino_round SET returned = 1 WHERE status = 'completed'",
        "UPDATE casino_round SET cards = '{}' WHERE status = 'completed'",
        "DELETE FROM casino_round",
        "UPDATE casino_bet SET stake = 1",
        "UPDATE casino_decision SET action = 'hit'",
        "DELETE FROM casino_decision",
        "UPDATE casino_logline SET at = now()",
        "DELETE FROM casino_logline",
        "UPDATE tables_rulesetversion SET number = 9",
        "TRUNCATE casino_round CASCADE",
    ],
)
def test_the_past_cannot_be_rewritten_by_the_application(statement: str) -> None:
    round_ = scenes.play(scenes.deal(scenes.ordinary), "stand")
    before = scenes.everything(round_.player)

    with (
        pytest.raises(DatabaseError) as caught,
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)

    assert isinstance(caught.value.__cause__, psycopg.errors.InsufficientPrivilege)
    assert scenes.everything(round_.player) == before
