"""Seeded history: consistent like real history, with a sound ledger and matching reports."""

from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from typing import Any

import psycopg
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.utils import timezone
from psycopg import Connection
from psycopg.pq import TransactionStatus

from casino.models import Hint, Round, Shoe, Void
from casino.reconciliation.selectors.lines import find_broken_house_lines
from compliance.models import VoidCase
from compliance.shoes.selectors.shoe_proofs import prove_shoe
from config.testing import current_run
from journal.models import Check
from journal.services.configured_rows import verify_rows
from loyalty.models.points import PointsAccount, PointsEntry
from reports.figures import cash, exchange, liabilities, overview, performance, players
from reports.models import ClosedDay, ClosedPart, JudgedRound
from reports.services import closing, judging
from reports.services.checking import check_reports
from reports.values.filters import Filters
from reports.values.period import Period, start_of
from tests.casino import scenes
from tests.reports.days import all_earlier, close_all, close_all_hours, today
from tests.reports.ties_of_play import check_so_far
from tests.wallet.seals import seal_all
from tools.history import bare_tables, finishing, round_statements, writing
from tools.history.management.commands import seed_history
from wallet.ledger.models import Account
from wallet.money.values import Money

pytestmark = pytest.mark.database

# Condition of the deferred guard on `casino_void`, which is off during the bulk load.
UNDECIDED = """
SELECT count(*) FROM casino_void
WHERE NOT compliance_is_void_decided("case", NULL, 'void', reason, round_id, acting_user_id)
"""
CATALOGUE = """
SELECT relation::text, name, written FROM (
    SELECT indrelid::regclass AS relation, indexrelid::regclass::text AS name,
           concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid, indisprimary, (
               SELECT inhparent::regclass FROM pg_inherits WHERE inhrelid = indexrelid)) AS written
    FROM pg_index
    UNION ALL
    SELECT conrelid::regclass, conname, concat_ws(' ', pg_get_constraintdef(oid), convalidated,
           conislocal, coninhcount, conindid::regclass)
    FROM pg_constraint WHERE conrelid <> 0
    UNION ALL
    SELECT tgrelid::regclass, tgname, concat_ws(' ', pg_get_triggerdef(oid), tgenabled)
    FROM pg_trigger WHERE NOT tgisinternal
) AS known WHERE relation::text !~ '^(pg_|information_schema|wallet_entry_2)' ORDER BY 1, 2, 3
"""


def catalogue() -> list[Any]:
    """Return all indexes, constraints and triggers, except those of month partitions that history adds."""
    with connection.cursor() as cursor:
        cursor.execute(CATALOGUE)
        return list(cursor.fetchall())


def parts_of_months() -> list[Any]:
    """Return the indexes, constraints and triggers of this month's partition of the ledger."""
    with connection.cursor() as cursor:
        cursor.execute(CATALOGUE.replace("|wallet_entry_2", ""))
        name = f"wallet_entry_{today():%Y_%m}"
        return [row for row in cursor.fetchall() if row[0] == name]


def seeded(
    rounds: int = 900, days: int = 40, presets: tuple[str, ...] = ("ligalo", "live"), **options: Any
) -> str:
    for preset in presets:
        scenes.table_of(preset)
    said = StringIO()
    call_command(
        "seed_history", rounds=rounds, days=days, stdout=said, stderr=StringIO(), **options
    )
    seal_all()  # entries that transactions of other tests on this server kept unsealed
    close_all()
    for day in ClosedDay.objects.filter(part=ClosedPart.FIGURES):
        judging.close_judged_day(day.day)
    return said.getvalue()


@pytest.mark.committed
@pytest.mark.slow
def test_a_short_one_is_history_like_any_other() -> None:
    said = seeded(rounds=60, days=4, presets=("ligalo",))

    it_is_sound_and_every_day_of_it_is_closed(said, rounds=60, days=1)
    its_hours_are_closed_once_more()


