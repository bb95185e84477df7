import psycopg
import pytest
from django.db import DatabaseError, connection, transaction

from casino.models import Round
from tests.casino import scenes
from tests.casino.copied import copy_of_round

pytestmark = pytest.mark.database


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE casino_shoe SET sealed_seed = '\\x00'",
        "UPDATE casino_shoe SET commitment = repeat('0', 64)",
        "UPDATE casino_shoe SET salt = repeat('0', 32)",
        "UPDATE casino_shoe SET status = 'announced'",
        "UPDATE casino_shoe SET rounds_dealt = 0",
        "UPDATE casino_shoe SET announced_in = 0",
        "UPDATE casino_shoe SET status = 'closed', closed_at = now(), server_seed = repeat('0', 64)",
        "DELETE FROM casino_shoe",
        "UPDATE casino_deal SET nonce = 5",
        "UPDATE casino_deal SET entropy = 'other'",
        "UPDATE casino_deal SET boxes = '{1,2}'",
        "UPDATE casino_deal SET cards = '{}' WHERE status = 'completed'",
        "DELETE FROM casino_deal",
        "UPDATE casino_round SET number = 'R-00000-00000'",
        "UPDATE casino_round SET amount = 1",
        "UPDATE casino_round SET returned = 1 WHERE status = 'completed'",
        "UPDATE casino_round SET result = '{}' WHERE status = 'completed'",
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
def test_finished_rounds_cannot_be_changed(statement: str) -> None:
    refused(scenes.play(scenes.deal(scenes.ordinary), "stand"), statement)


@pytest.mark.parametrize(
    "change",
    [
        "staked = staked - 1",
        "amount_usd = 1",
        "balance_before = 1",
        "started_at = now()",
        "place_id = place_id + 1",
        "number = 'R-00000-00000'",
    ],
)
def test_how_a_running_round_began_is_fixed(change: str) -> None:
    refused(scenes.deal(scenes.ordinary), f"UPDATE casino_round SET {change}")  # noqa: S608  written above


def refused(round_: Round, statement: str) -> None:
    before = scenes.everything(round_.player)
    with (
        pytest.raises(DatabaseError) as caught,
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)

    assert isinstance(caught.value.__cause__, psycopg.errors.InsufficientPrivilege)
    assert scenes.everything(round_.player) == before


BET = "INSERT INTO casino_bet (round_id, box, stake, amount_usd, side_bets) VALUES ({0}, 5, 1, 1, '{{}}')"
DECISION = (
    "INSERT INTO casino_decision (deal_id, round_id, step, action, amount, amount_usd, by_house, state_hash, made_at)"
    " SELECT deal_id, id, 9, 'stand', 0, 0, false, '', now() FROM casino_round WHERE id = {0}"
)
HINT = "INSERT INTO casino_hint (round_id, step, advice, at) VALUES ({0}, 9, 'hit', now())"


@pytest.mark.parametrize("statement", [BET, DECISION, HINT], ids=["bet", "decision", "hint"])
def test_nothing_is_added_to_a_round_that_is_over(statement: str) -> None:
    round_ = scenes.play(scenes.deal(scenes.ordinary), "stand")
    assert round_.status == Round.Status.COMPLETED

    refused(round_, statement.format(round_.pk))


def test_no_bet_is_added_to_a_running_round() -> None:
    round_ = scenes.deal(scenes.ordinary)

    refused(round_, BET.format(round_.pk))


@pytest.mark.parametrize(
    ("kind", "shoe", "commitment"),
    [
        ("closed", "(SELECT public_id FROM casino_shoe WHERE id = {0})", "{1}"),
        ("lost", "(SELECT public_id FROM casino_shoe WHERE id = {0})", "{1}"),
        ("announced", "gen_random_uuid()", "{1}"),
    ],
)
def test_the_public_log_accepts_only_true_lines(kind: str, shoe: str, commitment: str) -> None:
    round_ = scenes.deal(scenes.ordinary)
    line = (
        f"INSERT INTO casino_logline (at, kind, shoe, commitment) VALUES (now(), '{kind}', {shoe}, '{commitment}');"  # noqa: S608  written above
        " SET CONSTRAINTS ALL IMMEDIATE"
    )

    refused(round_, line.format(round_.deal.shoe_id, round_.deal.shoe.commitment))


@pytest.mark.parametrize("status", ["completed", "cancelled", "in_progress"])
def test_no_round_begins_without_its_money_in_the_ledger(status: str) -> None:
    copied = f"{copy_of_round(0, status)} SET CONSTRAINTS ALL IMMEDIATE"
    refused(scenes.play(scenes.deal(scenes.ordinary), "stand"), copied)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE casino_deal SET status = 'completed', cards_drawn = 0, cards = '{}'; SET CONSTRAINTS ALL IMMEDIATE",
        "UPDATE casino_round SET status = 'completed', result = '{}', returned = 0; SET CONSTRAINTS ALL IMMEDIATE",
    ],
    ids=["a deal that ends alone", "a round that ends alone"],
)
def test_a_deal_and_its_rounds_end_together(statement: str) -> None:
    refused(scenes.deal(scenes.ordinary), statement)


def test_a_deal_has_a_round() -> None:
    deal_alone = copy_of_round(0, "completed").partition(";")[0]
    round_ = scenes.play(scenes.deal(scenes.ordinary), "stand")
    refused(round_, f"{deal_alone}; SET CONSTRAINTS ALL IMMEDIATE")


def test_a_round_that_its_first_deal_ends_is_inserted_with_its_settlement() -> None:
    assert scenes.deal(scenes.natural).status == Round.Status.COMPLETED
