"""Cancelling a running round takes two people: one freezes it, another decides."""

from functools import partial

import pytest
from django.db import DatabaseError, connection, transaction
from psycopg import Connection

from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from casino.absence.services import house_play
from casino.incidents.selectors.freezes import FreezeCounts, count_freezes_by_person
from casino.incidents.services import freezing, malfunction
from casino.models import Deal, Freeze, FreezeDecision, Round
from casino.play.services.decisions import DecisionRequest, make_decision
from casino.refusals import RoundHeldByStaff, RoundOver
from journal.models import Event, EventKind
from journal.refusals import AnotherPersonNeeded, ChangedMeanwhile, NotFound, ReasonMissing
from journal.services.recording import record_once
from tests.accounts.staff import staff
from tests.casino import scenes
from tests.casino.frozen import cancel_by_two
from tests.casino.gone import charted, later
from tests.casino.test_at_once import together
from tests.casino.test_malfunction import ALL, WHY, tamper
from wallet.ledger.models import Transfer
from wallet.ledger.selectors.funds import balance

pytestmark = pytest.mark.database
ENGLISH = {"Accept-Language": "en"}


def frozen(round_: Round, role: Role = Role.OPERATOR, name: str = "") -> Freeze:
    return freezing.freeze_round(round_.pk, staff(role, name) if name else staff(role), WHY)


def test_a_frozen_round_needs_a_second_person() -> None:
    round_ = scenes.deal(scenes.ordinary)
    charted(round_.version.rules)
    held = balance(round_.player_id)

    freeze = frozen(round_)

    assert balance(round_.player_id) == held
    before = scenes.everything(round_.player)
    with pytest.raises(RoundHeldByStaff):
        scenes.play(round_, "stand")
    assert house_play.play_due_rounds(later()) == 0
    assert scenes.everything(round_.player) == before
    text = scenes.signed_in(round_.player).get("/table/ligalo/", headers=ENGLISH).text
    assert "Our staff have stopped this round for a check" in text
    assert 'name="action"' not in text
    event = Event.objects.get(kind="round_frozen_by_staff")
    assert (event.actor_id, event.subject) == (freeze.proposed_by_id, f"round {round_.public_id}")


def test_the_person_who_froze_a_round_cannot_decide_it() -> None:
    round_ = scenes.deal(scenes.ordinary)
    freeze = frozen(round_, Role.COMPLIANCE_MANAGER)
    before = scenes.everything(round_.player)

    with pytest.raises(AnotherPersonNeeded):
        freezing.decide_freeze(
            freeze.pk, approved=True, acting_user=freeze.proposed_by, reason="fine"
        )
    with pytest.raises(NotPermitted):
        freezing.decide_freeze(
            freeze.pk, approved=True, acting_user=staff(Role.OPERATOR), reason="fine"
        )
    with pytest.raises(ReasonMissing):
        freezing.decide_freeze(
            freeze.pk,
            approved=True,
            acting_user=staff(Role.COMPLIANCE_MANAGER, "other"),
            reason=" ",
        )
    with pytest.raises(NotFound):
        freezing.decide_freeze(
            freeze.pk + 1,
            approved=True,
            acting_user=staff(Role.COMPLIANCE_MANAGER, "other"),
            reason="x",
        )

    assert scenes.everything(round_.player) == before
    freezing.decide_freeze(
        freeze.pk,
        approved=True,
        acting_user=staff(Role.COMPLIANCE_MANAGER, "other"),
        reason="the log shows it",
    )
    assert balance(round_.player_id) == ALL


def test_a_refused_cancellation_resumes_the_round() -> None:
    round_ = scenes.deal(scenes.ordinary)
    freeze = frozen(round_)
    Round.objects.filter(pk=round_.pk).update(house_plays_at=round_.started_at)

    freezing.decide_freeze(
        freeze.pk,
        approved=False,
        acting_user=staff(Role.COMPLIANCE_MANAGER),
        reason="nothing is wrong",
    )

    round_.refresh_from_db()
    assert not round_.frozen
    assert round_.house_plays_at is not None
    assert round_.house_plays_at > round_.started_at
    assert scenes.play_out(round_).status == Round.Status.COMPLETED
    event = Event.objects.get(kind="round_released")
    assert (event.data["reason"], event.data["asked_by"]) == (
        "nothing is wrong",
        freeze.proposed_by_id,
    )


def test_a_repeated_decision_counts_once_and_a_later_one_is_refused() -> None:
    round_ = scenes.deal(scenes.ordinary)
    freeze, manager = frozen(round_), staff(Role.COMPLIANCE_MANAGER)
    assert frozen(round_, Role.COMPLIANCE_MANAGER, "other") == freeze
    first = freezing.decide_freeze(freeze.pk, approved=True, acting_user=manager, reason="seen")
    before = scenes.everything(round_.player)

    assert (
        freezing.decide_freeze(freeze.pk, approved=True, acting_user=manager, reason="seen")
        == first
    )
    with pytest.raises(ChangedMeanwhile):
        freezing.decide_freeze(freeze.pk, approved=False, acting_user=manager, reason="seen")
    with pytest.raises(RoundOver):
        frozen(round_)

    assert scenes.everything(round_.player) == before
    assert Event.objects.filter(kind="round_cancelled").count() == 1


