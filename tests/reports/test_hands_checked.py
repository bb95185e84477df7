"""Check of players' daily hands against the rounds and the days of play; each difference names day and player."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models.users import User
from journal.values.findings import Finding
from reports.models import DayOfHands
from reports.services import checking
from reports.services.checking import check_reports
from reports.services.summing import sum_hands
from reports.words.findings import LINES, failed_check_text
from tests.reports.days import DAY, all_earlier, close_all, played

pytestmark = pytest.mark.database
Tamper = Callable[[str], None]


@pytest.fixture
def tamper(committed_db: None, owner_connection: Any) -> Tamper:
    """Return a function that changes one row, as the owner, of two players' correct daily hands."""
    played("ana@example.test")
    played("berta@example.test", "20")
    all_earlier(2 * DAY)
    close_all()
    while sum_hands(7):
        pass
    assert check_reports() == []
    owner_connection.execute("ALTER TABLE reports_dayofhands DISABLE TRIGGER USER")

    def change(statement: str) -> None:
        ana = User.objects.get(email="ana@example.test")
        assert owner_connection.execute(statement, {"ana": ana.pk}).rowcount == 1

    return change


def found() -> dict[str, tuple[Finding, ...]]:
    return {one.line: one.first for one in check_reports()}


def told(rows: tuple[Finding, ...]) -> list[str]:
    return [one.replace("\N{NO-BREAK SPACE}", " ") for one in _lines(rows)]


def _lines(rows: tuple[Finding, ...]) -> list[str]:
    return failed_check_text(checking.FailedCheck("days_happened", len(rows), rows))[1:]


def test_a_sum_that_is_wrong_is_named_and_does_not_add_up(tamper: Tamper) -> None:
    tamper("UPDATE reports_dayofhands SET staked = staked + 1 WHERE player_id = %(ana)s")
    broken = found()
    assert list(broken) == ["days_happened", "hands_add_up"]
    (row,) = broken["days_happened"]
    ana = User.objects.get(email="ana@example.test")
    assert row["code"] == "day_of_hands"
    assert row["of"] == {
        "day": DayOfHands.objects.get(player=ana).day.isoformat(),
        "player_id": ana.pk,
        "currency": "USD",
        "table": "Lígalo",
    }
    assert row["kept"]["staked"] == row["found"]["staked"] + 1
    (row,) = broken["hands_add_up"]
    assert (row["code"], row["of"]["table"]) == ("day_of_players", "Lígalo")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE reports_dayofhands SET won = won + 1 WHERE player_id = %(ana)s",
        "UPDATE reports_dayofhands SET bets[1] = bets[1] + 1 WHERE player_id = %(ana)s",
        "UPDATE reports_dayofhands SET starts[1] = 1610 WHERE player_id = %(ana)s",
        "UPDATE reports_dayofhands SET nets = '{}' WHERE player_id = %(ana)s",
        "UPDATE reports_dayofhands SET starts = starts || starts, dealt = dealt || dealt, bets = bets || bets, nets = nets || nets WHERE player_id = %(ana)s",
    ],
)
def test_figures_of_hands_match_the_rounds(tamper: Tamper, statement: str) -> None:
    tamper(statement)
    broken = found()
    assert list(broken) == ["days_happened"]
    code = "day_of_hands" if "won" in statement else "start_of_hands"
    assert {row["code"] for row in broken["days_happened"]} == {code}
    (text, *_more) = told(broken["days_happened"])
    assert "player " in text
    assert ("against" in text) is (code == "start_of_hands")


def test_a_row_that_is_missing_and_one_of_nobody_are_named(tamper: Tamper) -> None:
    tamper("DELETE FROM reports_dayofhands WHERE player_id = %(ana)s")
    broken = found()
    (row, *dealt) = broken["days_happened"]
    assert (row["code"], row["kept"], row["found"]["rounds"]) == ("day_of_hands", None, 1)
    assert {one["code"] for one in dealt} == {"start_of_hands"}
    assert "kept nothing; found" in told((row,))[0]
    assert "hands_add_up" in broken


def test_old_days_match_the_rounds(tamper: Tamper, monkeypatch: pytest.MonkeyPatch) -> None:
    tamper("UPDATE reports_dayofhands SET staked = staked + 1 WHERE player_id = %(ana)s")
    monkeypatch.setattr(checking, "recompute_hands", lambda _days: iter(()))
    assert list(found()) == ["hands_add_up"]


def test_days_that_are_not_added_up_yet_are_not_missed(committed_db: None) -> None:
    played("ana@example.test")
    all_earlier(2 * DAY)
    close_all()
    assert check_reports() == []
    assert set(LINES) == set(checking.LINES)
