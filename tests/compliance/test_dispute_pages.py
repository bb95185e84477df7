"""Dispute pages: the player's forms, the contact page without login, and the back office's list and answer."""

import re
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models.audit_views import DataSeen
from accounts.roles.values import Right, Role
from compliance.disputes import selectors
from compliance.models import Dispute, DisputeOutcome, DisputeState
from pages.filters import page_url, unbroken
from reports.dashboard.words.work_queue import count_queues
from tests.accounts.staff import inside, staff
from tests.casino import scenes
from tests.compliance.cases import analyst, finished
from tests.compliance.disputed import WRONG, answered, disputed, everything
from tests.fixtures.profiles import ProfileChange
from tests.fixtures.reading import read_in, remove_tokens

pytestmark = pytest.mark.database


def browser(player: Any) -> Client:
    client = scenes.signed_in(player)
    read_in(client, "en")
    return client


def key_in(text: str) -> str:
    found = re.search(r'name="key"\s+value="([0-9a-f-]{36})"', text)
    assert found
    return found.group(1)


def test_the_contact_page_needs_no_login_and_says_how_to_dispute(profile: ProfileChange) -> None:
    profile(regulators=["Coljuegos=https://coljuegos.example"])
    client = Client()
    read_in(client, "en")
    text = client.get("/contact/").text
    for part in ("ligalocontodo.com", "info@grupoligalo.com", "+1 829 518 7047", "Coljuegos"):
        assert part in text
    assert "How to dispute" in text
    assert "answers within 7 days" in text
    assert "<textarea" not in text
    assert 'href="/contact/"' in client.get("/help/").text
    assert client.post("/contact/", {"text": "x"}).status_code in {401, 403}


def test_a_round_is_disputed_from_its_own_page() -> None:
    round_ = finished()
    client = browser(round_.player)
    page = client.get(f"/rounds/{round_.public_id}/").text
    assert "Something wrong with this round?" in page
    form = {"subject": "round", "round": str(round_.public_id), "key": key_in(page)}
    answer = client.post("/contact/", {**form, "text": WRONG})
    dispute = Dispute.objects.get()
    assert (dispute.round, dispute.text) == (round_, WRONG)
    assert (answer.status_code, answer["Location"]) == (
        303,
        f"/contact/disputes/{dispute.public_id}/",
    )
    assert dispute.number in client.get(f"/rounds/{round_.public_id}/").text


def test_a_refused_form_keeps_what_was_typed_and_its_round() -> None:
    round_ = finished()
    client, before = browser(round_.player), everything()
    form = {"subject": "round", "round": str(round_.public_id), "key": str(uuid4())}
    answer = client.post("/contact/", {**form, "text": ""})
    assert answer.status_code == 422
    assert f'value="{round_.public_id}"' in answer.text
    assert f"About your round {unbroken(round_.number)}" in answer.text
    answer = client.post("/contact/", {**form, "subject": "nonsense", "text": WRONG})
    assert (answer.status_code, WRONG in answer.text) == (422, True)
    assert everything() == before


def test_words_that_were_changed_after_sending_are_kept_for_a_form_of_their_own() -> None:
    client = browser(scenes.new_player())
    form = {"subject": "other", "key": str(uuid4())}
    client.post("/contact/", {**form, "text": "first"})
    answer = client.post("/contact/", {**form, "text": "second"})
    assert answer.status_code == 409
    assert "second" in answer.text
    client.post("/contact/", {**form, "text": "second", "key": key_in(answer.text)})
    assert sorted(Dispute.objects.values_list("text", flat=True)) == ["first", "second"]


def test_a_player_reads_an_answer_replies_and_withdraws() -> None:
    dispute = disputed(scenes.new_player())
    answered(dispute, "Which day was it?")
    client, address = browser(dispute.player), f"/contact/disputes/{dispute.public_id}/"
    page = client.get(address).text
    assert "Which day was it?" in page
    assert "Nora" not in remove_tokens(page)  # staff are not named to players
    assert client.post(address, {"text": "Monday", "key": key_in(page)}).status_code == 303
    assert client.post(address, {"text": "", "key": str(uuid4())}).status_code == 422
    settled = client.post(address, {"step": "settle", "key": str(uuid4())}, follow=True)
    assert "it is settled" in settled.text
    assert client.post(address, {"text": "late", "key": str(uuid4())}).status_code == 409
    dispute.refresh_from_db()
    assert (dispute.state, dispute.replies.count()) == (DisputeState.CLOSED, 3)


def test_other_players_see_neither_dispute_nor_round() -> None:
    round_ = finished()
    dispute, bea = disputed(round_.player, round_=round_), scenes.new_player("bea@example.test")
    client = browser(bea)
    assert client.get(f"/contact/disputes/{dispute.public_id}/").status_code == 404
    assert client.get(f"/contact/?round={round_.public_id}").status_code == 404
    assert client.get(f"/contact/disputes/{UUID(int=0)}/").status_code == 404
    assert WRONG not in client.get("/contact/").text


