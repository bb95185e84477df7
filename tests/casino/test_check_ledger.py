import json
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from psycopg import Connection
from psycopg.sql import SQL

import wallet.ledger.selectors.reconciliation
from casino.models import Round
from casino.reconciliation import services as service
from casino.reconciliation.selectors.lines import (
    SETTLEMENTS,
    find_broken_house_lines,
    list_line_names,
)
from casino.reconciliation.selectors.worth_line import WORTH
from casino.tasks import check_ledger
from config.testing import current_run
from journal.models import Event
from tests.casino import scenes
from tests.wallet.seals import seal_all
from wallet.cash.selectors.withdrawal_stop import are_withdrawals_open
from wallet.ledger.models import LedgerCheck, LedgerCheckBegun
from wallet.ledger.selectors import check_runs
from wallet.ledger.selectors.reconciliation import (
    OPEN_ROUNDS,
    SEALED,
)
from wallet.ledger.selectors.slices import LedgerSlice
from wallet.ledger.services.check_results import BEGINS, NEVER_FINISHED
from wallet.ledger.services.movements import hold_stake, settle_stakes
from wallet.ledger.services.seal_files import SEALS_LINE
from wallet.money.values import Money

pytestmark = pytest.mark.database


@pytest.mark.committed
def test_the_demo_is_checked_so_that_its_players_may_withdraw_at_once() -> None:
    call_command("demo", stdout=StringIO())
    assert are_withdrawals_open()
    call_command("demo", stdout=StringIO())
    assert LedgerCheck.objects.count() == 1


@pytest.mark.committed
def test_every_passed_line_is_printed() -> None:
    scenes.deal(scenes.ordinary)
    told = StringIO()
    assert not are_withdrawals_open()  # not checked yet

    call_command("check_ledger", stdout=told)

    assert not Event.objects.filter(kind="ledger_broken").exists()
    assert are_withdrawals_open()
    assert told.getvalue().splitlines() == [f"ok     {name}" for name in list_line_names()]


@pytest.mark.committed
def test_the_result_is_available_as_json() -> None:
    scenes.deal(scenes.ordinary)
    told, progress = StringIO(), StringIO()

    call_command("check_ledger", "--json", stdout=told, stderr=progress)

    answer = json.loads(told.getvalue())
    assert answer["passed"] is True
    assert answer["lines"] == [
        {"line": name, "rows": 0, "first": [], "accepted": []} for name in list_line_names()
    ]
    assert len(progress.getvalue().splitlines()) == len(list_line_names())


@pytest.mark.committed
def test_a_copy_of_the_seals_is_compared_by_the_command(tmp_path: Path, settings: Any) -> None:
    scenes.deal(scenes.ordinary)
    seal_all()
    copy = tmp_path / "copy"
    copy.mkdir()
    with pytest.raises(CommandError, match="There is no line of a seal under"):
        call_command("check_ledger", f"--seals={copy}", stdout=StringIO())
    assert not LedgerCheck.objects.exists()
    for path in Path(settings.LEDGER_SEALS).iterdir():
        number, digest, rest = path.read_text().split(" ", 2)
        (copy / path.name).write_text(f"{number} {digest[::-1]} {rest}")

    told = StringIO()
    with pytest.raises(CommandError, match="1 of"):
        call_command("check_ledger", f"--seals={copy}", stdout=told)

    assert f"BROKEN {SEALS_LINE}: broken by" in told.getvalue()
    assert f"{copy}: " in told.getvalue()


@pytest.mark.breaks_the_ledger("the game is told another stake")
def test_a_round_that_holds_other_stakes_than_the_ledger_is_named(
    owner_connection: Connection[object],
) -> None:
    round_ = scenes.deal(scenes.ordinary)
    owner_connection.execute("ALTER TABLE casino_round DISABLE TRIGGER guard")
    owner_connection.execute("UPDATE casino_round SET staked = 70000")
    told = StringIO()

    with pytest.raises(CommandError, match=f"2 of {len(list_line_names())} lines"):
        call_command("check_ledger", stdout=told)

    named = f"round {round_.public_id} of player {round_.player_id}"
    assert f"{named}: 10.00 USD in play, 7.00 USD open" in told.getvalue()
    assert not are_withdrawals_open(round_.player_id)
    assert are_withdrawals_open()
    event = Event.objects.get(kind="ledger_broken")
    assert event.data == {OPEN_ROUNDS: 1, WORTH: 1}
    check_ledger()
    assert Event.objects.filter(kind="ledger_broken").count() == 2
    owner_connection.execute("UPDATE casino_round SET staked = 100000")
    owner_connection.execute("ALTER TABLE casino_round ENABLE TRIGGER guard")
    assert Round.objects.get().staked == round_.staked
    check_ledger()
    assert are_withdrawals_open()


@pytest.mark.committed
@pytest.mark.breaks_the_ledger("money is paid for a round that nobody played")
def test_a_win_that_no_round_made_is_named() -> None:
    scenes.play(scenes.deal(scenes.ordinary), "stand")
    luis, invented = scenes.new_player("luis@example.test"), uuid4()
    hold_stake(luis.pk, usd("1"), key=uuid4(), round_id=invented)
    settle_stakes(luis.pk, key=uuid4(), round_id=invented, staked=usd("1"), returned=usd("1000000"))

    broken = {line.line: line.first for line in find_broken_house_lines()}

    text = (
        f"round {invented} of player {luis.pk}: 10000 USD staked and 10000000000 paid,"
        " the round says  and "
    )
    assert broken == {SETTLEMENTS: (text,)}


