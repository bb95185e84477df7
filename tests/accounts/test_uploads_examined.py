"""Uploaded documents in the back office: access, verification, refusal and its letter to the player."""

from uuid import uuid4

import pytest
from django.core import mail
from django.utils import timezone

from accounts.identity.services import document_uploads
from accounts.identity.services.verification import SeenDocument, verify_identity
from accounts.models.identity import Upload
from accounts.models.letters import Letter
from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Right, Role
from compliance.players.services import letters
from journal.models import Event
from journal.refusals import ChangedMeanwhile, ReasonMissing, Refusal
from pages.filters import page_url
from reports.dashboard.words.work_queue import count_queues
from tests.accounts.papers import PDF, analyst, browser, by_copy, kinds, picture, sent
from tests.accounts.people import ana_confirmed
from tests.accounts.staff import inside, staff

pytestmark = [pytest.mark.database, pytest.mark.usefixtures("folder")]
PAGE = "/account/identity/"


def test_only_staff_with_the_right_see_it_each_look_is_an_event_and_it_shows_itself_alone() -> None:
    player = ana_confirmed()
    row, paper = sent(player), sent(player, "address", PDF)
    path = f"/staff/players/{player.pk}/documents/{row.key}/"
    client = inside(analyst())
    for _ in range(2):
        answer = client.get(path)
        assert answer.content == picture()
    assert answer["Content-Type"] == "image/jpeg"
    assert answer["Content-Disposition"].startswith("inline")
    assert answer["Content-Security-Policy"].startswith("sandbox; default-src 'none'")
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "no-store" in answer["Cache-Control"]
    pdf = client.get(f"/staff/players/{player.pk}/documents/{paper.key}/")
    assert pdf["Content-Disposition"].startswith("attachment")
    assert kinds().count("document_seen") == 3
    event = Event.objects.filter(kind="document_seen").latest("id")
    assert (event.actor_id, event.subject) == (analyst().pk, f"user {player.pk}")

    other = ana_confirmed(email="bea@example.com")
    assert client.get(f"/staff/players/{other.pk}/documents/{row.key}/").status_code == 404
    assert inside(staff(Role.CASHIER)).get(path).status_code == 403
    assert browser(player).get(path).status_code == 403
    assert kinds().count("document_seen") == 3


def test_staff_verify_a_player_by_a_waiting_document() -> None:
    player = ana_confirmed()
    row, client = sent(player), inside(analyst())
    assert player.email in client.get("/staff/players/documents/").text
    (one,) = count_queues({Right.RESTRICT_PLAYERS})
    assert (one.count, page_url(one.page)) == (1, "/staff/players/documents/")
    page = client.get(f"/staff/players/{player.pk}/documents/").text
    assert str(row.key) in page
    verify = f"/staff/players/{player.pk}/verify/?method=copy"
    assert verify in page
    assert 'value="copy" selected' in client.get(verify).text

    client.get(f"/staff/players/{player.pk}/documents/{row.key}/")
    form = {"method": "copy", "reason": "copy compared", "seen": row.pk, "key": uuid4()}
    assert f'name="seen" value="{row.pk}"' in client.get(verify).text
    assert client.post(verify, form).status_code == 303
    row.refresh_from_db()
    assert (row.state, row.decided_by_id) == ("accepted", analyst().pk)
    assert "Nothing is pending" in client.get("/staff/players/documents/").text


