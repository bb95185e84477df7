"""Demo history: consistent like real history, with players counted in reports; refused anywhere else."""

from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db.models import Count
from django.utils import timezone

from accounts.models.restrictions import Restriction
from accounts.models.users import User, VerificationMethod
from accounts.roles.values import Right
from approvals.selectors import count_waiting
from casino.models import Bet, Clock, Decision, FollowerStake, Round, Shoe, Void
from casino.reconciliation.selectors.lines import find_broken_house_lines
from compliance.models import VoidCase
from compliance.shoes.selectors.shoe_proofs import prove_shoe
from detection.models import PlayerDay
from journal.models import Check, Event, EventKind
from journal.services.chaining import chain_records, verify_chain
from loyalty.models.points import PointsEntry
from reports.dashboard.words.work_queue import all_queues
from reports.figures import cash, overview
from reports.models import ClosedDay, ClosedPart
from reports.services.checking import check_reports
from reports.standards.selectors.board import run_check
from reports.standards.values.evidence import EvidenceOutcome
from reports.values.filters import Filters
from reports.values.period import Period
from tests.casino import scenes
from tests.reports.days import close_all, today
from tests.waiting import BUILDING, wait_for_room_in_day
from tests.wallet.seals import seal_all
from tools.history import bare_tables
from tools.history.tasks import judge_history
from wallet.cash.models import Deposit, Withdrawal
from wallet.ledger.models import LedgerCheck, Transfer
from wallet.money.values import PLAY_MONEY

pytestmark = [pytest.mark.database, pytest.mark.committed]
DAYS = 3
"""Enough for every kind of player, few enough for every test run."""


def write(rounds: int = 400, days: int = DAYS) -> str:
    """Create a demo and its history, with enough of the UTC day left for the test."""
    wait_for_room_in_day(BUILDING)
    said = StringIO()
    call_command("demo", stdout=said)
    call_command("demo_history", rounds=rounds, days=days, judge_later=True, stdout=said)
    seal_all()  # entries that transactions of other tests on this server kept unsealed
    close_all()
    chain_records()
    return said.getvalue()


def history_people() -> Any:
    return User.objects.filter(email__endswith="@history.example")


def test_a_short_one_is_sound_and_full() -> None:
    said = write()

    assert "100%  rounds" in said
    every_check_of_the_house_finds_nothing()
    it_is_counted_where_the_house_looks_first()
    something_waits_for_every_desk()
    nothing_of_it_is_in_the_future()
    every_shoe_is_proved()
    players_share_live_deals()
    evidence_of_players_and_hands_holds()
    players_are_judged_by_a_worker(said)


def evidence_of_players_and_hands_holds() -> None:
    """Players of the history have accepted everything, and their rounds have every field."""
    for name in ("consents_complete", "verified_before_play", "sample_hand"):
        found = run_check(name, timezone.now())
        assert found.outcome is EvidenceOutcome.HOLDS, found.text


def players_are_judged_by_a_worker(said: str) -> None:
    assert "cases follow within a minute" in said
    assert not PlayerDay.objects.exists()
    judge_history()
    assert PlayerDay.objects.exists()


def every_check_of_the_house_finds_nothing() -> None:
    assert find_broken_house_lines() == []
    assert LedgerCheck.objects.exists()
    assert check_reports(DAYS + 2) == []
    assert verify_chain(Check.Occasion.SCHEDULE).findings == []


def every_shoe_is_proved(step: int = 1) -> None:
    """Prove every shoe, or one in `step`."""
    shoes = Shoe.objects.filter(status=Shoe.Status.CLOSED).order_by("pk")[::step]
    assert len(shoes) > 20
    assert [shoe.pk for shoe in shoes if prove_shoe(shoe).failed] == []


def players_share_live_deals() -> None:
    live = Round.objects.filter(place__player=None)
    deals = live.values("deal").annotate(players=Count("pk")).order_by()
    assert {"malecon", "caribe"} == set(live.values_list("place__table__slug", flat=True))
    assert max(deals.values_list("players", flat=True)) >= 4
    open_places = Clock.objects.exclude(place__shoes=None).values_list("place__table__slug")
    assert {("malecon",), ("caribe",), ("amigos",)} == set(open_places)


def it_is_counted_where_the_house_looks_first() -> None:
    """The default filters exclude test accounts."""
    found = overview.load_figures(Period.last_days(DAYS + 1, today()), Filters())

    real = Round.objects.exclude(currency=PLAY_MONEY).filter(status=Round.Status.COMPLETED)
    assert found.total.rounds == real.count() >= 300
    assert (found.players or 0) >= 30
    assert {line.key for line in found.currencies} >= {"USD", "EUR", "DOP", "COP", "VES"}
    assert Round.objects.filter(currency=PLAY_MONEY).exists()
    assert history_people().count() >= 40
    methods = history_people().values_list("verification_method", flat=True).distinct()
    assert list(methods) == [VerificationMethod.DEMO]
    assert not history_people().filter(is_test_account=True).exists()
    assert ClosedDay.objects.filter(part=ClosedPart.FIGURES).count() >= DAYS


