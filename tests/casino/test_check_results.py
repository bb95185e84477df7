"""Results of `check_ledger` that others wrote or that never came."""

from dataclasses import asdict

import psycopg
import pytest

from casino.reconciliation import services as service
from config.testing import current_run
from journal.models import Event
from tests.casino import scenes
from wallet.cash.selectors import discrepancies
from wallet.cash.selectors.withdrawal_stop import are_withdrawals_open
from wallet.ledger.models import LedgerCheck, LedgerCheckBegun
from wallet.ledger.selectors.reconciliation import (
    BrokenLine,
    CheckedState,
    read_checked_state,
)
from wallet.ledger.selectors.slices import LedgerSlice
from wallet.ledger.services import check_results
from wallet.ledger.services.check_results import RESULT_KEPT

pytestmark = pytest.mark.database


@pytest.mark.committed
def test_a_result_that_somebody_wrote_under_a_number_to_come_is_overruled_by_the_next_check() -> (
    None
):
    """The application's database role can insert a result and choose its id."""
    scenes.deal(scenes.ordinary)
    LedgerCheck.objects.create(pk=2**62, passed=True, **asdict(read_checked_state()))
    assert are_withdrawals_open()

    check_results.store_result(
        check_results.begin_check(), [BrokenLine("a line", 1, ("a row",))], read_checked_state()
    )

    assert not are_withdrawals_open()
    assert [found.line for found in discrepancies.latest_discrepancies()] == ["a line"]


@pytest.mark.committed
def test_a_result_whose_place_another_session_took_is_kept_beside_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The application's database role can insert a passed result for a check that still runs."""

    def taken(_part: LedgerSlice) -> CheckedState:
        saw = read_checked_state()
        with psycopg.connect(current_run().app_url, autocommit=True) as web:
            web.execute(
                "INSERT INTO wallet_ledger_check (passed, findings, begun_id, seal_number, seal_hash, entries)"
                " VALUES (true, '[]', %s, %s, %s, %s)",
                [LedgerCheckBegun.objects.get().pk, saw.seal_number, saw.seal_hash, saw.entries],
            )
        return saw

    monkeypatch.setattr("casino.reconciliation.selectors.lines.read_checked_state", taken)

    (broken,) = service.check_ledger()

    assert broken.line == RESULT_KEPT
    forged, own = LedgerCheck.objects.order_by("pk")
    assert (forged.passed, own.passed, own.begun) == (True, False, None)
    assert Event.objects.get(kind="ledger_broken").data == {RESULT_KEPT: 1}
    assert not are_withdrawals_open()


def test_a_dead_check_is_reported_once(monkeypatch: pytest.MonkeyPatch) -> None:
    dead, now = LedgerCheckBegun.objects.create(), LedgerCheckBegun.objects.create()
    found = LedgerCheckBegun.objects.filter(pk=dead.pk)  # both see it before either reports it
    monkeypatch.setattr(check_results, "unfinished_checks", lambda: found)

    check_results.fail_unfinished_checks(now)
    check_results.fail_unfinished_checks(now)

    assert LedgerCheck.objects.get().begun == dead
    assert Event.objects.filter(kind="ledger_broken").count() == 1
