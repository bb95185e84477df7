from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from psycopg import Connection

from casino.models import Round
from casino.tasks import check_ledger
from journal.models import Event
from tests.casino import scenes
from wallet.reconciliation import OPEN_ROUNDS, lines

pytestmark = pytest.mark.usefixtures("committed_db")


def test_every_line_that_holds_is_told() -> None:
    scenes.deal(scenes.ordinary)
    told = StringIO()

    call_command("check_ledger", stdout=told)

    assert not Event.objects.filter(kind="ledger_broken").exists()
    assert told.getvalue().splitlines() == [f"ok     {name}" for name in (*lines(), OPEN_ROUNDS)]


@pytest.mark.breaks_the_ledger("the game is told another stake")
def test_a_round_that_holds_other_stakes_than_the_ledger_is_named(
    owner_connection: Connection[object],
) -> None:
    round_ = scenes.deal(scenes.ordinary)
    owner_connection.execute("ALTER TABLE casino_round DISABLE TRIGGER guard")
    owner_connection.execute("UPDATE casino_round SET staked = 70000")
    told = StringIO()

    with pytest.raises(CommandError, match=f"1 of {len(lines()) + 1} lines"):
        call_command("check_ledger", stdout=told)

    assert f"round {round_.public_id}: 10.00 USD in play, 7.00 USD open" in told.getvalue()
    event = Event.objects.get(kind="ledger_broken")
    assert event.data == {OPEN_ROUNDS: 1}
    check_ledger()
    assert Event.objects.filter(kind="ledger_broken").count() == 2
    owner_connection.execute("UPDATE casino_round SET staked = 100000")
    owner_connection.execute("ALTER TABLE casino_round ENABLE TRIGGER guard")
    assert Round.objects.get().staked == round_.staked
