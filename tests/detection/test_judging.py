"""Players are judged at looks of their own rounds; flags begin, end and are repeated by what they say."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from django.db import DatabaseError, OperationalError, transaction
from psycopg.errors import LockNotAvailable

from accounts.models.users import User
from detection.models import DayOfOutcomes, DuePlayer, Flag, LatestOutcome, PlayerDay, SignalState
from detection.selectors import kept_rows, units
from detection.selectors.scores import find_score
from detection.selectors.thresholds import InForce
from detection.services import judging, retention
from detection.services.building import make_due
from detection.services.judging import judge_due_players
from detection.services.recording import Judged, record_judgements
from signals.catalogue import SIGNALS
from signals.judging import judge_looks
from signals.outcomes import Outcome, OutcomeStatus
from tests.casino import scenes
from tests.detection.invented import invent_deals, new_player, store_day

pytestmark = pytest.mark.database


@pytest.fixture
def counter() -> User:
    """Return a player with 320 rounds whose bets follow the count."""
    player, version = new_player("counter@example.test"), scenes.ligalo().version
    begin = datetime.now(UTC) - timedelta(days=2)
    store_day(player, begin.date(), invent_deals(version, 320, begin, spread=8))
    return player


def judge(player: User, *, again: bool = False) -> None:
    make_due([player.pk], again=again)
    judge_due_players()
    assert not DuePlayer.objects.exists()


def test_a_counter_is_flagged_at_the_first_look_as_by_the_library(counter: User) -> None:
    judge(counter)

    flag = Flag.objects.get(player=counter, signal="CC1")
    days = units.load_units(counter.pk)
    history = kept_rows.load_kept_rows(counter.pk, days, days[0].day).history
    (look,) = judge_looks(SIGNALS["CC1"], history, SIGNALS["CC1"].defaults)
    assert look.outcome.status is OutcomeStatus.FLAGGED
    assert (flag.look, flag.n) == (look.end, look.outcome.n) == (300, 300)
    assert flag.figures == pytest.approx(dict(look.outcome.figures))
    assert flag.rounds == look.outcome.rounds.tolist()
    assert flag.thresholds == SIGNALS["CC1"].defaults
    assert find_score(counter.pk) >= 30


def test_a_second_judgement_changes_nothing(counter: User) -> None:
    judge(counter)
    before = list(Flag.objects.order_by("pk").values())
    judge(counter)
    judge(counter, again=True)
    assert list(Flag.objects.order_by("pk").values()) == before


def test_honest_stakes_are_not_flagged_and_every_judgement_is_counted() -> None:
    player, version = new_player("flat@example.test"), scenes.ligalo().version
    begin = datetime.now(UTC) - timedelta(days=2)
    store_day(player, begin.date(), invent_deals(version, 320, begin))
    judge(player)
    assert not Flag.objects.exists()
    outcome = LatestOutcome.objects.get(player=player, signal="CC1")
    assert (outcome.status, outcome.reason) == ("not_applicable", "flat_stakes")
    counted = DayOfOutcomes.objects.get(signal="CC1", status="not_applicable")
    assert counted.number == 1
    judged = set(LatestOutcome.objects.filter(player=player).values_list("signal", flat=True))
    assert judged == {one.id for one in SIGNALS.values() if one.scope == "player"}


def test_before_the_first_look_there_are_too_few() -> None:
    player, version = new_player("new@example.test"), scenes.ligalo().version
    begin = datetime.now(UTC) - timedelta(days=2)
    store_day(player, begin.date(), invent_deals(version, 299, begin, spread=8))
    judge(player)
    assert LatestOutcome.objects.get(player=player, signal="CC1").status == "too_few"
    assert not Flag.objects.filter(signal="CC1").exists()


def test_the_next_look_replaces_the_flag(counter: User) -> None:
    judge(counter)
    version, begin = scenes.ligalo().version, datetime.now(UTC) - timedelta(days=1)
    deals = invent_deals(version, 300, begin, seed=2, spread=8)
    deals["shoe"] += 1000
    store_day(counter, begin.date(), deals)
    judge(counter)
    first, second = Flag.objects.filter(player=counter, signal="CC1").order_by("pk")
    assert (first.look, first.state) == (300, Flag.State.SUPERSEDED)
    assert (second.look, second.state) == (600, Flag.State.CURRENT)


@pytest.fixture
def voided(counter: User, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Ids of rounds of the counter that count as voided."""
    ids: list[int] = []
    day = PlayerDay.objects.get(player=counter).day
    monkeypatch.setattr(judging, "find_voided_of", lambda _players: {counter.pk: ids})
    monkeypatch.setattr(
        units,
        "_count_voided",
        lambda rounds: {(counter.pk, day): dict.fromkeys(units.COUNTED[:2], len(rounds))},
    )
    return ids


