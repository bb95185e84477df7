"""Erasure requests: a person decides with a reason; neither request nor decision can be changed."""

from typing import Any
from uuid import uuid4

import pytest
from django.core import mail
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models.users import State, User
from accounts.restrictions.services.states import change_state
from compliance.disputes import services
from compliance.disputes.refusals import OutcomeNotOffered
from compliance.disputes.services import DisputeAnswer
from compliance.models import Dispute, DisputeOutcome, DisputeReply, DisputeState, DisputeSubject
from compliance.players.services.letters import mail_letters
from journal.models import Event
from journal.refusals import ReasonMissing
from tests.accounts.people import PASSWORD, ana_confirmed, log_in
from tests.accounts.staff import inside
from tests.compliance.cases import analyst
from tests.compliance.disputed import answered, complaint, disputed, everything

pytestmark = pytest.mark.database
WISH = "My visits and the pictures of my passport: I have stopped playing."
CONTACT = "/contact/"


def asked(player: User) -> Dispute:
    return services.open_dispute(player, complaint(WISH, subject=DisputeSubject.ERASURE))


def signed_in(player: User) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    log_in(client, player.email)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    return client


def events(kind: str) -> list[Any]:
    return list(Event.objects.filter(kind=kind).values_list("data", flat=True))


def test_the_page_of_own_data_leads_to_the_form_which_is_sent_once() -> None:
    player = ana_confirmed(language="en")
    client = signed_in(player)
    way = "/contact/?about=erasure"
    assert f'href="{way}#new"' in client.get("/account/data/").text
    page = client.get(way)
    assert "What should we erase, and why?" in page.text
    assert "what you expected and what you saw" not in page.text
    assert page.context["form"].initial["subject"] == "erasure"
    form = {"subject": "erasure", "text": WISH, "key": str(uuid4())}
    answers = [client.post(CONTACT, form) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    dispute = Dispute.objects.get()
    assert (dispute.subject, dispute.text, dispute.state) == ("erasure", WISH, "open")
    assert events("dispute_opened") == [
        {"player": player.pk, "number": dispute.number, "about": "erasure"}
    ]


def test_a_form_that_is_refused_keeps_the_words_of_its_subject() -> None:
    client = signed_in(ana_confirmed(language="en"))
    empty = {"subject": "erasure", "text": "", "key": str(uuid4())}
    page = client.post(CONTACT, empty)
    assert page.status_code == 422
    assert "What should we erase, and why?" in page.text
    assert "what you expected and what you saw" not in page.text
    assert not Dispute.objects.exists()


def test_an_address_that_names_another_subject_prefills_nothing() -> None:
    client = signed_in(ana_confirmed(language="en"))
    page = client.get("/contact/?about=nonsense")
    assert "What happened?" in page.text
    assert "subject" not in page.context["form"].initial


def test_closed_accounts_can_request_erasure() -> None:
    player = ana_confirmed()
    change_state(player, State.CLOSED, "asked for", acting_user=None)
    assert asked(player).subject == DisputeSubject.ERASURE


@pytest.mark.parametrize(
    ("outcome", "told"),
    [
        (DisputeOutcome.ERASED, "Closed: it is erased as you asked."),
        (DisputeOutcome.IN_PART, "Closed: we erased part of it and keep the rest."),
        (DisputeOutcome.KEPT, "Closed: it is not erased, because it has to be kept."),
    ],
)
def test_staff_decide_on_its_page_and_the_player_reads_how(
    outcome: DisputeOutcome, told: str
) -> None:
    player = ana_confirmed(language="en")
    dispute, client = asked(player), inside(analyst())
    path = f"/staff/disputes/{dispute.public_id}/"
    offered = [
        value for value, _words in client.get(path).context["form"].fields["outcome"].choices
    ]
    assert offered == ["", "erased", "in_part", "kept"]
    form = {
        "text": "This is what we did.",
        "key": str(uuid4()),
        "seen": 0,
        "outcome": outcome.value,
    }
    assert client.post(path, form).status_code == 422  # no reason
    assert DisputeReply.objects.count() == 0
    assert client.post(path, {**form, "note": "the law asks for five years"}).status_code == 303

    reply = DisputeReply.objects.get()
    assert (reply.outcome, reply.note) == (outcome.value, "the law asks for five years")
    assert events("dispute_closed")[0]["outcome"] == outcome.value
    assert str(outcome.label) in client.get(path).text
    assert told in signed_in(player).get(f"/contact/disputes/{dispute.public_id}/").text
    mail.outbox.clear()
    mail_letters(timezone.now())
    assert [told in str(one.body) for one in mail.outbox] == [True]


def test_a_request_is_not_right_or_wrong_and_a_dispute_is_not_erased() -> None:
    player, by = ana_confirmed(), analyst()
    for dispute, outcome in (
        (asked(player), DisputeOutcome.UPHELD),
        (disputed(player), DisputeOutcome.ERASED),
    ):
        before = everything()
        words = DisputeAnswer("No.", uuid4(), 0, outcome, "why")
        with pytest.raises(OutcomeNotOffered):
            services.answer_dispute(dispute.public_id, words, acting_user=by)
        assert everything() == before


def test_no_request_is_decided_without_a_reason_or_by_its_player() -> None:
    player = ana_confirmed()
    dispute = asked(player)
    with pytest.raises(ReasonMissing):
        services.answer_dispute(
            dispute.public_id,
            DisputeAnswer("No.", uuid4(), 0, DisputeOutcome.KEPT, " "),
            acting_user=analyst(),
        )
    with pytest.raises(DatabaseError), transaction.atomic():
        DisputeReply.objects.create(
            dispute=dispute, n=1, acting_user=player, from_house=False, outcome="erased"
        )
    dispute.refresh_from_db()
    assert dispute.state == DisputeState.OPEN


def test_request_and_decision_are_append_only() -> None:
    dispute = asked(ana_confirmed())
    answered(dispute, outcome=DisputeOutcome.KEPT)
    for change in (
        lambda: Dispute.objects.filter(pk=dispute.pk).update(subject="other"),
        lambda: DisputeReply.objects.update(outcome="erased"),
        lambda: DisputeReply.objects.all().delete(),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()