@pytest.mark.committed
def test_an_excluded_player_can_still_dispute() -> None:
    ana = scenes.new_player()
    ana.state = "operator_excluded"
    ana.save()
    form = {"subject": "limits", "text": "Why?", "key": str(uuid4())}
    assert browser(ana).post("/contact/", form).status_code == 303


def test_staff_answer_waiting_disputes() -> None:
    dispute = disputed(scenes.new_player())
    client, address = inside(analyst()), f"/staff/disputes/{dispute.public_id}/"
    assert "Waiting for an answer" in client.get("/staff/disputes/").text
    form = {"text": "You are right.", "outcome": "upheld", "seen": "0", "key": str(uuid4())}
    refused = client.post(address, form)
    assert (refused.status_code, "You are right." in refused.text) == (422, True)
    assert client.post(address, {**form, "note": "paid by hand"}).status_code == 303
    page = client.get(address).text
    assert "paid by hand" in page
    assert 'name="outcome"' not in page
    assert "No dispute is waiting" in client.get("/staff/disputes/").text
    again = {"text": "One more look.", "seen": "1", "key": str(uuid4())}
    assert client.post(f"{address}reopen/", again).status_code == 422  # no reason
    done = client.post(f"{address}reopen/", {**again, "note": "another log"})
    assert (done.status_code, done["Location"]) == (303, address)
    page = client.get(address).text
    assert "another log" in page
    assert 'name="outcome"' in page
    assert f"{address}reopen/" not in page
    assert "answer by " in client.get("/staff/disputes/").text
    assert DataSeen.objects.filter(player=dispute.player, staff=analyst()).exists()


def test_an_answer_that_crosses_with_a_message_is_kept_and_sent_after_reading() -> None:
    dispute = disputed(scenes.new_player())
    client, address = inside(analyst()), f"/staff/disputes/{dispute.public_id}/"
    answered(dispute, "Another of us was quicker.")
    form = {"text": "Which day?", "seen": "0", "key": str(uuid4())}
    crossed = client.post(address, form)
    assert (crossed.status_code, "Which day?" in crossed.text) == (409, True)
    assert 'name="seen" value="1"' in crossed.text
    assert client.post(address, {**form, "seen": "1"}).status_code == 303


def test_an_auditor_reads_and_has_no_form() -> None:
    dispute = disputed(scenes.new_player())
    client = inside(staff(Role.AUDITOR))
    page = client.get(f"/staff/disputes/{dispute.public_id}/").text
    assert WRONG in page
    assert "Send the answer" not in page


def test_the_list_finds_by_state_subject_player_number_and_day() -> None:
    ana, bea = scenes.new_player(), scenes.new_player("bea@example.test")
    first, second = disputed(ana), disputed(bea)
    answered(second)

    def found(**params: str) -> set[Dispute]:
        return set(selectors.find_disputes(params))

    assert found() == {first, second}
    assert found(state="open") == {first}
    assert found(state="long") == set()
    assert found(state="nonsense") == set()
    assert found(subject="other", player=str(bea.pk)) == {second}
    assert found(number=first.number) == {first}
    assert found(number="x") == set()
    assert found(since="2999-01-01") == set()


def test_waiting_disputes_are_on_overview_and_timeline() -> None:
    dispute = disputed(scenes.new_player())
    analysts = frozenset({Right.VIEW_DISPUTES})
    assert [(one.count, page_url(one.page)) for one in count_queues(analysts)] == [
        (1, "/staff/disputes/")
    ]
    answered(dispute, outcome=DisputeOutcome.UPHELD)
    assert count_queues(analysts) == []
    timeline = f"/staff/players/{dispute.player_id}/timeline/"
    assert f"Dispute {unbroken(dispute.number)} closed" in inside(analyst()).get(timeline).text
    assert dispute.number not in inside(staff(Role.OPERATOR)).get(timeline).text


def test_the_list_and_a_dispute_cost_the_same_however_many_there_are() -> None:
    client = inside(analyst())
    ana = scenes.new_player()
    dispute = disputed(ana)

    def cost(address: str) -> int:
        client.get(address)  # the first view is recorded
        with CaptureQueriesContext(
            connection,
        ) as asked:
            client.get(address)
        return len(asked)

    page = f"/staff/disputes/{dispute.public_id}/"
    before = [cost("/staff/disputes/"), cost(page)]
    disputed(ana), disputed(scenes.new_player("bea@example.test"))
    answered(dispute)
    answered(dispute)
    assert [cost("/staff/disputes/"), cost(page)] == before


def test_the_account_lists_answers_with_links() -> None:
    ana = scenes.new_player()
    disputes = [disputed(ana), disputed(ana)]
    for one in disputes:
        answered(one)
    text = browser(ana).get("/account/").text
    for one in disputes:
        assert f"Your dispute {unbroken(one.number)} is answered</a>" in text
    for letter in ana.letters.all():
        assert f'href="/messages/account/{letter.pk}/"' in text
