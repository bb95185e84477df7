"""Disputes: opened by players, answered and closed by staff; refusals of the services and of PostgreSQL change nothing."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.core import mail
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from accounts.models.letters import Letter
from accounts.models.users import User
from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from compliance.disputes import selectors, services
from compliance.disputes.refusals import (
    DisputeClosed,
    DisputeNotClosed,
    MessageMissing,
    MessageTooLong,
    TooManyDisputes,
    TooManyReplies,
    WrittenMeanwhile,
)
from compliance.disputes.services import DisputeAnswer
from compliance.models import Dispute, DisputeOutcome, DisputeReply, DisputeState
from compliance.players.services import letters
from journal.models import Event
from journal.refusals import NotFound, ReasonMissing, Refusal, SentBefore
from tests.accounts.staff import staff
from tests.casino import scenes
from tests.compliance.cases import analyst, finished, manager
from tests.compliance.disputed import answered, complaint, disputed, everything

pytestmark = pytest.mark.database


def refused(error: type[Exception], work: Callable[[], Any], match: str | None = None) -> None:
    """Assert that the work raises this error, with this rule in its message, and changes nothing."""
    before = everything()
    with pytest.raises(error, match=match):
        work()
    assert everything() == before


def test_a_dispute_of_a_round_reaches_staff() -> None:
    round_ = finished()
    dispute = disputed(round_.player, round_=round_)
    assert (dispute.round, dispute.state) == (round_, DisputeState.OPEN)
    event = Event.objects.get(kind="dispute_opened")
    assert event.actor_id == round_.player_id
    assert event.data["round"] == str(round_.public_id)
    assert dispute.text not in str(event.data)  # the text is in the dispute only


def test_an_answer_is_mailed_in_the_players_language() -> None:
    ana = scenes.new_player()
    dispute = disputed(ana)
    answered(dispute, "Hemos mirado la partida.")
    assert dispute.state == DisputeState.ANSWERED
    assert letters.mail_letters(timezone.now()) == 1
    (sent,) = mail.outbox
    assert (sent.to, dispute.number in sent.subject) == ([ana.email], True)
    assert "Hemos mirado la partida." in sent.body
    assert "played again" not in sent.body


def test_a_reply_of_the_player_reopens_the_wait() -> None:
    dispute = disputed(scenes.new_player())
    answered(dispute)
    services.add_message(dispute.player, dispute.public_id, "But my card?", key=uuid4())
    dispute.refresh_from_db()
    assert dispute.state == DisputeState.OPEN
    assert [(one.n, one.from_house) for one in dispute.replies.all()] == [(1, True), (2, False)]


def test_the_house_closes_with_an_outcome_and_its_reason_which_no_player_reads() -> None:
    dispute = disputed(scenes.new_player())
    reply = answered(dispute, outcome=DisputeOutcome.PARTLY, acting_user=manager())
    assert (dispute.state, reply.note) == (DisputeState.CLOSED, "the cards were played again")
    assert Event.objects.get(kind="dispute_closed").data["outcome"] == "partly"
    letters.mail_letters(timezone.now())
    assert reply.note not in mail.outbox[0].body


def test_a_player_withdraws_a_dispute() -> None:
    dispute = disputed(scenes.new_player())
    services.settle_dispute(dispute.player, dispute.public_id, key=uuid4())
    dispute.refresh_from_db()
    assert dispute.state == DisputeState.CLOSED
    assert not Letter.objects.exists()


def test_every_form_sent_twice_is_one_message() -> None:
    ana = scenes.new_player()
    sent, key = complaint(), uuid4()
    first = services.open_dispute(ana, sent)
    said = services.add_message(ana, first.public_id, "and more", key=key)
    words = DisputeAnswer("Seen.", uuid4(), 1)
    answer = services.answer_dispute(first.public_id, words, acting_user=analyst())
    before = everything()
    assert services.open_dispute(ana, sent) == first
    assert services.add_message(ana, first.public_id, "and more", key=key) == said
    assert services.answer_dispute(first.public_id, words, acting_user=analyst()) == answer
    assert everything() == before
    refused(SentBefore, lambda: services.open_dispute(ana, complaint("other", key=sent.key)))
    refused(SentBefore, lambda: services.add_message(ana, first.public_id, "other", key=key))


@pytest.mark.parametrize(
    ("text", "error"),
    [("", MessageMissing), (" \n ", MessageMissing), ("x" * 2001, MessageTooLong)],
)
def test_words_are_needed_and_not_too_many(text: str, error: type[Refusal]) -> None:
    ana = scenes.new_player()
    dispute = disputed(ana)
    refused(error, lambda: services.open_dispute(ana, complaint(text)))
    refused(error, lambda: services.add_message(ana, dispute.public_id, text, key=uuid4()))
    words = DisputeAnswer(text, uuid4(), 0)
    refused(error, lambda: services.answer_dispute(dispute.public_id, words, acting_user=analyst()))


def test_five_are_open_at_most_and_a_closed_one_makes_room() -> None:
    ana = scenes.new_player()
    first, *_others = [disputed(ana, f"number {n}") for n in range(services.MOST_OPEN)]
    refused(TooManyDisputes, lambda: disputed(ana))
    answered(first, outcome=DisputeOutcome.REJECTED)
    assert disputed(ana).state == DisputeState.OPEN


def test_a_player_waits_for_an_answer_after_five_messages() -> None:
    dispute = disputed(scenes.new_player())
    for n in range(services.MOST_IN_A_ROW):
        services.add_message(dispute.player, dispute.public_id, f"and {n}", key=uuid4())

    def more() -> DisputeReply:
        return services.add_message(dispute.player, dispute.public_id, "more", key=uuid4())

    refused(TooManyReplies, more)
    answered(dispute)
    assert more().n == services.MOST_IN_A_ROW + 2


def test_only_the_player_disputes_own_rounds() -> None:
    round_ = finished()
    dispute, bea = disputed(round_.player), scenes.new_player("bea@example.test")
    refused(NotFound, lambda: disputed(bea, round_=round_))
    refused(NotFound, lambda: services.add_message(bea, dispute.public_id, "me too", key=uuid4()))
    refused(NotFound, lambda: services.settle_dispute(bea, dispute.public_id, key=uuid4()))


def test_a_closed_dispute_accepts_no_message() -> None:
    dispute = disputed(scenes.new_player())
    answered(dispute, outcome=DisputeOutcome.UPHELD)
    refused(
        DisputeClosed,
        lambda: services.add_message(dispute.player, dispute.public_id, "but", key=uuid4()),
    )
    refused(DisputeClosed, lambda: answered(dispute))
    refused(
        DisputeClosed,
        lambda: services.settle_dispute(dispute.player, dispute.public_id, key=uuid4()),
    )


def test_an_answer_to_an_unread_message_is_refused() -> None:
    dispute = disputed(scenes.new_player())
    services.add_message(dispute.player, dispute.public_id, "It was Tuesday.", key=uuid4())
    words = DisputeAnswer("Which day?", uuid4(), 0)
    refused(
        WrittenMeanwhile,
        lambda: services.answer_dispute(dispute.public_id, words, acting_user=analyst()),
    )


def test_closing_needs_a_reason_for_staff() -> None:
    dispute = disputed(scenes.new_player())
    words = DisputeAnswer("No.", uuid4(), 0, DisputeOutcome.REJECTED, " ")
    refused(
        ReasonMissing,
        lambda: services.answer_dispute(dispute.public_id, words, acting_user=analyst()),
    )


@pytest.mark.parametrize("role", [Role.OPERATOR, Role.CASHIER, Role.AUDITOR, Role.ADMINISTRATOR])
def test_other_roles_answer_nothing(role: Role) -> None:
    dispute, other = disputed(scenes.new_player()), staff(role)
    refused(NotPermitted, lambda: answered(dispute, acting_user=other))


def direct(sql: str) -> None:
    """Execute a statement with the application's role, without the services."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)