@pytest.mark.parametrize("role", [Role.COMPLIANCE_ANALYST, Role.CASHIER, Role.AUDITOR])
def test_freezing_needs_the_right(role: Role) -> None:
    round_ = scenes.deal(scenes.ordinary)
    before = scenes.everything(round_.player)

    with pytest.raises(NotPermitted):
        frozen(round_, role)

    assert scenes.everything(round_.player) == before
    assert not Freeze.objects.exists()


def test_a_reason_is_needed_and_a_round_in_progress() -> None:
    round_ = scenes.deal(scenes.ordinary)
    operator = staff(Role.OPERATOR)
    with pytest.raises(ReasonMissing):
        freezing.freeze_round(round_.pk, operator, "  ")
    with pytest.raises(NotFound):
        freezing.freeze_round(round_.pk + 1, operator, WHY)
    over = scenes.play_out(round_)
    before = scenes.everything(round_.player)

    with pytest.raises(RoundOver):
        frozen(over)

    assert scenes.everything(round_.player) == before
    assert not Freeze.objects.exists()


@pytest.mark.committed
@pytest.mark.parametrize("attempt", range(3))
def test_a_decision_and_a_freeze_at_once_are_one_of_the_two(attempt: int) -> None:
    round_, person = scenes.deal(scenes.ordinary), staff(Role.OPERATOR)
    asked = DecisionRequest(round_.public_id, 0, "double")

    ends = together(
        [
            partial(make_decision, round_.player, asked),
            partial(freezing.freeze_round, round_.pk, person, WHY),
        ]
    )

    round_.refresh_from_db()
    if round_.status == Round.Status.COMPLETED:
        assert ends == {"ok": 1, "round_over": 1}
    else:
        assert ends == {"ok": 1, "round_held": 1}
        assert not Transfer.objects.filter(kind="settle").exists()


def test_a_broken_round_is_cancelled_although_frozen(
    owner_connection: Connection[object],
) -> None:
    round_ = scenes.deal(scenes.ordinary)
    tamper(owner_connection, round_)
    freeze = frozen(round_)

    assert malfunction.cancel_faulty_round(round_.pk)

    assert balance(round_.player_id) == ALL
    with pytest.raises(RoundOver):
        freezing.decide_freeze(
            freeze.pk, approved=True, acting_user=staff(Role.COMPLIANCE_MANAGER), reason="seen"
        )
    assert not FreezeDecision.objects.exists()


def test_the_database_keeps_a_frozen_round_from_being_played_and_wants_a_second_person() -> None:
    round_ = scenes.deal(scenes.ordinary)
    own = Round.objects.filter(pk=round_.pk)
    with pytest.raises(DatabaseError, match="nobody froze it"), transaction.atomic():
        own.update(frozen=True)
    freeze = frozen(round_)
    word = {"proposal": freeze, "approved": False, "reason": "alone"}

    with pytest.raises(DatabaseError, match="it is frozen"), transaction.atomic():
        Deal.objects.filter(pk=round_.deal_id).update(state_hash="0" * 64)
    with pytest.raises(DatabaseError, match="another person decides first"), transaction.atomic():
        own.update(frozen=False)
    for person in (freeze.proposed_by, round_.player):
        with (
            pytest.raises(DatabaseError, match=r"another person|is not staff"),
            transaction.atomic(),
        ):
            FreezeDecision.objects.create(**word, decided_by=person)
    with pytest.raises(DatabaseError), transaction.atomic():
        Freeze.objects.update(reason="another")


def test_freezes_are_counted_by_person() -> None:
    round_ = scenes.deal(scenes.ordinary)
    cancel_by_two(round_)
    again = Freeze.objects.get()

    assert count_freezes_by_person(round_.started_at) == [
        FreezeCounts(again.proposed_by.full_name, 1, 1, 0)
    ]


def test_the_database_cancels_no_running_round_without_two_persons_or_an_alarm() -> None:
    round_ = scenes.deal(scenes.ordinary)

    def cancelled_by_hand() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(
                "UPDATE casino_round SET status = 'cancelled' WHERE id = %s", [round_.pk]
            )

    def refused() -> None:
        with pytest.raises(DatabaseError, match="nobody approved its cancellation"):
            cancelled_by_hand()

    refused()
    freeze = frozen(round_)
    refused()
    person = staff(Role.COMPLIANCE_MANAGER)
    with transaction.atomic():
        FreezeDecision.objects.create(
            proposal=freeze, approved=False, decided_by=person, reason="fair"
        )
        Round.objects.filter(pk=round_.pk).update(frozen=False)
        refused()
        transaction.set_rollback(True)
    record_once(EventKind.ROUND_FROZEN, subject="another round")
    refused()
