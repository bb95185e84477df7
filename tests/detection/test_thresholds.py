"""Thresholds change by two people, after a silent trial over the past and beside the signal."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from accounts.models.users import User
from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from approvals.refusals import ProposalSuperseded
from detection.models import (
    BlindSample,
    Flag,
    LatestOutcome,
    Mute,
    PlayerDay,
    Recomputation,
    ThresholdChange,
    TrialDifference,
)
from detection.refusals import (
    MuteRefused,
    NotMutable,
    ThresholdRefused,
    ThresholdsUnchanged,
    TrialImpossible,
    TrialRunning,
)
from detection.selectors.deviations import load_deviations
from detection.selectors.givens import load_given
from detection.selectors.scores import find_score
from detection.selectors.thresholds import find_thresholds
from detection.services import past, slices, thresholds as service
from detection.services.building import make_due
from detection.services.judging import judge_due_players
from detection.services.mutes import mute_signal, unmute_signal
from detection.services.recomputing import finish_recomputations, request_recomputation
from detection.services.recording import Judged, record_judgements
from detection.services.sampling import draw_sample
from journal.models import Event, EventKind
from signals.catalogue import SIGNALS
from signals.columns import History
from tests.accounts.staff import staff
from tests.casino import scenes
from tests.detection.invented import invent_deals, new_player, store_day

pytestmark = pytest.mark.database
CC1 = SIGNALS["CC1"]
REASON = "too many false alarms"


@pytest.fixture
def counter() -> User:
    player, version = new_player("counter@example.test"), scenes.ligalo().version
    begin = datetime.now(UTC) - timedelta(days=2)
    store_day(player, begin.date(), invent_deals(version, 320, begin, spread=8))
    judge(player)
    return player


def judge(player: User) -> None:
    make_due([player.pk])
    judge_due_players()


def propose(**values: float) -> ThresholdChange:
    analyst = staff(Role.COMPLIANCE_ANALYST)
    return service.propose_thresholds("CC1", values, reason=REASON, acting_user=analyst)


def decide(change: ThresholdChange, by: User | None = None) -> None:
    by = by or staff(Role.COMPLIANCE_MANAGER)
    service.decide_thresholds(change.pk, approved=True, reason="tried", acting_user=by)


def wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "BESIDE", timedelta())


def test_a_trial_shows_the_flag_that_would_be_lost_and_raises_none(counter: User) -> None:
    change = propose(level=0.95)
    finish_recomputations()
    row = Recomputation.objects.get(change=change)
    assert row.state == Recomputation.State.DONE
    assert sum(row.counts.values()) == 1
    difference = TrialDifference.objects.get(change=change)
    assert (difference.player, difference.gained, difference.beside) == (counter, False, False)
    assert Flag.objects.filter(signal="CC1").count() == 1
    assert find_thresholds(CC1).change is None


def test_approved_thresholds_are_in_force_and_the_past_is_judged_by_them(
    counter: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    change = propose(level=0.95)
    with pytest.raises(TrialRunning):
        decide(change)
    finish_recomputations()
    with pytest.raises(TrialRunning):
        decide(change)
    wait(monkeypatch)
    decide(change)
    assert find_thresholds(CC1).values["level"] == 0.95
    finish_recomputations()
    assert Flag.objects.get(player=counter, signal="CC1").state == Flag.State.WITHDRAWN
    kinds = Event.objects.values_list("kind", flat=True)
    assert EventKind.THRESHOLDS_PROPOSED.value in kinds
    assert EventKind.THRESHOLDS_DECIDED.value in kinds


def test_beside_the_signal_a_difference_is_kept_once(counter: User) -> None:
    change = propose(level=0.95)
    version, begin = scenes.ligalo().version, datetime.now(UTC) - timedelta(days=1)
    deals = invent_deals(version, 300, begin, seed=2, spread=8)
    deals["shoe"] += 1000
    store_day(counter, begin.date(), deals)
    judge(counter)
    judge(counter)
    kept = TrialDifference.objects.get(change=change, beside=True)
    assert (kept.look, kept.gained) == (600, False)


def test_the_proposer_cannot_approve(monkeypatch: pytest.MonkeyPatch) -> None:
    wait(monkeypatch)
    change = propose(level=0.3)
    finish_recomputations()
    with pytest.raises(NotPermitted):
        decide(change, change.proposed_by)
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO detection_thresholddecision (proposal_id, approved, reason, decided_by_id)"
            " VALUES (%s, true, 'mine', %s)",
            [change.pk, change.proposed_by_id],
        )


def test_a_proposal_from_before_another_was_approved_can_only_be_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wait(monkeypatch)
    older, newer = propose(level=0.3), propose(level=0.5)
    finish_recomputations()
    decide(older)
    assert find_thresholds(CC1).change == older.pk
    with pytest.raises(ProposalSuperseded) as refused:
        decide(newer)
    assert refused.value.code == "proposal_superseded"
    assert find_thresholds(CC1).values["level"] == 0.3
    latest = propose(level=0.6)
    finish_recomputations()
    decide(latest)
    assert find_thresholds(CC1).change == latest.pk


def test_every_signal_with_thresholds_can_be_tried() -> None:
    analyst = staff(Role.COMPLIANCE_ANALYST)
    tried = [one for one in SIGNALS.values() if one.thresholds]
    for signal in tried:
        threshold = signal.thresholds[0]
        service.propose_thresholds(
            signal.id, {threshold.name: threshold.highest}, reason="x", acting_user=analyst
        )
    finish_recomputations()
    trials = Recomputation.objects.exclude(change=None)
    assert len(trials) == len(tried)
    assert {one.state for one in trials} == {Recomputation.State.DONE}


def test_a_signal_that_judges_no_player_has_no_trial() -> None:
    analyst = staff(Role.COMPLIANCE_ANALYST)
    with pytest.raises(TrialImpossible) as refused:
        service.propose_thresholds("INT2", {}, reason="x", acting_user=analyst)
    assert refused.value.code == "trial_impossible"
    assert not ThresholdChange.objects.exists()


def test_a_trial_judges_players_who_have_payments_but_no_rounds() -> None:
    payer = new_player("payer@example.test")
    judge(payer)
    analyst = staff(Role.COMPLIANCE_ANALYST)
    change = service.propose_thresholds("AML3", {"methods": 2}, reason=REASON, acting_user=analyst)
    finish_recomputations()
    assert sum(Recomputation.objects.get(change=change).counts.values()) == 1


def test_a_trial_of_clairvoyance_judges_the_measured_deviations(
    counter: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def load(player: int) -> History:
        asked.append(player)
        return load_deviations(player)

    monkeypatch.setattr(past, "load_deviations", load)
    analyst = staff(Role.COMPLIANCE_ANALYST)
    service.propose_thresholds("INT1", {"p": 1e-4}, reason=REASON, acting_user=analyst)
    finish_recomputations()
    assert asked == [counter.pk]


def test_a_recomputed_slice_is_recorded_at_once_and_one_bad_player_does_not_end_it(
    counter: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, begin = new_player("broken@example.test"), datetime.now(UTC) - timedelta(days=2)
    store_day(broken, begin.date(), invent_deals(scenes.ligalo().version, 320, begin))
    judge(broken)
    PlayerDay.objects.filter(player=broken).update(columns=b"\xff" * 40)
    recorded: list[int] = []

    def note(judged: Sequence[Judged]) -> list[Flag]:
        recorded.append(len({one.player for one in judged}))
        return record_judgements(judged)

    monkeypatch.setattr(slices, "record_judgements", note)
    request_recomputation(CC1)
    change = propose(level=0.95)
    finish_recomputations()
    assert recorded == [2]
    rows = Recomputation.objects.filter(signal="CC1")
    assert {one.state for one in rows} == {Recomputation.State.DONE}
    trial = rows.get(change=change)
    assert trial.counts["error"] == 1
    assert TrialDifference.objects.get(change=change).player == counter


@pytest.mark.parametrize("values", [{"level": 2.0}, {"level": float("nan")}, {"odd": 1.0}])
def test_values_out_of_bounds_are_refused(values: dict[str, float]) -> None:
    with pytest.raises(ThresholdRefused) as refused:
        propose(**values)
    assert refused.value.code == "threshold_refused"
    assert not ThresholdChange.objects.exists()


def test_the_same_thresholds_are_refused() -> None:
    with pytest.raises(ThresholdsUnchanged):
        propose(level=CC1.defaults["level"])


def test_a_mute_takes_the_signal_out_of_the_score_until_it_ends(counter: User) -> None:
    analyst, before = staff(Role.COMPLIANCE_ANALYST), find_score(counter.pk)
    until = timezone.now() + timedelta(days=30)
    mute_signal(counter, "CC1", until=until, reason="known", acting_user=analyst)
    assert find_score(counter.pk) == before - 30
    unmute_signal(counter, "CC1", reason="a mistake", acting_user=analyst)
    assert find_score(counter.pk) == before


def test_money_is_never_muted_and_no_mute_is_longer_than_90_days(counter: User) -> None:
    analyst, now = staff(Role.COMPLIANCE_ANALYST), timezone.now()
    for signal in ("AML1", "HARM1", "INT1"):
        with pytest.raises(NotMutable):
            mute_signal(
                counter, signal, until=now + timedelta(days=1), reason="x", acting_user=analyst
            )
    with pytest.raises(MuteRefused):
        mute_signal(counter, "CC1", until=now + timedelta(days=91), reason="x", acting_user=analyst)
    with pytest.raises(IntegrityError), transaction.atomic():
        Mute.objects.create(
            player=counter, signal="AML1", reason="x", acting_user=analyst, until=now
        )


def test_a_flag_can_be_made_again_from_its_rounds(counter: User) -> None:
    flag = Flag.objects.get(player=counter, signal="CC1")
    found = load_given(flag)
    assert found is not None
    given, outcome = found
    assert given.deals.round.tolist() == flag.rounds
    assert outcome.n == flag.n
    assert dict(outcome.figures) == pytest.approx(flag.figures)


def test_the_blind_sample_is_drawn_once_and_leaves_out_flagged_players(counter: User) -> None:
    version, begin = scenes.ligalo().version, datetime.now(UTC) - timedelta(days=1)
    honest = new_player("honest@example.test")
    store_day(honest, begin.date(), invent_deals(version, 320, begin, seed=3))
    judge(honest)
    payer = new_player("payer@example.test")
    values = dict(SIGNALS["AML1"].defaults)  # as near as can be
    LatestOutcome.objects.create(
        player=payer, signal="AML1", version=1, status="below", n=9, figures=values, at=begin
    )
    assert draw_sample() == 1
    assert draw_sample() == 0
    assert BlindSample.objects.get().player == honest
