"""The ledger check in Spanish: lines, rows, numbers and events are translated for a cashier."""

import re
from importlib.resources import files

import pytest
from django.urls import reverse
from django.utils import translation

from accounts.roles.values import Role
from casino.reconciliation.selectors import lines, void_line, worth_line
from journal.models import EventKind
from journal.services.recording import record
from loyalty.selectors import check_lines
from tests.accounts.staff import inside, staff
from tests.casino import scenes
from tests.wallet.test_bank_page import text
from wallet.ledger.models import Acceptance, LedgerCheck
from wallet.ledger.words.check_rows import ROWS, translate_row

LINE = "settlements and refunds are what their rounds returned"
ROUND = "round 0b5c2a1e-7f3d-4f58-9a53-0d7f1a8a4c11"
ROW = f"{ROUND} of player 12: 10000 USD staked and 1000000 paid, the round says 10000 and 0"
SPANISH = "10000 USD apostados y 1000000 pagados, la partida dice 10000 y 0"
_LITERAL = re.compile(r"format\(\s*((?:'[^']*'\s*)+)")


def written_rows() -> set[str]:
    """Return every row that a query of the check can produce, with "7" for each fact."""
    sources = [
        *((files("wallet.sql") / name).read_text() for name in ("reconciliation.sql", "records.sql")),
        *(files(one.__package__ or "").joinpath(f"{one.__name__.rpartition('.')[2]}.py").read_text()
          for one in (lines, void_line, worth_line, check_lines)),
    ]  # fmt: skip
    forms = {
        "".join(re.findall(r"'([^']*)'", literal))
        for source in sources
        for literal in _LITERAL.findall(source)
    }
    whole = {
        form
        for form in forms
        if not form.startswith(("account %s stores", "account %s, and", ", held back"))
    }
    assert len(whole) > 35
    forms = {form.removesuffix("sealed%s") + "sealed" * form.endswith("sealed%s") for form in whole}
    return {form.replace("%s", "7") for form in forms if form != "%s %s: %s"}


def test_every_row_that_a_query_writes_is_said_in_spanish() -> None:
    rows = written_rows() | {
        "bank USD: no account",
        "bank USD: account 7 stores 7 after 7",
        "bank USD: account 7, and movements go to 7",
        (
            "7 transfers since 7 UTC, from 7 on: not sealed, held back by transaction 7,"
            " of whatever database of this server, which is still open"
        ),
        "block 7: not as it was sealed",
        "block 7: in no file as the database has it",
        "block 7, proved at 2026-01-01 10:00:00 UTC: the states do not follow from it",
        "could not be checked: OperationalError: canceling statement",
        "the check begun at 2026-01-01 10:00:00 UTC has no result",
        "round 7 of player 7: 7 USD in play, 7 USD open",
        "round 7 of player 7: 7 USD in play, not open",
    }
    with translation.override("en"):
        assert [row for row in rows if translate_row(row) != row] == []
    with translation.override("es"):
        same = [row for row in rows if translate_row(row) == row]
    assert same == []
    assert len(ROWS) > 45


@pytest.mark.database
def test_facts_stay_where_they_belong() -> None:
    with translation.override("es"):
        assert translate_row(ROW).endswith(SPANISH)
        assert translate_row("withdrawal 5: shown as paid, its last step says sent") == (
            "retiro 5: se muestra como paid, su último paso dice sent"
        )
        assert translate_row("of a form that there is no more") == "of a form that there is no more"


@pytest.mark.database
def test_a_spanish_cashier_reads_the_findings_in_spanish() -> None:
    LedgerCheck.objects.create(passed=False, findings=[f"{LINE}: broken by 1\n  {ROW}"])
    client = inside(staff(Role.CASHIER), "es")
    page = text(client.get(reverse("cash:findings")))
    assert page.count(SPANISH) == 2  # the finding, and the choice of what to accept
    assert "1 fila no cumple" in page
    assert LINE not in page
    assert "staked" not in page

    (choice,) = re.findall(
        r'name="row" value="(\w+)"', client.get(reverse("cash:findings")).content.decode()
    )
    sent = {"row": choice, "reason": "recuperado"}
    assert client.post(reverse("cash:findings"), sent).status_code == 303
    assert Acceptance.objects.get().row == ROW  # stored as the check writes it
    assert "staked" not in text(client.get(reverse("cash:findings")))


@pytest.mark.database
def test_pages_name_a_round_by_its_number() -> None:
    round_ = scenes.deal(scenes.ordinary)
    row = f"round {round_.public_id} of player {round_.player_id}: settled, and 5 USD held"
    LedgerCheck.objects.create(passed=False, findings=[f"{LINE}: broken by 1\n  {row}"])
    page = text(inside(staff(Role.CASHIER)).get(reverse("cash:findings")))
    assert f"round {round_.number} of player" in page
    assert str(round_.public_id) not in page


@pytest.mark.database
def test_an_alarm_of_the_ledger_names_its_lines_in_spanish() -> None:
    alarm = record(EventKind.LEDGER_BROKEN, subject="ledger", data={LINE: 1})
    client = inside(staff(Role.AUDITOR), "es")
    page = text(client.get(reverse("events:event", args=[alarm.pk])))
    assert "ettlements" not in page