@pytest.mark.committed
@pytest.mark.slow
def test_seeded_rounds_are_valid_history() -> None:
    """Into a house with a round today and some closed hours."""
    scenes.play_out(scenes.deal(scenes.ordinary))
    close_all_hours()
    said = seeded()

    it_is_sound_and_every_day_of_it_is_closed(said, rounds=900, days=20)
    assert Hint.objects.exists()
    its_hours_are_closed_once_more()
    points_are_those_of_its_rounds()
    its_reports_have_figures_in_several_currencies()


def it_is_sound_and_every_day_of_it_is_closed(said: str, rounds: int, days: int) -> None:
    assert find_broken_house_lines() == []
    assert Round.objects.count() >= rounds
    closed = [ClosedDay.objects.filter(part=part).count() for part in ClosedPart]
    assert closed[0] == closed[1] > days
    assert "days are closed" in said
    completed = Round.objects.filter(status=Round.Status.COMPLETED, player__is_test_account=False)
    assert JudgedRound.objects.count() == completed.count()
    assert verify_rows(Check.Occasion.SCHEDULE).findings == []


@pytest.mark.committed
@pytest.mark.slow
def test_rare_situations_are_in_the_history(
    monkeypatch: pytest.MonkeyPatch, owner_connection: Connection[Any]
) -> None:
    """Rounds that the house finished, that were cancelled for a fault, and that were voided with their points."""
    for name, value in {"GONE": 7, "VOIDS": 19, "BREAKS": 0.03}.items():
        monkeypatch.setattr(writing, name, value)
    seeded()

    assert Round.objects.filter(interrupted=True).exists()
    assert Round.objects.filter(status=Round.Status.CANCELLED).exists()
    assert Void.objects.filter(points__gt=0).exists()
    assert VoidCase.objects.count() == Void.objects.count()
    assert owner_connection.execute(UNDECIDED).fetchone() == (0,)
    assert find_broken_house_lines() == []
    assert check_reports(41) == []


@pytest.mark.committed
@pytest.mark.slow
def test_its_shoes_hold_when_they_are_computed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the first card to the last payment, with the players' own check; shoes that broke included."""
    monkeypatch.setattr(writing, "GONE", 7)
    monkeypatch.setattr(writing, "BREAKS", 0.03)
    seeded(rounds=500)

    broken = Shoe.objects.filter(close_reason=Shoe.CloseReason.MALFUNCTION)
    assert broken.exists()
    for shoe in [*broken[:3], *Shoe.objects.order_by("commitment")[:12]]:
        assert prove_shoe(shoe).failed == []


@pytest.mark.committed
@pytest.mark.slow
def test_copied_shoes_are_distinguished() -> None:
    seeded(rounds=100, days=5, copied=True)

    assert find_broken_house_lines() == []
    assert any(prove_shoe(shoe).failed for shoe in Shoe.objects.all()[:5])


def points_are_those_of_its_rounds() -> None:
    assert PointsEntry.objects.filter(kind=PointsEntry.Kind.EARNED).count() > 500
    for account in PointsAccount.objects.all():
        own = list(PointsEntry.objects.filter(player=account.player_id).order_by("seq"))
        assert [one.seq for one in own] == list(range(1, account.seq + 1))
        assert sum(one.hundredths for one in own) == account.balance
        assert not own or own[-1].balance_after == account.balance


@pytest.mark.committed
@pytest.mark.slow
def test_indexes_constraints_and_triggers_are_as_before() -> None:
    before = catalogue(), parts_of_months()
    seeded(rounds=100, days=5)

    assert (catalogue(), parts_of_months()) == before
    assert parts_of_months()


@pytest.mark.committed
@pytest.mark.slow
def test_one_that_breaks_leaves_them_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    before = catalogue(), parts_of_months()
    monkeypatch.setattr(round_statements, "TURN", ("SELECT 1 / 0",))
    with pytest.raises(psycopg.errors.DivisionByZero):
        seeded(rounds=100, days=5)

    assert (catalogue(), parts_of_months()) == before