def something_waits_for_every_desk() -> None:
    waiting = {queue.key: number for queue, number in count_waiting(all_queues(), frozenset(Right))}

    assert waiting["deposits"] == 2
    assert waiting["withdrawals"] >= 1
    assert waiting["voids"] == 1
    assert waiting["disputes"] >= 3
    assert VoidCase.objects.filter(state="carried_out").exists()
    assert Void.objects.exists()
    assert Event.objects.filter(kind=EventKind.DISPUTE_CLOSED).count() == 2
    kinds = Restriction.objects.filter(player__in=history_people()).values_list("kind", flat=True)
    assert len(kinds) == 2
    # Two full days and part of the third.
    assert Deposit.objects.filter(state="credited").count() > 20
    assert not Event.objects.filter(kind=EventKind.CONFIGURATION_ALTERED).exists()
    assert PointsEntry.objects.exists()
    for kind in (EventKind.PLAYER_REGISTERED, EventKind.DEPOSIT_CREDITED, EventKind.VOID_PROPOSED):
        assert Event.objects.filter(kind=kind).exists()


def nothing_of_it_is_in_the_future() -> None:
    now = timezone.now()
    for model, moment in (
        (Round, "finished_at"),
        (Shoe, "closed_at"),
        (Transfer, "created_at"),
        (Event, "at"),
    ):
        assert not model.objects.filter(**{f"{moment}__gt": now}).exists()


@pytest.mark.slow
def test_the_whole_one_is_sound() -> None:
    """Sixty days with over 20,000 rounds, as `make run` writes them."""
    write(rounds=0, days=60)

    assert Round.objects.count() > 20_000
    assert Round.objects.values("player").distinct().count() >= 40
    assert Withdrawal.objects.filter(state="paid").exists()
    assert find_broken_house_lines() == []
    assert check_reports(62) == []
    assert verify_chain(Check.Occasion.SCHEDULE).findings == []
    assert cash.load_figures(Period.last_days(60, today()), Filters()).days
    assert Bet.objects.exclude(choices=None).filter(round__deal__place__player=None).exists()
    assert FollowerStake.objects.exists()
    assert Decision.objects.filter(by_house=True, round__place__player=None).exists()
    every_shoe_is_proved(step=7)
    players_share_live_deals()


Spoil = Callable[[pytest.MonkeyPatch], object]


def in_production(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "DEMO_PROVIDER_ENABLED", False)


def without_the_owner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(settings.DATABASES, "owner")


def with_a_real_person(_monkeypatch: pytest.MonkeyPatch) -> None:
    player = scenes.new_player("somebody@example.test")
    User.objects.filter(pk=player.pk).update(is_test_account=False)


REFUSED: tuple[tuple[Spoil, str], ...] = (
    (in_production, "DEMO_PROVIDER_ENABLED is off"),
    (without_the_owner, "set DATABASE_URL"),
    (with_a_real_person, "history is not mixed with theirs"),
)


def test_history_is_refused_outside_the_demo(monkeypatch: pytest.MonkeyPatch) -> None:
    call_command("demo", stdout=StringIO())
    for spoil, why in REFUSED:
        with monkeypatch.context() as patch:
            spoil(patch)
            before = counts()
            with pytest.raises(CommandError, match=why):
                call_command("demo_history", stdout=StringIO())
            assert counts() == before


def test_history_needs_a_demo_without_rounds() -> None:
    """With `if_empty`, a demo with rounds is left as it is instead of refused."""
    with pytest.raises(CommandError, match="no demo here yet"):
        call_command("demo_history", stdout=StringIO())
    scenes.play_out(scenes.deal(scenes.ordinary))
    User.objects.filter(is_staff=False).update(is_test_account=True)
    call_command("demo", stdout=StringIO())
    before = counts()
    with pytest.raises(CommandError, match="Rounds were played"):
        call_command("demo_history", stdout=StringIO())
    said = StringIO()
    call_command("demo_history", if_empty=True, stdout=said)

    assert "kept as it is" in said.getvalue()
    assert counts() == before


def counts() -> tuple[int, ...]:
    """Return the numbers of rows in tables that a history adds to."""
    models = (User, Round, Shoe, Transfer, Event, Deposit, ClosedDay)
    return tuple(model.objects.count() for model in models)


def test_a_half_written_one_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    scenes.play_out(scenes.deal(scenes.ordinary))
    monkeypatch.setattr(bare_tables, "is_bare", lambda _owner: True)
    with pytest.raises(CommandError, match="was interrupted"):
        call_command("demo_history", if_empty=True, stdout=StringIO())