@pytest.mark.parametrize(
    ("case", "code"),
    [
        ("nothing waits", "nothing_to_examine"),
        ("not looked at", "not_looked_at"),
        ("another looked", "not_looked_at"),
        ("one of two", "not_looked_at"),
        ("one not on the page", "changed_meanwhile"),
        ("replaced meanwhile", "changed_meanwhile"),
    ],
)
def test_only_documents_opened_by_the_same_person_are_accepted(case: str, code: str) -> None:
    player, clerk = ana_confirmed(), analyst()
    rows = [] if case == "nothing waits" else [sent(player)]
    if case == "another looked":
        document_uploads.open_upload(rows[0], acting_user=staff(Role.COMPLIANCE_MANAGER))
    if case in {"one of two", "one not on the page", "replaced meanwhile"}:
        document_uploads.open_upload(rows[0], acting_user=clerk)
    if case == "one of two":
        rows.append(sent(player, "back"))
    elif case == "one not on the page":
        sent(player, "back")
    elif case == "replaced meanwhile":
        sent(player, content=PDF)
    before = list(Upload.objects.order_by("pk").values())
    with pytest.raises(Refusal) as refused:
        verify_identity(player, by_copy(*rows), acting_user=clerk)
    assert refused.value.code == code
    player.refresh_from_db()
    assert not player.is_verified
    assert list(Upload.objects.order_by("pk").values()) == before
    assert not Letter.objects.exists()
    assert not Event.objects.filter(kind="identity_verified").exists()


def test_verification_at_the_desk_needs_no_upload() -> None:
    player = ana_confirmed()
    row = sent(player)
    verify_identity(player, SeenDocument("passport seen"), acting_user=analyst())
    row.refresh_from_db()
    assert row.state == "replaced"


def test_a_refusal_is_read_by_the_player_here_and_by_mail() -> None:
    player = ana_confirmed(language="en")
    row, client = sent(player), inside(analyst())
    path = f"/staff/players/{player.pk}/documents/refuse/"
    words = "The number cannot be read: come closer."
    assert client.post(path, {"reason": "  ", "seen": row.pk}).status_code == 422
    assert client.post(path, {"reason": words, "seen": row.pk}).status_code == 303
    row.refresh_from_db()
    assert (row.state, row.words) == ("refused", words)
    assert words in browser(player).get(PAGE).text
    letters.mail_letters(timezone.now())
    assert words in mail.outbox[-1].body
    assert mail.outbox[-1].to == [player.email]
    event = Event.objects.get(kind="document_refused")
    assert event.data == {"reason": words, "uploads": [row.pk]}


@pytest.mark.parametrize(
    ("role", "words", "seen", "refusal"),
    [
        (Role.OPERATOR, "unreadable", True, NotPermitted),
        (Role.COMPLIANCE_MANAGER, " ", True, ReasonMissing),
        (Role.COMPLIANCE_MANAGER, "unreadable", False, ChangedMeanwhile),
    ],
)
def test_a_refused_refusal_changes_nothing(
    role: Role, words: str, *, seen: bool, refusal: type[Exception]
) -> None:
    player = ana_confirmed()
    row, newer = sent(player), sent(player, "back")
    # the newer one arrived after the page was loaded
    numbers = {row.pk, newer.pk} if seen else {row.pk}
    with pytest.raises(refusal):
        document_uploads.refuse_uploads(player.pk, numbers, acting_user=staff(role), words=words)
    assert set(Upload.objects.values_list("state", flat=True)) == {"waiting"}
    assert not Letter.objects.exists()
    assert "document_refused" not in kinds()


@pytest.mark.parametrize("forged", ["9" * 5000, "9" * 30, "x", "-1", "٣"])
def test_forged_numbers_of_documents_are_none_of_those_that_wait(forged: str) -> None:
    player = ana_confirmed()
    row, client = sent(player), inside(analyst())
    client.get(f"/staff/players/{player.pk}/documents/{row.key}/")
    before = kinds()
    path, form = f"/staff/players/{player.pk}/", {"seen": forged, "reason": "x", "method": "copy"}
    for act in ("documents/refuse/", "verify/"):
        answer = client.post(path + act, {**form, "key": str(uuid4())})
        assert answer.status_code == 409, act
    row.refresh_from_db()
    player.refresh_from_db()
    assert (row.state, player.is_verified) == ("waiting", False)
    assert [one for one in kinds() if one != "player_viewed"] == [
        one for one in before if one != "player_viewed"
    ]
