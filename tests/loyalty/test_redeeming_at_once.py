"""Concurrent redemptions, also during play: never more than there is, never twice, no deadlock."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
from psycopg import Connection

from accounts.models.users import User
from accounts.roles.values import Role
from casino.models import Round, Treatment
from casino.play.services.betting import place_bet
from casino.reconciliation.selectors.lines import find_broken_house_lines
from journal.refusals import Refusal
from loyalty import refusals
from loyalty.models.points import PointsEntry
from loyalty.models.redemption import Redemption
from loyalty.selectors.check_lines import POINTS, REDEMPTIONS
from loyalty.selectors.points import Points, load_points
from loyalty.services.redeeming import redeem_points
from tests.accounts.staff import staff
from tests.casino import decided, scenes
from tests.casino.proved import findings, part_read, prove
from tests.loyalty.test_points import earned
from tests.wallet.ledger import at_once, funded, usd
from wallet.ledger.selectors.funds import balance
from wallet.ledger.selectors.slices import WHOLE_LEDGER

pytestmark = pytest.mark.committed


def someone(points: str = "500") -> User:
    person = User.objects.get(pk=funded())
    earned(person.pk, points)
    return person


def tried(person: User, asked: int, key: UUID) -> Redemption | Exception:
    try:
        return redeem_points(person, asked, "USD", key=key)
    except Refusal as error:
        return error


def test_ten_forms_at_once_redeem_what_is_there_and_no_more() -> None:
    ana = someone()
    ends = at_once(10, lambda _n: tried(ana, 200, uuid4()))
    assert sum(isinstance(end, Redemption) for end in ends) == 2
    assert sum(isinstance(end, refusals.TooFewPoints) for end in ends) == 8
    assert (balance(ana.pk), load_points(ana.pk)) == (usd("104.00"), Points(10_000, 0))


def test_one_form_sent_ten_times_at_once_redeems_once() -> None:
    ana, key = someone(), uuid4()
    ends = at_once(10, lambda _n: tried(ana, 200, key))
    assert len({end.pk for end in ends if isinstance(end, Redemption)}) == 1
    assert (balance(ana.pk), load_points(ana.pk)) == (usd("102.00"), Points(30_000, 0))


def test_points_are_redeemed_while_rounds_are_played() -> None:
    ana, table = scenes.new_player(funds="100000"), scenes.ligalo()
    participant = scenes.sit(ana, table)
    earned(ana.pk, "10000")

    def plays() -> None:
        for _ in range(8):
            scenes.play_out(place_bet(ana, table, scenes.bet_request(participant)))

    def redeems() -> None:
        for _ in range(8):
            redeem_points(ana, 100, "USD", key=uuid4())

    acts: list[Callable[[], None]] = [plays, redeems, redeems]
    at_once(len(acts), lambda n: acts[n]())
    redeemed = PointsEntry.objects.filter(player=ana.pk, kind="redeemed")
    assert redeemed.count() == 16
    assert Round.objects.filter(player=ana, status="completed").count() == 8
    assert find_broken_house_lines() == []


def test_points_are_earned_redeemed_taken_back_owed_and_repaid_by_later_rounds() -> None:
    round_ = scenes.play_out(scenes.deal(scenes.ordinary, stake="50"))
    ana, manager = round_.player, staff(Role.COMPLIANCE_MANAGER)
    earned(ana.pk, "150")
    assert load_points(ana.pk) == Points(20_000, 0)
    redeem_points(ana, 200, "USD", key=uuid4())
    decided.void(
        round_.pk, Treatment.STAKES_BACK, case=uuid4(), acting_user=manager, reason="duplicate"
    )
    assert load_points(ana.pk) == Points(0, 5_000)
    participant, table = round_.participant, round_.place.table
    again = scenes.play_out(place_bet(ana, table, scenes.bet_request(participant, "20")))
    assert again.status == "completed"
    assert load_points(ana.pk) == Points(0, 3_000)
    for _ in range(2):
        scenes.play_out(place_bet(ana, table, scenes.bet_request(participant, "20")))
    assert load_points(ana.pk) == Points(1_000, 0)
    assert find_broken_house_lines() == []


BREAKS = [
    (REDEMPTIONS, "UPDATE loyalty_redemption SET points = points - 1"),
    (REDEMPTIONS, "UPDATE loyalty_redemption SET asked = asked + 1"),
    (REDEMPTIONS, "UPDATE loyalty_redemption SET amount = amount + 100"),
    (REDEMPTIONS, "UPDATE loyalty_redemption SET rate = rate * 2"),
    (REDEMPTIONS, "DELETE FROM loyalty_redemption"),
    (POINTS, "UPDATE loyalty_account SET balance = balance + 1"),
    (POINTS, "UPDATE loyalty_entry SET balance_after = 7 WHERE kind = 'redeemed'"),
]


@pytest.mark.breaks_the_ledger("that is what is tested")
@pytest.mark.parametrize(("line", "statement"), BREAKS)
def test_points_that_do_not_tie_to_the_ledger_are_found(
    owner_connection: Connection[Any], line: str, statement: str
) -> None:
    redeem_points(someone(), 200, "USD", key=uuid4())
    assert find_broken_house_lines() == []
    for table in ("loyalty_redemption", "loyalty_account", "loyalty_entry"):
        owner_connection.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER".encode())
    assert owner_connection.execute(statement.encode()).rowcount
    found = {one.line: one.rows for one in find_broken_house_lines()}
    for table in ("loyalty_redemption", "loyalty_account", "loyalty_entry"):
        owner_connection.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER".encode())
    assert line in found


def test_the_hourly_check_follows_redemptions_from_what_was_proved() -> None:
    ana = someone()
    redeem_points(ana, 200, "USD", key=uuid4())
    prove()
    redeem_points(ana, 100, "USD", key=uuid4())
    assert part_read() != WHOLE_LEDGER
    assert findings(since_proved=True) == findings(since_proved=False) == {}
