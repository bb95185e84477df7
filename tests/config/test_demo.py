"""Demo data: what the first start creates and later starts leave unchanged."""

from io import StringIO
from typing import Any
from unittest.mock import patch

import pytest
from django.core.management import CommandError, call_command
from django.test import override_settings
from pytest_django import Settings

from accounts.models.letters import Letter
from accounts.models.users import User
from accounts.protection.selectors.reality_check import interval_minutes
from accounts.visits.selectors import past_visits
from blackjack.presets import PRESETS
from casino.models import Round
from casino.reconciliation.selectors.lines import find_broken_house_lines
from compliance.models import Dispute
from config.management.commands.demo import PLAYERS
from journal.models import Event
from limits.selectors.in_force import load_scope_limits
from limits.values import LimitScope
from loyalty.models.redemption import Redemption
from loyalty.selectors.tiers import find_tier_set_in_force
from tables.models import Mathematics, RuleSetVersion, Table, VersionStep
from tables.selectors.house_tables import HOUSE_TABLES, LABORATORY_TABLES
from tables.services.opening import close_table, open_ready_tables
from tests.fixtures.prepared import Prepared
from tests.tables.house import with_mathematics
from wallet.ledger.models import Transfer
from wallet.ledger.selectors.funds import balance

pytestmark = [pytest.mark.committed, pytest.mark.empty]
SLUGS = ["ligalo", "atlantic-city", "casino-floor", "live", "friendly"]
LIVE = ["caribe", "malecon", "amigos"]
SENDING = ("celery.Celery.send_task", lambda *_what, **_how: None)
OPEN_LATER = "Atlantic City, Casino Floor, Live, Friendly, Caribbean, Malecón, Friends"


def demo() -> str:
    said = StringIO()
    call_command("demo", stdout=said)
    return said.getvalue()


def first_start() -> str:
    with override_settings(DEMO_PROVIDER_ENABLED=True), patch(*SENDING):
        return demo()


@pytest.fixture
def started(prepared: Prepared, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return what the first start of a demonstration said."""
    said = prepared(first_start)
    settings.DEMO_PROVIDER_ENABLED = True
    monkeypatch.setattr(*SENDING)
    return said


def made() -> tuple[Any, ...]:
    return (
        list(Table.objects.order_by("pk").values()),
        list(RuleSetVersion.objects.order_by("pk").values()),
        VersionStep.objects.count(),
        Event.objects.count(),
        Transfer.objects.count(),
        list(Mathematics.objects.order_by("pk").values("digest", "state")),
    )


def test_tables_play_the_five_presets_and_ligalo_is_computed_first(started: str) -> None:
    tables = list(Table.objects.order_by("pk"))
    assert [table.slug for table in tables] == [*SLUGS, *LIVE, *LABORATORY_TABLES]
    assert [table.slug for table in tables if table.is_live] == LIVE
    private = [table.version.rules for table in tables if not table.is_live]
    assert private == [*PRESETS.values(), *PRESETS.values()]
    asked = list(Mathematics.objects.order_by("asked_at", "pk").values_list("digest", flat=True))
    assert asked == [rules.digest for rules in PRESETS.values()]


def test_two_persons_answer_for_each(started: str) -> None:
    for version in RuleSetVersion.objects.all():
        by = {
            step.to_state: step.acting_user.email
            for step in version.steps.all()
            if step.acting_user
        }
        assert (by["proposed"], by["approved"]) == (
            "operator@demo.ligalo",
            "manager@demo.ligalo",
        )


def test_a_table_opens_with_its_mathematics_and_the_start_says_which_wait(started: str) -> None:
    assert set(Table.objects.values_list("status", flat=True)) == {"opening"}
    assert started.splitlines()[-1].endswith(f"Lígalo, {OPEN_LATER}")

    with_mathematics(PRESETS["ligalo"])
    assert open_ready_tables() == 2

    opened = Table.objects.filter(status="open").order_by("pk")
    assert [table.slug for table in opened] == ["ligalo", "laboratory-ligalo"]
    assert demo().splitlines()[-1].endswith(f": {OPEN_LATER}")


def test_a_second_start_changes_nothing(started: str) -> None:
    for house in HOUSE_TABLES.values():
        with_mathematics(house.rules)
    assert open_ready_tables() == len([*SLUGS, *LIVE, *LABORATORY_TABLES])
    assert "Tables that open" not in demo()
    before = made()

    demo()

    assert made() == before


def test_players_use_what_there_is_for_them_so_that_pages_are_alive(started: str) -> None:
    ana = User.objects.get(email="ana@demo.ligalo")

    assert {(kind, period) for kind, period in load_scope_limits(ana.pk, LimitScope.OWN)} == {
        ("deposit", "30d"),
        ("loss", "7d"),
    }
    assert interval_minutes(ana) == 30
    assert past_visits(ana).count() == 3
    assert [one.state for one in Dispute.objects.order_by("pk")] == ["closed", "open"]
    assert Letter.objects.filter(player=ana, kind=Letter.Kind.ANSWER).count() == 1
    factors = [tier.withdrawal for tier in find_tier_set_in_force().tiers.all()]
    assert factors == [100, 150, 200, 300]


def test_a_round_is_played_and_its_points_redeemed_once_the_table_is_open(started: str) -> None:
    assert not Round.objects.exists()
    with_mathematics(PRESETS["atlantic_city"])
    open_ready_tables()

    assert "plays no round" not in demo()
    demo()

    assert Round.objects.filter(status="completed").count() == 1
    assert Redemption.objects.get().points == 100
    assert find_broken_house_lines() == []


def test_players_of_before_keep_what_they_chose(started: str) -> None:
    ana = User.objects.get(email="ana@demo.ligalo")
    User.objects.filter(pk=ana.pk).update(reality_minutes=60)

    demo()

    assert User.objects.get(pk=ana.pk).reality_minutes == 60
    assert Dispute.objects.count() == 2


def test_the_start_reports_players_who_cannot_play(started: str) -> None:
    with_mathematics(PRESETS["atlantic_city"])
    open_ready_tables()
    User.objects.filter(email="ana@demo.ligalo").update(state="suspended")

    assert "ana@demo.ligalo plays no round: " in demo()
    assert not Round.objects.exists()


def test_a_table_that_staff_closed_stays_closed(started: str) -> None:
    table = Table.objects.get(slug="live")
    operator = User.objects.get(email="operator@demo.ligalo")
    close_table(table.pk, reason="for today", acting_user=operator)

    demo()

    table.refresh_from_db()
    assert table.status == Table.Status.CLOSED


def test_players_have_money_to_play_for_and_play_money(started: str) -> None:
    demo()

    for email in PLAYERS:
        player = User.objects.get(email=email)
        assert str(balance(player.pk, "USD")) == "1000.00 USD"
        assert str(balance(player.pk, "PLY")) == "1000.00 PLY"


def test_there_is_no_demonstration_where_money_is_real(settings: Settings) -> None:
    settings.DEMO_PROVIDER_ENABLED = False

    with pytest.raises(CommandError, match="DEMO_PROVIDER_ENABLED"):
        demo()
    assert not Table.objects.exists()
