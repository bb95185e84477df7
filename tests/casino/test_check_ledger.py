import json
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from psycopg import Connection

from casino.models import Round
from casino.selectors.reconciliation import SETTLEMENTS, broken_lines_of_the_house, names_of_lines
from casino.tasks import check_ledger
from journal.models import Event
from tests.casino import scenes
from wallet.cash.selectors import withdrawals_open
from wallet.money import Money
from wallet.reconciliation import OPEN_ROUNDS
from wallet.services import bet, settle

pytestmark = pytest.mark.usefixtures("committed_db")


def test_every_line_that_holds_is_told() -> None:
    scenes.deal(scenes.ordinary)
    told = StringIO()

    call_command("check_ledger", stdout=told)

    assert not Event.objects.filter(kind="ledger_broken").exists()
    assert withdrawals_open()
    assert told.getvalue().splitlines() == [f"ok     {name}" for name in names_of_lines()]


def test_the_same_is_told_as_json() -> None:
    scenes.deal(scenes.ordinary)
    told, progress = StringIO(), StringIO()

    call_command("check_ledger", "--json", stdout=told, stderr=progress)

    answer = json.loads(told.getvalue())
    assert answer["passed"] is True
    assert answer["lines"] == [{"line": name, "rows": 0, "first": []} for name in names_of_lines()]
    assert len(progress.getvalue().splitlines()) == len(names_of_lines())


@pytest.mark.breaks_the_ledger("the game is told another stake")
def test_a_round_that_holds_other_stakes_than_the_ledger_is_named(
    owner_connection: Connection[object],
) -> None:
    round_ = scenes.deal(scenes.ordinary)
    owner_connection.execute("ALTER TABLE casino_round DISABLE TRIGGER guard")
    owner_connection.execute("UPDATE casino_round SET staked = 70000")
    told = StringIO()

    with pytest.raises(CommandError, match=f"1 of {len(names_of_lines())} lines"):
        call_command("check_ledger", stdout=told)

    assert f"round {round_.public_id}: 10.00 USD in play, 7.00 USD open" in told.getvalue()
    assert not withdrawals_open()
    event = Event.objects.get(kind="ledger_broken")
    assert event.data == {OPEN_ROUNDS: 1}
    check_ledger()
    assert Event.objects.filter(kind="ledger_broken").count() == 2
    owner_connection.execute("UPDATE casino_round SET staked = 100000")
    owner_connection.execute("ALTER TABLE casino_round ENABLE TRIGGER guard")
    assert Round.objects.get().staked == round_.staked
    check_ledger()
    assert withdrawals_open()


@pytest.mark.breaks_the_ledger("money is paid for a round that nobody played")
def test_a_win_that_no_round_made_is_named() -> None:
    scenes.play(scenes.deal(scenes.ordinary), "stand")
    luis, invented = scenes.new_player("luis@example.test"), uuid4()
    bet(luis.pk, usd("1"), key=uuid4(), round_id=invented)
    forged = settle(
        luis.pk, key=uuid4(), round_id=invented, staked=usd("1"), returned=usd("1000000")
    )

    broken = {line.line: line.first for line in broken_lines_of_the_house()}

    text = f"round {invented}: transfer {forged.transfer_id} paid 10000000000, the round returned "
    assert broken == {SETTLEMENTS: (text,)}


def usd(text: str) -> Money:
    return Money.parse(text, "USD")