@pytest.mark.parametrize(
    ("sql", "rule"),
    [
        ("UPDATE compliance_dispute SET text = 'all is well'", "permission denied"),
        ("UPDATE compliance_dispute SET state = 'closed'", "changes by its replies only"),
        ("DELETE FROM compliance_dispute", "permission denied"),
        ("UPDATE compliance_disputereply SET text = 'all is well'", "permission denied"),
        ("DELETE FROM compliance_disputereply", "permission denied"),
        ("TRUNCATE compliance_disputereply", "permission denied"),
    ],
)
def test_postgresql_refuses_to_change_messages(sql: str, rule: str) -> None:
    answered(disputed(scenes.new_player()))
    refused(DatabaseError, lambda: direct(sql), match=rule)


def row(dispute: Dispute, acting_user: User, **changes: Any) -> None:
    """Insert a reply without a service; the state of the dispute is not updated."""
    given = {
        "dispute": dispute,
        "n": 1,
        "acting_user": acting_user,
        "from_house": False,
        "text": "x",
    }
    with transaction.atomic():
        DisputeReply.objects.create(**given | changes)


@pytest.mark.committed
@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"n": 2}, "does not follow"),  # out of order
        ({"from_house": True}, "is not staff"),  # a player cannot answer as the house
        ({"outcome": "upheld"}, "compliance_reply_outcome"),  # nor close with an outcome
        ({"text": ""}, "compliance_reply_text"),
        ({}, "does not show its last reply"),  # the dispute's state is not updated
    ],
)
def test_postgresql_refuses_replies_that_do_not_follow(changes: dict[str, Any], rule: str) -> None:
    dispute = disputed(scenes.new_player())
    answered(dispute) if not changes else None
    changes = changes or {"n": 2}
    refused(DatabaseError, lambda: row(dispute, dispute.player, **changes), match=rule)


