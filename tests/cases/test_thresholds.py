"""Thresholds on the page of a signal: proposed, tried, decided by another person, and judged by."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models.users import User
from accounts.roles.values import Role
from approvals.refusals import NotProposer
from cases.selectors.queue import case_queues
from detection.models import (
    Flag,
    LinkedAccount,
    Recomputation,
    ThresholdChange,
    ThresholdDecision,
    TrialDifference,
)
from detection.selectors.pairs import FoundPair
from detection.selectors.thresholds import find_thresholds
from detection.services import populations
from detection.services.building import make_due
from detection.services.groups import judge_groups, judge_points
from detection.services.judging import judge_due_players
from detection.services.links import refresh_links
from detection.services.recomputing import finish_recomputations, request_recomputation
from detection.services.thresholds import propose_thresholds, withdraw_thresholds
from journal.models import Event, EventKind
from journal.refusals import ChangedMeanwhile
from signals.catalogue import SIGNALS
from signals.population import Earner, Population
from tests.accounts.staff import inside, staff
from tests.cases.flagged import analyst, manager, officer, opened, player
from tests.casino import scenes
from tests.detection.invented import invent_deals, new_player, store_day
from tests.detection.test_links import link_by_document

pytestmark = pytest.mark.database
CC1 = "/staff/cases/signals/CC1/"
FORTNIGHT = timedelta(days=14, minutes=1)


@pytest.fixture
def counter() -> User:
    found, begin = new_player("counter@example.test"), datetime.now(UTC) - timedelta(days=2)
    store_day(found, begin.date(), invent_deals(scenes.ligalo().version, 320, begin, spread=8))
    make_due([found.pk])
    judge_due_players()
    return found


def values(signal: str, **changed: object) -> dict[str, object]:
    return {**SIGNALS[signal].defaults, "reason": "too many false alarms", **changed}


def propose(client: Client, signal: str, **changed: object) -> ThresholdChange:
    answer = client.post(f"/staff/cases/signals/{signal}/", values(signal, **changed))
    assert answer.status_code == 303, answer.content.decode()
    return ThresholdChange.objects.latest("pk")


def decide(client: Client, change: ThresholdChange, verdict: str = "approve") -> int:
    address = reverse("cases:decide_thresholds", args=[change.pk])
    return client.post(address, {"verdict": verdict, "reason": "tried"}).status_code


def text_of(client: Client, address: str = CC1) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


@pytest.fixture
def a_fortnight_later() -> Iterator[Callable[[], object]]:
    travels: list[time_machine.travel] = []

    def travel() -> object:
        travels.append(time_machine.travel(timezone.now() + FORTNIGHT))
        return travels[-1].start()

    yield travel
    for one in travels:
        one.stop()


def test_the_whole_way_from_a_proposal_to_other_flags(
    counter: User, a_fortnight_later: Callable[[], object]
) -> None:
    nora = analyst()
    change = propose(inside(nora), "CC1", level="0.95")
    page = text_of(inside(nora))
    assert "<progress" in page
    assert "14 days left." in page
    assert decide(inside(manager()), change) == 409
    finish_recomputations()
    page = text_of(inside(manager()))
    assert "<progress" not in page
    assert reverse("players:player", args=[counter.pk]) in page
    assert "0.95" in page
    assert decide(inside(manager()), change) == 409  # not long enough beside the signal
    assert not ThresholdDecision.objects.exists()

    a_fortnight_later()
    thresholds = next(one for one in case_queues() if one.key == "thresholds")
    assert thresholds.rows.count() == 1
    assert decide(inside(nora), change) == 403
    assert decide(inside(manager()), change) == 303
    assert thresholds.rows.count() == 0
    assert find_thresholds(SIGNALS["CC1"]).values["level"] == 0.95
    assert Flag.objects.get(player=counter, signal="CC1").state == Flag.State.CURRENT
    assert "<progress" in text_of(inside(nora))
    finish_recomputations()
    assert Flag.objects.get(player=counter, signal="CC1").state == Flag.State.WITHDRAWN
    page = text_of(inside(nora))
    assert "Configuration 2, in force since" in page
    assert "All players are judged." in page


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"level": "2"}, "Write a number from 0.05 to 0.95."),
        ({"level": ""}, "This field is required."),
        ({"t": "a lot"}, "This cannot be read as an amount."),
        ({"reason": " "}, "Give a reason."),
        ({}, "These thresholds are in force already."),
    ],
)
def test_a_wrong_value_is_explained_at_its_field_and_nothing_is_proposed(
    changed: dict[str, str], error: str
) -> None:
    given = values("CC1", **changed)
    answer = inside(analyst()).post(CC1, given)
    assert answer.status_code == 422
    assert error in answer.content.decode()
    assert not ThresholdChange.objects.exists()
    assert not Recomputation.objects.exists()


def test_thresholds_are_typed_in_the_language_of_the_page() -> None:
    spanish = inside(analyst(), "es")
    change = propose(spanish, "CC1", level="0,45", diff="0,2", t="3,3")
    assert change.values["level"] == 0.45
    page = text_of(inside(analyst()), "/staff/cases/signals/INT1/")
    assert 'value="0.00001"' in page
    assert "from 0.000000001 to 0.001" in page


def test_only_the_proposer_withdraws_and_the_trial_stops(counter: User) -> None:
    nora = analyst()
    change = propose(inside(nora), "CC1", level="0.95")
    address = reverse("cases:withdraw_thresholds", args=[change.pk])
    with pytest.raises(NotProposer) as refused:
        withdraw_thresholds(change.pk, reason="no", acting_user=analyst("noemi"))
    assert refused.value.code == "not_yours"
    assert inside(manager()).post(address, {"reason": "no"}).status_code == 403
    assert not ThresholdDecision.objects.exists()
    assert inside(nora).post(address, {"reason": "a slip"}).status_code == 303
    assert Recomputation.objects.get(change=change).state == Recomputation.State.STOPPED
    assert finish_recomputations() == 0
    assert not TrialDifference.objects.exists()
    assert Event.objects.filter(kind=EventKind.THRESHOLDS_WITHDRAWN, actor_id=nora.pk).count() == 1
    assert inside(nora).post(address, {"reason": "a slip"}).status_code == 303
    assert Event.objects.filter(kind=EventKind.THRESHOLDS_WITHDRAWN).count() == 1
    assert decide(inside(manager()), change, "refuse") == 409
    assert "withdrawn" in text_of(inside(nora))


def test_decided_thresholds_cannot_be_withdrawn() -> None:
    nora = analyst()
    change = propose(inside(nora), "CC1", level="0.5")
    assert decide(inside(manager()), change, "refuse") == 303
    with pytest.raises(ChangedMeanwhile):
        withdraw_thresholds(change.pk, reason="no", acting_user=nora)
    assert not ThresholdDecision.objects.get().withdrawn


def test_players_are_named_to_readers_of_their_cases_and_of_undecided_ones_to_the_approver() -> (
    None
):
    ana, eva = player("ana"), player("eva")
    opened(ana, "CC1")
    for signal, person in (("CC1", ana), ("CC1", eva), ("AML1", eva)):
        change = propose_thresholds(
            signal,
            {SIGNALS[signal].thresholds[0].name: SIGNALS[signal].thresholds[0].lowest},
            reason="x",
            acting_user=analyst(),
        )
        TrialDifference.objects.create(
            change=change, player=person, gained=True, beside=False, n=9, figures={}
        )
    of_ana, of_eva, of_money = ThresholdChange.objects.order_by("pk")
    for reader, seen in (
        (analyst(), {of_eva}),
        (staff(Role.AUDITOR), {of_eva}),
        (officer(), {of_eva, of_money}),
        (manager(), {of_ana, of_eva, of_money}),
    ):
        client = inside(reader)
        for change in (of_ana, of_eva, of_money):
            page = text_of(client, reverse("cases:flag_changes", args=[change.pk]))
            assert ("/staff/players/" in page.partition("<main")[2]) == (change in seen)
    page = text_of(
        inside(manager()), f"{reverse('cases:flag_changes', args=[of_ana.pk])}?change=lost"
    )
    assert "No flag would be gained or lost." in page


def test_links_are_tried_and_follow_their_approved_sum(
    a_fortnight_later: Callable[[], object],
) -> None:
    ana, bea = (new_player(f"{name}-linked@example.test") for name in "ab")
    link_by_document(ana, bea)  # 100
    refresh_links()
    judge_groups()
    both, current = {ana.pk, bea.pk}, Flag.objects.filter(signal="MA1", state=Flag.State.CURRENT)
    assert set(current.values_list("player", flat=True)) == both
    change = propose(inside(analyst()), "MA1", sum="110")
    finish_recomputations()
    populations.note_groups_beside()
    populations.note_groups_beside()
    lost = TrialDifference.objects.filter(change=change, gained=False)
    assert {(one.player_id, one.beside) for one in lost} == {
        (player, beside) for player in both for beside in (False, True)
    }
    assert len(lost) == 4
    assert (current.count(), LinkedAccount.objects.count()) == (2, 2)

    a_fortnight_later()
    assert decide(inside(manager()), change) == 303
    assert current.count() == 2
    finish_recomputations()
    assert (current.count(), LinkedAccount.objects.count()) == (0, 0)
    back = propose(inside(analyst()), "MA1", sum="60")
    finish_recomputations()
    gained = TrialDifference.objects.filter(change=back)
    assert {(one.player_id, one.gained) for one in gained} == {(one, True) for one in both}
    assert (current.count(), LinkedAccount.objects.count()) == (0, 0)


def test_pairs_are_tried_and_judged_again_in_both_directions(
    monkeypatch: pytest.MonkeyPatch, a_fortnight_later: Callable[[], object]
) -> None:
    pair = [new_player(f"{name}-pair@example.test") for name in "ab"]
    version, begin = scenes.ligalo().version, timezone.now() - timedelta(days=2)
    for place, one in enumerate(pair):
        deals = invent_deals(version, 80, begin, seed=1 + place)
        deals["deal"] = deals["deal"] + place * 30  # 50 of 80 deals are shared
        store_day(one, begin.date(), deals)
    low, high = sorted(one.pk for one in pair)
    LinkedAccount.objects.bulk_create(
        LinkedAccount(player=one, component=low, built_at=timezone.now()) for one in pair
    )
    monkeypatch.setattr(
        "detection.services.groups.find_pairs", lambda *_when: [FoundPair(low, high, 50)]
    )
    change = propose(inside(analyst()), "MA2", share="0.9")

    request_recomputation(SIGNALS["MA2"])
    finish_recomputations()
    both = {(low, high), (high, low)}
    flags = Flag.objects.filter(signal="MA2", state=Flag.State.CURRENT)
    assert set(flags.values_list("player", "other")) == both
    lost = TrialDifference.objects.filter(change=change, gained=False, beside=False)
    assert set(lost.values_list("player", "other")) == both
    a_fortnight_later()
    assert decide(inside(manager()), change) == 303
    finish_recomputations()
    assert not flags.exists()


def test_points_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    farmer = new_player("farmer@example.test")
    earner = Earner(str(farmer.pk), 8000.0, 100.0, Population(100, 3.0, 0.25))
    for module in ("groups", "populations"):
        monkeypatch.setattr(
            f"detection.services.{module}.load_earners", lambda _since: iter([(farmer.pk, earner)])
        )
    assert judge_points() == 1
    assert Flag.objects.get().signal == "LOY1"
    change = propose(inside(analyst()), "LOY1", z="10")
    finish_recomputations()
    judge_points()
    found = TrialDifference.objects.filter(change=change, player=farmer, gained=False)
    assert set(found.values_list("beside", flat=True)) == {False, True}
    assert Flag.objects.count() == 1
