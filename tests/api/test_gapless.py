"""Rows in the order of their transactions: one that commits late is neither missed nor shown out of order."""

import psycopg
import pytest
from django.db.models import Func

from api.selectors import gapless
from api.selectors.gapless import GaplessCursor, list_rows_after
from config.testing import current_run
from journal.models import Event, EventKind
from journal.services.recording import record
from journal.values.transaction_ids import TransactionIdField

_WRITTEN = (
    "INSERT INTO journal_event (kind, severity, subject, data) VALUES"
    " ('program_error', 'info', 'gapless', '{}') RETURNING xact::text"
)


def horizon_at(xact: str) -> type[Func]:
    """Return the horizon while this is the oldest running transaction; other tests have transactions of their own."""
    return type(
        "Horizon", (Func,), {"template": f"'{xact}'::xid8", "output_field": TransactionIdField()}
    )


@pytest.mark.committed
def test_a_reader_who_goes_on_misses_no_row(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = Event.objects.filter(subject="gapless")
    with psycopg.connect(current_run().app_url) as early:
        (xact,) = early.execute(_WRITTEN).fetchone() or ("",)
        late = record(EventKind.PROGRAM_ERROR, subject="gapless")
        monkeypatch.setattr(gapless, "OldestRunningTransaction", horizon_at(xact))
        assert list_rows_after(rows, None, 10) == []  # an older one still runs
        early.commit()
    monkeypatch.setattr(gapless, "OldestRunningTransaction", horizon_at("9223372036854775807"))
    first, second = list_rows_after(rows, None, 10)
    assert (str(first.xact), second.pk) == (xact, late.pk)
    assert list_rows_after(rows, GaplessCursor.of_row(first), 10) == [second]
    assert list_rows_after(rows, GaplessCursor.of_row(second), 10) == []
    assert list_rows_after(rows, None, 1) == [first]


def test_a_cursor_is_two_numbers() -> None:
    assert GaplessCursor.parse("12-3") == GaplessCursor(12, 3)
    assert str(GaplessCursor(12, 3)) == "12-3"
    for text in ("", "12", "12-", "-3", "a-3", "12-3-4", "\uff11-3"):
        assert GaplessCursor.parse(text) is None