@pytest.mark.committed
def test_a_killed_run_is_repaired() -> None:
    before = catalogue(), parts_of_months()
    with psycopg.connect(current_run().owner_url, autocommit=True) as owner, owner.transaction():
        bare_tables.drop_and_record(owner, writing.BARE, writing.TRIGGERED)
    assert catalogue() != before[0]

    call_command("seed_history", put_back=True)
    assert (catalogue(), parts_of_months()) == before
    with psycopg.connect(current_run().owner_url) as owner:
        assert not bare_tables.is_bare(owner)


def its_reports_have_figures_in_several_currencies() -> None:
    year = Period.last_days(366, today())
    found = overview.load_figures(year, Filters())

    completed = Round.objects.filter(status=Round.Status.COMPLETED, player__is_test_account=False)
    assert found.total.rounds == completed.count()
    assert {line.key for line in found.currencies} >= {"USD", "DOP", "VES", "COP"}
    assert len(found.days) > 15
    assert sum(day.played.rounds for day in found.days) == found.total.rounds
    assert found.total.interrupted == Round.objects.filter(interrupted=True).count()
    assert cash.load_figures(year, Filters()).usd("deposit") > Money.zero("USD")
    assert players.load_figures(year, Filters()).players == found.players
    assert all(one.played.rounds for one in performance.load_figures(year, Filters()).versions)
    exchange.load_figures(year, Filters())
    owed = liabilities.load_figures(year, Filters())
    for line in owed.lines:
        held = Account.objects.filter(currency=line.currency, player__is_test_account=False)
        assert line.balances.units == sum(account.balance for account in held)


@pytest.fixture
def writer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Connection[Any]]:
    """Return a connection whose transaction stays open from the end of the rounds on.

    The other tests on this server wait for it too.
    """

    def begin() -> None:
        other.execute("SELECT pg_current_xact_id()")

    with psycopg.connect(current_run().owner_url) as other:
        monkeypatch.setattr(seed_history, "seal_ledger", begin)
        yield other


@pytest.mark.committed
@pytest.mark.slow
def test_seeding_fails_if_days_stay_open(
    monkeypatch: pytest.MonkeyPatch, writer: Connection[Any]
) -> None:
    monkeypatch.setattr(finishing, "PATIENCE", 0.0)
    last = today() - timedelta(days=1)
    with pytest.raises(CommandError, match=f"days of this history are not closed.* to {last}:"):
        seeded(rounds=60, days=3)
    writer.rollback()
    seal_all()
    assert Round.objects.exists()
    assert not ClosedDay.objects.filter(part=ClosedPart.FIGURES).exists()


@pytest.mark.committed
@pytest.mark.slow
def test_a_day_that_ended_a_moment_ago_does_not_hold_it_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Just after midnight yesterday cannot be closed yet; the worker closes it later."""
    since_midnight = timezone.now() - start_of(today())
    monkeypatch.setattr(closing, "SETTLING_TIME", since_midnight + timedelta(hours=1))
    said = seeded(rounds=60, days=3)
    assert "days are closed" in said
    last = ClosedDay.objects.filter(part=ClosedPart.FIGURES).latest("day")
    assert last.day == today() - timedelta(days=2)


@pytest.mark.committed
@pytest.mark.slow
def test_closing_days_waits_for_open_transactions(
    monkeypatch: pytest.MonkeyPatch, writer: Connection[Any]
) -> None:
    monkeypatch.setattr(finishing, "sleep", lambda _seconds: writer.rollback())
    assert "days are closed" in seeded(rounds=60, days=3)
    assert writer.info.transaction_status == TransactionStatus.IDLE


@pytest.mark.committed
def test_a_house_that_closed_a_day_takes_no_history() -> None:
    scenes.play_out(scenes.deal(scenes.ordinary))
    all_earlier(timedelta(days=1))
    close_all()
    before = Round.objects.count()

    with pytest.raises(CommandError, match="closed"):
        seeded()
    assert Round.objects.count() == before


def its_hours_are_closed_once_more() -> None:
    close_all_hours()

    assert check_reports() == []
    so_far = Period(start_of(today()), timezone.now())
    for test in (False, True):
        check_so_far(so_far, Filters(test=test))
