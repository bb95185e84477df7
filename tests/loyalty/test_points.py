"""Points: earned by rounds, reversed by voids, restored when a void is undone, and what the database refuses."""

from uuid import UUID, uuid4

import psycopg
import pytest
from django.db import DatabaseError, IntegrityError, transaction

from internals.prepared_statements import run_statement
from loyalty.models.points import PointsAccount, PointsEntry
from loyalty.selectors.points import Points, load_points
from loyalty.selectors.tiers import find_tier
from loyalty.services import points
from tests.wallet.ledger import ask, player
from wallet.money.values import Money

pytestmark = pytest.mark.database


def earned(person: int, usd: str, round_id: UUID | None = None) -> UUID:
    """Credit the points for this stake to a round; return the round's id."""
    round_id = round_id or uuid4()
    call = points.build_earn_call(person, round_id, Money.parse(usd, "USD"))
    run_statement(f"SELECT public.{call.function}($1, $2, $3)", call.values)
    return round_id


def kinds(person: int) -> list[tuple[str, int]]:
    """Return kind and hundredths of a player's entries, oldest first."""
    return [
        (entry.kind, entry.hundredths)
        for entry in PointsEntry.objects.filter(player=person).order_by("seq")
    ]


@pytest.mark.parametrize(
    ("usd", "hundredths"),
    [("10", 1000), ("0.01", 1), ("0.0199", 1), ("0.0099", 0), ("0", 0), ("12.3456", 1234)],
)
def test_a_dollar_is_a_point_in_hundredths_rounded_down(usd: str, hundredths: int) -> None:
    ana = player()
    earned(ana, usd)
    assert load_points(ana) == Points(hundredths, 0)


def test_a_round_brings_its_points_once() -> None:
    ana = player()
    round_id = earned(ana, "10")
    with pytest.raises(IntegrityError), transaction.atomic():
        earned(ana, "10", round_id)
    assert (load_points(ana), kinds(ana)) == (Points(1000, 0), [("earned", 1000)])
    with pytest.raises(TypeError):
        points.build_earn_call(ana, round_id, Money.parse("1", "EUR"))


def test_points_taken_and_returned_are_exact() -> None:
    ana, case = player(), uuid4()
    first, second = earned(ana, "10.07"), earned(ana, "3")
    assert points.reverse_points(ana, first, case) == points.PointsChange(-1007, 0)
    assert points.reverse_points(ana, first, uuid4()) == points.PointsChange(0, 0)
    assert load_points(ana) == Points(300, 0)
    assert points.restore_points(ana, first, uuid4()) == points.PointsChange(1007, 0)
    assert points.restore_points(ana, second, uuid4()) == points.PointsChange(0, 0)
    assert load_points(ana) == Points(1307, 0)


def test_a_player_without_points_loses_none() -> None:
    ana = player()
    assert points.reverse_points(ana, uuid4(), uuid4()) == points.PointsChange(0, 0)
    assert (load_points(ana), find_tier(ana).threshold) == (Points(), 0)
    assert not PointsAccount.objects.exists()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE loyalty_account SET balance = 5",
        "DELETE FROM loyalty_account",
        "UPDATE loyalty_entry SET hundredths = 5",
        "DELETE FROM loyalty_entry",
        "INSERT INTO loyalty_entry SELECT * FROM loyalty_entry",
        "INSERT INTO loyalty_tierchange SELECT * FROM loyalty_tierchange",
        "UPDATE loyalty_tier SET multiplier = 900",
        "UPDATE loyalty_tiersetdecision SET approved = true",
        "SELECT loyalty_repay_debt(1, gen_random_uuid(), NULL, NULL)",
        "SELECT loyalty_points_of_round(1, gen_random_uuid())",
    ],
)
def test_the_application_has_no_other_way_to_points(statement: str) -> None:
    ana = player()
    earned(ana, "10")
    with pytest.raises(DatabaseError) as caught, transaction.atomic():
        ask(statement)
    cause = caught.value.__cause__
    assert isinstance(cause, psycopg.Error)
    assert cause.sqlstate == "42501"
    assert load_points(ana) == Points(1000, 0)