def test_a_void_withdraws_the_flag_and_its_undoing_brings_it_back(
    counter: User, voided: list[int]
) -> None:
    judge(counter)
    flag = Flag.objects.get(signal="CC1")
    voided += flag.rounds[:30]
    judge(counter, again=True)
    flag.refresh_from_db()
    assert flag.state == Flag.State.WITHDRAWN
    assert LatestOutcome.objects.get(player=counter, signal="CC1").status == "too_few"

    voided.clear()
    judge(counter, again=True)
    again = Flag.objects.get(signal="CC1", state=Flag.State.CURRENT)
    assert (again.n, again.figures, again.rounds) == (flag.n, flag.figures, flag.rounds)


def test_rounds_at_play_money_count_for_nothing() -> None:
    player, version = new_player("play@example.test"), scenes.ligalo().version
    begin = datetime.now(UTC) - timedelta(days=2)
    deals = invent_deals(version, 320, begin, spread=8)
    deals["marks"] = deals["marks"] + 8
    row = store_day(player, begin.date(), deals)
    PlayerDay.objects.filter(pk=row.pk).update(deals=0, rounds=0)
    judge(player)
    assert not Flag.objects.exists()


def test_a_flag_is_kept_and_ends_once(counter: User) -> None:

    judge(counter)
    flag = Flag.objects.get(signal="CC1")
    with pytest.raises(DatabaseError), transaction.atomic():
        flag.delete()
    flag.n = 1
    with pytest.raises(DatabaseError), transaction.atomic():
        flag.save()


def paid_through(*hours: float) -> list[Judged]:
    """Return a judgement that flags AML1 for Ana, for withdrawals so many hours ago."""
    now = datetime.now(UTC).timestamp()
    moments = np.array([now - 3600 * one for one in hours])
    outcome = Outcome(
        OutcomeStatus.FLAGGED, len(hours), {"withdrawals": float(len(hours))}, moments=moments
    )
    known = SIGNALS["AML1"]
    player = User.objects.get(email="passing@example.test")
    return [Judged(player.pk, known, outcome, InForce(known.defaults))]


def test_a_moving_window_raises_a_new_flag_for_a_new_moment_alone() -> None:
    new_player("passing@example.test")
    first = paid_through(30, 20)
    (flag,) = record_judgements(first)
    later = replace(first[0].outcome, n=7, moments=first[0].outcome.moments[1:])
    assert record_judgements([replace(first[0], outcome=later)]) == []
    assert record_judgements(first) == []
    more = np.append(first[0].outcome.moments, first[0].outcome.moments[-1] + 60)
    (second,) = record_judgements([replace(first[0], outcome=replace(later, moments=more))])
    flag.refresh_from_db()
    assert (flag.state, second.state) == (Flag.State.SUPERSEDED, Flag.State.CURRENT)
    changed = replace(first[0].thresholds, values={**SIGNALS["AML1"].defaults, "ratio": 2.0})
    again = replace(first[0], thresholds=changed, outcome=replace(later, moments=more))
    assert len(record_judgements([again])) == 1


def test_emptied_columns_keep_the_looks_and_their_flags(
    counter: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge(counter)
    before = list(Flag.objects.filter(signal="CC1").values())
    monkeypatch.setattr(retention, "KEPT_DAYS", 1)
    assert retention.delete_old_columns() == 1
    assert retention.delete_old_columns() == 0
    judge(counter, again=True)
    assert list(Flag.objects.filter(signal="CC1").values()) == before

    version, begin = scenes.ligalo().version, datetime.now(UTC) - timedelta(hours=6)
    deals = invent_deals(version, 290, begin, seed=2, spread=8)
    deals["shoe"] += 1000
    store_day(counter, begin.date(), deals)
    judge(counter)
    found = LatestOutcome.objects.get(player=counter, signal="CC1")
    assert (found.look, found.n) == (600, 280)
    assert SignalState.objects.get(player=counter, signal="CC1").units == 610


def test_a_player_whose_columns_cannot_be_read_has_errors_and_the_others_are_judged(
    counter: User,
) -> None:
    broken, begin = new_player("broken@example.test"), datetime.now(UTC) - timedelta(days=2)
    row = store_day(broken, begin.date(), invent_deals(scenes.ligalo().version, 320, begin))
    PlayerDay.objects.filter(pk=row.pk).update(columns=b"\xff" * 40)
    make_due([broken.pk, counter.pk])
    judge_due_players()

    assert not DuePlayer.objects.exists()
    assert Flag.objects.filter(player=counter, signal="CC1").exists()
    found = LatestOutcome.objects.filter(player=broken)
    assert set(found.values_list("status", "reason")) == {("error", "UnknownFormatError")}
    assert not SignalState.objects.filter(player=broken).exists()


def test_a_lock_held_by_others_leaves_the_player_due(
    counter: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def judge_locked(*_given: object, **_named: object) -> list[Judged]:
        raise OperationalError from LockNotAvailable()

    monkeypatch.setattr(judging, "judge_player", judge_locked)
    make_due([counter.pk])
    with pytest.raises(OperationalError):
        judge_due_players()
    assert DuePlayer.objects.get().player_id == counter.pk