@pytest.mark.breaks_the_ledger("the game is told other money")
@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            "staked = staked - 1",
            "100000 USD staked and {paid} paid, the round says 99999 and {paid}",
        ),
        (
            "returned = returned + 1",
            "100000 USD staked and {paid} paid, the round says 100000 and ",
        ),
        ("currency = 'EUR'", "100000 USD staked and {paid} paid, the round says  and "),
        ("currency = 'EUR'", "0 EUR staked and  paid, the round says 100000 and {paid}"),
        ("status = 'cancelled'", "100000 USD staked and {paid} paid, the round says 100000 and"),
    ],
)
def test_a_finished_round_says_what_the_ledger_moved_in_its_currency(
    owner_connection: Connection[object], change: str, told: str
) -> None:
    round_ = scenes.play_out(scenes.deal(scenes.ordinary))
    with owner_connection.transaction():
        owner_connection.execute("ALTER TABLE casino_round DISABLE TRIGGER USER")
        owner_connection.execute(SQL("UPDATE casino_round SET {}").format(SQL(change)))

    broken = {line.line: line.first for line in find_broken_house_lines()}

    told = told.format(paid=round_.returned)
    assert f"round {round_.public_id} of player {round_.player_id}: {told}" in " ".join(
        broken[SETTLEMENTS]
    )


@pytest.mark.committed
@pytest.mark.parametrize("line", [SEALED, OPEN_ROUNDS, "transfers have entries"])
def test_a_check_that_breaks_off_has_failed_at_its_line(
    monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    checked = wallet.ledger.selectors.reconciliation.build_broken_line

    def breaks(name: str, rows: list[str], *part: LedgerSlice) -> Any:
        if name == line:
            raise ZeroDivisionError("on purpose")
        return checked(name, rows, *part)

    told = StringIO()

    with monkeypatch.context() as patch:
        patch.setattr(wallet.ledger.selectors.reconciliation, "build_broken_line", breaks)
        with pytest.raises(CommandError, match="1 of"):
            call_command("check_ledger", stdout=told)

    finding = f"{line}: broken by 1\n  could not be checked: ZeroDivisionError: on purpose"
    assert told.getvalue().endswith(f"BROKEN {finding}\n")
    result = LedgerCheck.objects.get()
    assert (result.passed, result.findings) == (False, [finding])
    assert result.begun == LedgerCheckBegun.objects.get()
    assert Event.objects.get(kind="ledger_broken").data == {line: 1}
    assert not are_withdrawals_open()


def test_a_check_whose_connection_is_cut_has_failed(
    monkeypatch: pytest.MonkeyPatch, owner_connection: Connection[object]
) -> None:
    def cut(_part: LedgerSlice) -> list[str]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            pid = cursor.fetchone()
            owner_connection.execute("SELECT pg_terminate_backend(%s, 10000)", pid)
            cursor.execute("SELECT 1")
        return []

    with monkeypatch.context() as patch:
        patch.setattr(wallet.ledger.selectors.reconciliation, "_find_unsealed_blocks", cut)
        (broken,) = service.check_ledger()

    assert broken.line == SEALED
    assert "OperationalError" in broken.first[0]
    assert not LedgerCheck.objects.get().passed
    assert Event.objects.get(kind="ledger_broken").data == {SEALED: 1}
    assert not are_withdrawals_open()


@pytest.mark.committed
def test_a_check_that_was_killed_did_not_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """The killed process left no result; the next check reports it."""
    check_ledger()
    LedgerCheckBegun.objects.create()
    assert are_withdrawals_open()  # it may still be running

    monkeypatch.setattr(check_runs, "CHECK_TAKES_AT_MOST", timedelta(0))

    assert not are_withdrawals_open()
    check_ledger()
    assert are_withdrawals_open()
    passed = list(LedgerCheck.objects.order_by("pk").values_list("passed", flat=True))
    assert passed == [True, False, True]
    assert Event.objects.get(kind="ledger_broken").data == {NEVER_FINISHED: 1}
    check_ledger()
    assert Event.objects.filter(kind="ledger_broken").count() == 1


ANYBODYS = (
    "SELECT pg_advisory_lock(1281847107)",  # any key would do if the check took an advisory lock
    "LOCK TABLE wallet_ledger_check, wallet_ledger_check_begun, journal_event IN ROW EXCLUSIVE MODE",
)


@pytest.mark.committed
@pytest.mark.parametrize("held", ANYBODYS)
def test_locks_of_the_application_role_do_not_block_the_check(held: str) -> None:
    with psycopg.connect(current_run().app_url) as web, connection.cursor() as cursor:
        web.execute(held)
        cursor.execute("SET lock_timeout = '300ms'")
        assert service.check_ledger() == []
    assert are_withdrawals_open()


@pytest.mark.committed
def test_a_check_that_cannot_begin_has_failed_and_looks_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    check_ledger()
    assert are_withdrawals_open()
    told = StringIO()

    def refuse() -> LedgerCheckBegun:
        with connection.cursor() as cursor:
            cursor.execute("SET statement_timeout = 1; SELECT pg_sleep(1)")
        raise AssertionError("the statement was not ended")

    monkeypatch.setattr(service, "begin_check", refuse)
    with pytest.raises(CommandError, match="1 of"):
        call_command("check_ledger", stdout=told)
    connection.close()  # drops the session's statement_timeout

    result = LedgerCheck.objects.latest("pk")
    finding = "checks can begin: broken by 1\n  could not be checked: OperationalError: canceling"
    assert (result.passed, result.begun) == (False, None)
    assert result.findings[0].startswith(finding)
    assert [line[:6] for line in told.getvalue().splitlines()].count("ok    ") == len(
        list_line_names()
    )
    assert Event.objects.get(kind="ledger_broken").data == {BEGINS: 1}
    assert not are_withdrawals_open()


def usd(text: str) -> Money:
    return Money.parse(text, "USD")
