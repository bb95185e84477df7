"""Players' own limits as staff see them: those in force and every request."""

import re

import pytest

from accounts.roles.values import Role
from compliance.players.values import HappeningSort
from limits.values import LimitKind, LimitPeriod
from tests.accounts.people import ana_confirmed
from tests.accounts.staff import inside, staff
from tests.compliance.test_player_timeline import lines
from tests.limits.own_limits import limited

pytestmark = pytest.mark.database


def test_the_players_page_has_what_counts_and_what_waits() -> None:
    ana = ana_confirmed()
    limited(ana, LimitKind.LOSS, 100, LimitPeriod.WEEK)
    limited(ana, LimitKind.LOSS, None, LimitPeriod.WEEK)
    limited(ana, LimitKind.DEPOSIT, 20)
    page = inside(staff(Role.COMPLIANCE_ANALYST)).get(f"/staff/players/{ana.pk}/").content.decode()
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page)).replace("\N{NO-BREAK SPACE}", " ")
    assert "Deposits, 24 hours $20.00" in text
    assert "Losses, 7 days $100.00 Asked for: no limit. The player can confirm it from" in text


def test_the_timeline_has_all_that_was_asked_for() -> None:
    ana = ana_confirmed()
    limited(ana, LimitKind.WAGER, 100)
    limited(ana, LimitKind.WAGER, 200)
    limited(ana, LimitKind.WAGER, 50)
    assert [(title, text) for title, text, *_ in lines(ana, HappeningSort.LIMITS)] == [
        ("Own limit set", "Stakes, 24 hours: $100.00"),
        ("Own limit to be raised", "Stakes, 24 hours: $200.00"),
        ("Own limit set", "Stakes, 24 hours: $50.00"),
    ]