@pytest.mark.committed
def test_postgresql_knows_whose_rounds_and_disputes_they_are() -> None:
    round_, bea = finished(), scenes.new_player("bea@example.test")
    mine = disputed(round_.player)
    refused(DatabaseError, lambda: row(mine, bea), match="between its player and the house")
    given = {"player": bea, "round": round_, "subject": "round", "text": "x"}
    for player in (bea, analyst()):
        refused(
            DatabaseError,
            lambda: Dispute.objects.create(**given | {"player": player}),  # noqa: B023  # called at once
            match="about their own round or none",
        )


def test_a_closed_dispute_is_reopened_and_waits_for_an_answer_again() -> None:
    dispute = disputed(scenes.new_player())
    answered(dispute, outcome=DisputeOutcome.REJECTED)
    words = DisputeAnswer("We found another log.", uuid4(), 1, note="the log of the second shoe")

    made = services.reopen_dispute(dispute.public_id, words, acting_user=analyst())

    dispute.refresh_from_db()
    assert (dispute.state, made.n, made.note) == ("open", 2, "the log of the second shoe")
    assert services.reopen_dispute(dispute.public_id, words, acting_user=analyst()) == made
    noted = replace(words, note="the log of the third shoe")
    refused(
        SentBefore,
        lambda: services.reopen_dispute(dispute.public_id, noted, acting_user=analyst()),
    )
    assert Event.objects.get(kind="dispute_reopened").subject == f"dispute {dispute.public_id}"
    assert Letter.objects.filter(about=str(made.pk)).count() == 1
    (row,) = selectors.waiting_disputes()
    assert (row.since, row.answer_by) == (made.at, made.at + timedelta(days=7))
    answered(dispute, outcome=DisputeOutcome.UPHELD)
    dispute.refresh_from_db()
    assert dispute.state == "closed"


def test_reopening_needs_a_closed_dispute_a_right_and_a_reason() -> None:
    player = scenes.new_player()
    dispute = disputed(player)
    words = DisputeAnswer("Again.", uuid4(), 0, note="why")
    before = everything()
    with pytest.raises(DisputeNotClosed):
        services.reopen_dispute(dispute.public_id, words, acting_user=analyst())
    with pytest.raises(NotPermitted):
        services.reopen_dispute(dispute.public_id, words, acting_user=staff(Role.AUDITOR))
    with pytest.raises(ReasonMissing):
        services.reopen_dispute(dispute.public_id, replace(words, note=" "), acting_user=analyst())
    assert everything() == before
    reply = {"dispute": dispute, "n": 1, "text": "x", "note": "y", "reopens": True}
    for more in (
        {"acting_user": analyst(), "from_house": True},
        {"acting_user": player, "from_house": False},
    ):
        with pytest.raises(DatabaseError, match="does not follow"), transaction.atomic():
            DisputeReply.objects.create(**reply, **more)


def test_each_kind_of_number_has_a_letter_of_its_own() -> None:
    rows: list[Any] = [
        model(pk=7)
        for model in apps.get_models()
        if isinstance(getattr(model, "number", None), property)
    ]
    letters = [row.number.partition("-")[0] for row in rows]
    assert len(letters) > 4
    assert len(set(letters)) == len(letters)
