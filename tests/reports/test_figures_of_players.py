"""Report of players: stakes, limits, reading in batches."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest

from accounts.models.restrictions import Restriction
from accounts.models.users import User
from accounts.restrictions.services.restrictions import (
    RestrictionRequest,
    decide_lifting,
    impose_restriction,
    propose_lifting,
)
from accounts.roles.values import Role
from limits.models import LimitDecision, LimitSet
from limits.values import LimitKind
from reports.figures import (
    players,
)
from reports.sheets import players as sheet_of_players
from tests.accounts.staff import staff
from tests.limits import own_limits
from tests.limits.house_limits import held
from tests.reports.days import DAY, REAL, usd, week

pytestmark = pytest.mark.committed


def limited(player: User, **limits: int) -> None:
    """Give the player limits, approved by a second person."""
    operator, manager = staff(Role.OPERATOR), staff(Role.COMPLIANCE_MANAGER)
    made = LimitSet.objects.create(
        player=player, reason="asked for", proposed_by=operator, **limits
    )
    LimitDecision.objects.create(proposal=made, approved=True, reason="seen", decided_by=manager)


def excluded(player: User, until: datetime, *, lift: bool = False) -> None:
    """Exclude the player until a time, imposed by the house, and optionally lift it again."""
    analyst, manager = staff(Role.COMPLIANCE_ANALYST), staff(Role.COMPLIANCE_MANAGER)
    measure = RestrictionRequest(Restriction.Kind.OPERATOR_EXCLUDED, "a test", until)
    made = impose_restriction(player.pk, measure, key=uuid4(), acting_user=analyst)
    if lift:
        lifting = propose_lifting(
            made.pk, acting_user=staff(Role.COMPLIANCE_ANALYST, "two"), reason="over"
        )
        decide_lifting(lifting.pk, approved=True, acting_user=manager, reason="seen")


def test_players_are_ordered_by_stakes(two_days: None) -> None:
    found = players.load_figures(week(), REAL)

    assert found.players == 2
    assert [line.email for line in found.lines] == ["berta@example.test", "ana@example.test"]
    assert found.total.staked == usd("30")
    assert found.total.seconds > 0
    assert len(players.load_figures(week(), REAL, most=1).lines) == 1


def test_players_are_listed_with_limits_and_exclusions(two_days: None) -> None:
    ana, berta = (User.objects.get(email=f"{name}@example.test") for name in ("ana", "berta"))
    limited(berta, max_bet=150_000, hands_per_day=40)
    limited(berta, max_bet=250_000)  # a newer set replaces the whole earlier one
    own_limits.limited(berta, LimitKind.LOSS, 40)
    own_limits.limited(berta, LimitKind.LOSS, 80)  # a raise takes effect later
    held(berta, LimitKind.WAGER, 30)
    own_limits.limited(ana, LimitKind.TIME, 0.36)
    until = datetime(2099, 1, 5, tzinfo=UTC)
    excluded(ana, until)
    excluded(ana, until + DAY, lift=True)
    sheet = sheet_of_players.build(week(), REAL)
    column = {one.key: one for one in sheet.sections[0].columns}
    found = {line.email: line for line in sheet.sections[0].rows}
    said = {
        (email, key): column[key].value(line)
        for email, line in found.items()
        for key in ("limits", "restrictions")
    }
    assert said == {
        (
            berta.email,
            "limits",
        ): "Maximum first bet on a box: 25.00"
        " · Stakes, 24 hours: $30.00 (by the house)"
        " · Losses, 24 hours: $40.00",
        (berta.email, "restrictions"): "",
        (ana.email, "limits"): "Time of play, 24 hours: 1 h 0 min",
        (ana.email, "restrictions"): "Exclusion by the house until 5 Jan 2099, 00:00",
    }


def test_players_stakes_show_their_currency(two_days: None) -> None:
    found = {line.email: line for line in players.load_figures(week(), REAL).lines}
    berta = found["berta@example.test"]
    assert berta.staked == (usd("20"),)
    assert berta.won == (berta.sums.won,)


def test_everybody_who_played_is_read_in_batches(
    two_days: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(players, "_BATCH", 1)
    lines = list(players.iterate_players(week(), REAL))
    assert [line.player_id for line in lines] == sorted(line.player_id for line in lines)
    assert set(lines) == set(players.load_figures(week(), REAL).lines)
