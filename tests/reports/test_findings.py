"""Findings of the check of closed days, in the reader's language, with names and amounts instead of ids."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import translation

from accounts.roles.values import Role
from journal.models import Event
from reports.services.summing import sum_hands
from tests.accounts.staff import inside, staff
from tests.reports.days import close_all_hours


@pytest.fixture
def tampered(two_days: None, owner_connection: Any) -> None:
    """Tamper with a closed day: add to its stakes and its player's, and delete its deposits."""
    close_all_hours()
    sum_hands(7)
    for table in ("games", "money", "hands"):
        owner_connection.execute(f"ALTER TABLE reports_dayof{table} DISABLE TRIGGER USER")
    owner_connection.execute("UPDATE reports_dayofgames SET staked = staked + 1")
    owner_connection.execute("UPDATE reports_dayofhands SET staked = staked + 2")
    owner_connection.execute("DELETE FROM reports_dayofmoney WHERE kind = 'deposit'")


def said(language: str) -> str:
    out = StringIO()
    with translation.override(language), pytest.raises(CommandError):
        call_command("check_reports", stdout=out)
    return out.getvalue().replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.usefixtures("tampered")
def test_the_command_says_what_differs_in_english() -> None:
    english = said("es")
    assert "BROKEN closed days are what happened in them: broken by" in english
    assert "kept Staked $10.0001; found Staked $10.00" in english
    assert ", USD, Deposit, Players: kept nothing; found Movements 1, Amount " in english
    assert ", USD, Lígalo: kept Staked $10.0002; found Staked $10.00" in english
    assert "the day has Staked $10.0001; its players' hands Staked $10.0002" in english
    assert [one for one in english.splitlines() if one.startswith("ok ")] == [
        "ok     judged rounds have their luck"
    ]


@pytest.mark.usefixtures("tampered")
def test_the_event_is_described_in_the_readers_language() -> None:
    said("es")
    event = Event.objects.get(kind="reports_broken")
    assert [one["code"] for one in event.data["findings"]] == [
        "days_happened",
        "hours_add_up",
        "hands_add_up",
        "days_tie_to_accounts",
        "days_tie_to_rounds",
    ]
    (row,) = [one for one in event.data["findings"][0]["first"] if one["code"] == "day_of_games"]
    assert (row["of"]["table"], row["kept"]["staked"]) == ("Lígalo", 100_001)
    auditor, address = staff(Role.AUDITOR), reverse("events:event", args=[event.pk])
    english, spanish = (
        inside(auditor, language).get(address).content.decode() for language in ("en", "es")
    )
    assert "hours add up to their days: broken by 1" in english
    assert "las horas suman lo mismo que sus días" in spanish
    assert "Lígalo" in spanish
    for code in ("days_happened", "staked", "of:"):
        assert code not in spanish
