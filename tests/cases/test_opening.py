"""Cases that the site opens: by score, signal, sample, dispute and duplicate; one of a kind at a time."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, transaction
from django.db.models import Count
from django.utils import timezone

from cases.models import (
    Case,
    CaseFlag,
    CaseOrigin,
    CaseOutcome,
    CasePlayer,
    CaseStatus,
    CaseTopic,
    StatusStep,
)
from cases.refusals import CaseOpenAlready, NotOwnCase
from cases.selectors import openings
from cases.selectors.scores import load_current_flags
from cases.services.opening import CaseOpening, open_by_hand
from cases.services.scanning import open_cases
from cases.services.work import assign_case, close_case, decide_case
from detection.models import BlindSample, Flag, LinkedAccount, Mute
from detection.services.recording import end_flag
from journal.models import Event, EventKind
from journal.refusals import NotFound, ReasonMissing
from tests.cases.flagged import analyst, flag, guardian, manager, officer, opened, player
from tests.wallet.ledger import refused

pytestmark = pytest.mark.database


def kinds() -> list[tuple[str, str, int]]:
    rows = Case.objects.order_by("pk")
    return [(one.kind, one.origin, one.score) for one in rows]


def test_a_score_of_60_opens_a_case_once() -> None:
    ana = player()
    for signal in ("CC1", "EDGE"):
        flag(ana, signal)
    now = timezone.now()
    assert open_cases(now) == 1
    assert open_cases(now) == 0
    assert kinds() == [("fraud", "score", 60)]
    case = Case.objects.get()
    assert {one.flag.signal for one in case.flags.select_related("flag")} == {"CC1", "EDGE"}
    assert case.due_at - now == timedelta(hours=72)
    event = Event.objects.get(kind=EventKind.CASE_OPENED)
    assert event.data["player"] == ana.pk


def test_less_than_60_opens_nothing() -> None:
    flag(player(), "CC1")
    assert open_cases(timezone.now()) == 0


def test_flags_of_counting_without_its_cost_never_reach_the_queue() -> None:
    ana = player()
    for signal in ("CC1", "CC2", "CC3", "CC4"):
        flag(ana, signal)
    assert open_cases(timezone.now()) == 0


def test_new_flags_join_the_open_case_and_raise_it() -> None:
    ana = player()
    case = opened(ana, "CC1", "EDGE", score=60)
    flag(ana, "CC2")
    flag(ana, "BOT1")
    assert open_cases(timezone.now()) == 0
    case.refresh_from_db()
    assert (case.score_at_opening, case.score, case.severity) == (60, 100, "high")
    # An event would tell it from a blind sample, which has no flags.
    assert not Event.objects.filter(kind=EventKind.CASE_RAISED).exists()


def test_flags_that_join_a_case_that_shows_its_score_are_an_event_once() -> None:
    ana = player()
    opened(ana, "AML1", kind=CaseTopic.LAUNDERING, score=60)
    flag(ana, "AML2")
    for _again in range(2):
        assert open_cases(timezone.now()) == 0
        assert Event.objects.filter(kind=EventKind.CASE_RAISED).count() == 1


def test_linked_players_are_in_no_case_of_protection() -> None:
    ana, bea = player(), player("bea")
    flag(ana, "MA2", other=bea)
    flag(ana, "HARM1")
    open_cases(timezone.now())
    case = Case.objects.get(kind=CaseTopic.PROTECTION)
    assert [one.player_id for one in case.players.all()] == [ana.pk]


def test_money_laundering_has_a_case_of_its_own_whose_event_names_nobody() -> None:
    flag(player(), "AML1")
    assert open_cases(timezone.now()) == 1
    assert kinds() == [("laundering", "score", 60)]
    assert set(Event.objects.get(kind=EventKind.CASE_OPENED).data) == {"number"}


@pytest.mark.parametrize(
    ("signal", "kind"), [("HARM1", "protection"), ("BOT4", "protection"), ("AML5", "laundering")]
)
def test_some_signals_open_their_case_whatever_the_score(signal: str, kind: str) -> None:
    flag(player(), signal)
    assert open_cases(timezone.now()) == 1
    assert kinds()[0][0] == kind


def test_a_decided_case_is_not_opened_by_the_same_flags_again() -> None:
    ana, nora = player(), analyst()
    case = opened(ana, "CC1", "EDGE")
    assign_case(case.public_id, assignee=nora.pk, acting_user=nora)
    decide_case(case.public_id, outcome=CaseOutcome.JUSTIFIED, acting_user=nora, reason="counts")
    close_case(case.public_id, acting_user=nora)
    assert open_cases(timezone.now()) == 0
    flag(ana, "BOT1")
    assert open_cases(timezone.now()) == 1


def test_play_that_was_decided_opens_no_case_when_a_void_raises_its_flags_again() -> None:
    ana, nora = player(), analyst()
    first = [flag(ana, "CC1", [1, 2, 3], look=300), flag(ana, "EDGE", [1, 2, 3], look=300)]
    assert open_cases(timezone.now()) == 1
    case = Case.objects.get()
    assign_case(case.public_id, assignee=nora.pk, acting_user=nora)
    decide_case(case.public_id, outcome=CaseOutcome.JUSTIFIED, acting_user=nora, reason="counts")
    close_case(case.public_id, acting_user=nora)

    for row in first:
        end_flag(row, Flag.State.SUPERSEDED)
    again = [flag(ana, "CC1", [2, 3, 4], look=300), flag(ana, "EDGE", [2, 3, 4], look=300)]
    assert open_cases(timezone.now()) == 0

    for row in again:
        end_flag(row, Flag.State.SUPERSEDED)
    flag(ana, "CC1", [2, 3, 4, 5], look=600)
    flag(ana, "EDGE", [2, 3, 4, 5], look=600)
    assert open_cases(timezone.now()) == 1


@pytest.mark.parametrize(
    ("rounds", "moments", "opens"),
    [([2, 3], [5.0], 0), ([2, 3, 4], [5.0], 1), ([2, 3], [5.0, 6.0], 1)],
    ids=["fewer rounds", "another round", "another moment"],
)
def test_only_more_rounds_or_moments_open_a_case_again(
    rounds: list[int], moments: list[float], opens: int
) -> None:
    ana, lena = player(), officer()
    first = flag(ana, "AML1", [1, 2, 3], moments=[5.0])
    assert open_cases(timezone.now()) == 1
    case = Case.objects.get()
    assign_case(case.public_id, assignee=lena.pk, acting_user=lena)
    decide_case(case.public_id, outcome=CaseOutcome.CLEARED, acting_user=lena, reason="salary")
    close_case(case.public_id, acting_user=lena)

    end_flag(first, Flag.State.SUPERSEDED)
    flag(ana, "AML1", rounds, moments=moments)
    assert open_cases(timezone.now()) == opens


def test_blind_samples_enter_the_queue_once() -> None:
    sample = BlindSample.objects.create(week="2026-11-30", player=player(), why="random")
    assert open_cases(timezone.now()) == 1
    assert open_cases(timezone.now()) == 0
    case = Case.objects.get()
    assert (case.origin, case.about, case.severity) == ("sample", f"sample {sample.pk}", "medium")


def test_the_database_allows_one_open_case_of_a_kind_for_a_player() -> None:
    ana = player()
    opened(ana, "CC1")
    other = opened(player("bea"), "CC1")
    with pytest.raises(IntegrityError), transaction.atomic():
        CasePlayer.objects.create(case=other, player=ana, kind=other.kind)
    CasePlayer.objects.create(
        case=opened(player("cid"), "AML1", kind=CaseTopic.LAUNDERING), player=ana, kind="laundering"
    )


def test_linked_players_have_one_case() -> None:
    ana, bea = player(), player("bea")
    flag(ana, "MA1")
    flag(bea, "MA1")
    Flag.objects.create(
        player=ana, other=bea, signal="MA2", version=1, thresholds={}, n=60, figures={}, rounds=[]
    )
    open_cases(timezone.now())
    case = Case.objects.get()
    assert set(case.players.values_list("player_id", flat=True)) == {ana.pk, bea.pk}


def test_a_large_group_is_split_into_cases_of_a_bounded_size(
    monkeypatch: pytest.MonkeyPatch, django_assert_max_num_queries: Any
) -> None:
    monkeypatch.setattr(openings, "MOST_PLAYERS", 3)
    players = [player(f"linked{number}") for number in range(8)]
    for one in players:
        LinkedAccount.objects.create(player=one, component=players[0].pk, built_at=timezone.now())
        flag(one, "MA1")
        flag(one, "CC1")
    flags = load_current_flags()
    with django_assert_max_num_queries(3):
        assert len(openings.find_group(flags[players[4].pk], flags)) == 2
    open_cases(timezone.now())
    cases = Case.objects.annotate(size=Count("players"))
    assert max(cases.values_list("size", flat=True)) <= 3
    assert CasePlayer.objects.count() == 8
    assert cases.count() == 3


def test_the_rounds_of_all_flags_are_not_loaded() -> None:
    ana = player()
    flag(ana, "CC1", rounds=[7])
    found = load_current_flags()[ana.pk].flags[0]
    assert found.get_deferred_fields() == {"rounds"}
    assert load_current_flags([ana.pk])[ana.pk].flags[0].get_deferred_fields() == set()


def test_a_case_changes_by_its_steps_only() -> None:
    case = opened(player(), "CC1")
    for change in ({"status": CaseStatus.CLOSED}, {"kind": "staff"}, {"score": 1}):
        with pytest.raises(DatabaseError), transaction.atomic():
            Case.objects.filter(pk=case.pk).update(**change)
    with pytest.raises(DatabaseError), transaction.atomic():
        case.delete()
    with pytest.raises(DatabaseError), transaction.atomic():
        StatusStep.objects.create(case=case, n=3, from_status="new", to_status="assigned")
    with pytest.raises(DatabaseError), transaction.atomic():
        CaseFlag.objects.all().delete()


def by_hand(kind: CaseTopic, *players: int) -> CaseOpening:
    return CaseOpening(kind, players, CaseOrigin.HAND)


def test_staff_open_cases_of_the_kinds_that_they_see() -> None:
    ana = player()
    for acting, kind in (
        (analyst(), CaseTopic.LAUNDERING),
        (analyst(), CaseTopic.PROTECTION),
        (guardian(), CaseTopic.FRAUD),
        (officer(), CaseTopic.STAFF),
    ):
        with refused(NotFound):
            open_by_hand(by_hand(kind, ana.pk), acting_user=acting, reason="seen")
    with refused(ReasonMissing):
        open_by_hand(by_hand(CaseTopic.FRAUD, ana.pk), acting_user=analyst(), reason=" ")
    made = open_by_hand(by_hand(CaseTopic.FRAUD, ana.pk), acting_user=analyst(), reason="seen")
    assert (made.origin, made.status) == ("hand", "new")
    with refused(CaseOpenAlready):
        open_by_hand(by_hand(CaseTopic.FRAUD, ana.pk), acting_user=analyst(), reason="again")
    staffer = manager()
    with refused(NotOwnCase):
        open_by_hand(by_hand(CaseTopic.STAFF, staffer.pk), acting_user=staffer, reason="me")


def test_a_seed_read_outside_dealing_is_a_staff_incident_once() -> None:
    Event.objects.create(kind="seed_read_outside_dealing", severity="alarm", subject="shoe x")
    assert open_cases(timezone.now()) == 1
    assert open_cases(timezone.now()) == 0
    case = Case.objects.get()
    assert (case.kind, case.severity, case.players.count()) == ("staff", "high", 0)


def test_a_muted_signal_opens_nothing() -> None:
    ana = player()
    flag(ana, "CC1")
    flag(ana, "EDGE")
    Mute.objects.create(
        player=ana,
        signal="EDGE",
        reason="a test",
        acting_user=analyst(),
        until=timezone.now() + timedelta(days=1),
    )
    assert open_cases(timezone.now()) == 0
