"""Documents that players send: what is taken, what lies on the disk, who sees it, and when it is deleted."""

import os
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core import mail
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.errors import AccountError, GoneOn, ReasonMissing
from accounts.identity import files, uploads
from accounts.identity.content import (
    ActiveFile,
    DamagedFile,
    FileRefused,
    OddPicture,
    PackedFile,
    UnknownFile,
    media_type,
)
from accounts.identity_models import Upload
from accounts.models import State, User, VerificationMethod
from accounts.player_models import Letter
from accounts.roles import NotPermitted, Right, Role
from accounts.services import Document, change_state, verify_identity
from compliance.players.services import letters
from compliance.tasks import delete_documents
from journal.models import Event
from reports.waiting import waiting as waits
from tests.accounts.papers import PDF, file, picture
from tests.accounts.people import ana_confirmed
from tests.accounts.staff import inside, staff

pytestmark = pytest.mark.django_db
PAGE, SEND = "/account/identity/", "/account/identity/send/"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Settings) -> Path:
    settings.DOCUMENTS = tmp_path / "documents"
    return tmp_path / "documents"


def browser(player: User) -> Client:
    client = Client()
    client.force_login(player)
    return client


def sent(player: User, kind: str = "front", content: bytes | None = None) -> Upload:
    return uploads.send(player, kind, picture() if content is None else content)


def analyst() -> User:
    return staff(Role.COMPLIANCE_ANALYST)


def on_disk(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []


def kinds() -> list[str]:
    names = Event.objects.filter(kind__startswith="document_").order_by("id")
    return list(names.values_list("kind", flat=True))


@pytest.mark.parametrize(
    ("content", "found"),
    [(picture(), "image/jpeg"), (picture("PNG"), "image/png"), (PDF, "application/pdf")],
)
def test_a_file_is_what_its_content_says(content: bytes, found: str) -> None:
    assert media_type(content) == found


@pytest.mark.parametrize(
    ("content", "refusal"),
    [
        (b"", UnknownFile),
        (b"<html><script>alert(1)</script>", UnknownFile),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", UnknownFile),
        (picture("GIF"), UnknownFile),
        (b"MZ" + b"\0" * 500, UnknownFile),
        (picture()[:200], DamagedFile),
        (picture()[:-2], DamagedFile),
        (b"\xff\xd8\xff", DamagedFile),
        (b"\xff\xd8\xff\xe0\x00\x02" + b"\xff" * 99, DamagedFile),
        (picture("PNG")[:-20], DamagedFile),
        (b"\x89PNG\r\n\x1a\n", DamagedFile),
        (PDF[:30], DamagedFile),
        (PDF.replace(b"/Catalog", b"/JavaScript (app.alert(1))"), ActiveFile),
        (PDF.replace(b"trailer", b"trailer << /Encrypt 5 0 R >>"), ActiveFile),
        (PDF.replace(b"/Catalog", b"/OpenAction << /S /J#61vaScript /J#53 (x) >>"), ActiveFile),
        (PDF.replace(b"/Catalog", b"/AA << /O << /S /#4caunch >> >>"), ActiveFile),
        (PDF.replace(b"/Catalog", b"/ObjStm /N 3"), PackedFile),
        (picture(size=(60, 400)), OddPicture),
        (picture("PNG", (3, 3)), OddPicture),
    ],
)
def test_what_nobody_could_look_at_is_refused(content: bytes, refusal: type[Exception]) -> None:
    with pytest.raises(refusal):
        media_type(content)


def test_the_scan_of_a_phone_is_taken() -> None:
    """It says at which page to begin; in the photograph within it three letters stand by chance."""
    scan = PDF.replace(b"/Catalog", b"/Catalog /OpenAction [3 0 R /Fit]")
    scan = scan.replace(b"trailer", b"stream\n\xff\xd8/JS\x07/AA#\xff\nendstream\ntrailer")
    assert media_type(scan) == "application/pdf"


def test_of_several_files_at_once_none_is_kept(folder: Path) -> None:
    client = browser(ana_confirmed())
    for address in (SEND, "/account/login/"):
        answer = client.post(address, {"kind": "front", "file": [file(), file()]})
        assert answer.status_code == 400
    assert (Upload.objects.count(), on_disk(folder)) == (0, [])


def test_ana_sends_a_photograph_and_reads_what_became_of_it(folder: Path) -> None:
    player = ana_confirmed(language="en")
    client = browser(player)
    client.cookies["django_language"] = "en"
    answer = client.post(SEND, {"kind": "front", "file": file()})
    assert (answer.status_code, answer["Location"]) == (303, PAGE)
    row = Upload.objects.get()
    assert (row.player_id, row.kind, row.state) == (player.pk, "front", "waiting")
    assert (row.media_type, row.size) == ("image/jpeg", len(picture()))
    text = client.get(PAGE).text
    assert "Front of the document" in text
    assert "Waits to be looked at" in text
    assert kinds() == ["document_received"]
    assert uploads.look(row, by=analyst()) == picture()


def test_nothing_readable_lies_on_the_disk(folder: Path) -> None:
    row = sent(ana_confirmed())
    (name,) = on_disk(folder)
    path = folder / name
    assert name == f"{row.key.hex}.sealed"
    assert (path.stat().st_mode & 0o777, folder.stat().st_mode & 0o777) == (0o600, 0o700)
    assert b"JFIF" not in path.read_bytes()
    assert picture()[:20] not in path.read_bytes()


@pytest.mark.parametrize(
    "data",
    [
        {"kind": "front", "file": b"<html>"},
        {"kind": "front", "file": b""},
        {"kind": "front"},
        {"kind": "passport", "file": picture()},
        {"kind": "front", "file": picture()[:200]},
    ],
    ids=["no picture", "empty", "missing", "of no kind", "half"],
)
def test_a_bad_file_is_refused_at_its_field_and_nothing_is_kept(
    folder: Path, data: dict[str, Any]
) -> None:
    client = browser(ana_confirmed())
    content = data.get("file")
    form = {**data, "file": file(content)} if content is not None else data
    answer = client.post(SEND, form)
    assert answer.status_code == 422
    assert answer.context["upload_form"].errors
    assert not Upload.objects.exists()
    assert (on_disk(folder), kinds()) == ([], [])


def test_a_file_that_is_too_long_is_not_read_and_says_so(folder: Path, settings: Settings) -> None:
    settings.UPLOAD_BYTES = 200_000
    answer = browser(ana_confirmed()).post(SEND, {"kind": "back", "file": file(b"x" * 900_000)})
    assert answer.status_code == 422
    (told,) = answer.context["upload_form"].errors["file"]
    assert told == str(uploads.TooLarge.message)
    assert answer.context["upload_form"]["kind"].value() == "back"
    assert (Upload.objects.count(), on_disk(folder)) == (0, [])
    with pytest.raises(uploads.TooLarge):
        sent(User.objects.get(), content=b"x" * 200_001)


def test_another_of_its_kind_takes_the_place_of_one_that_waits() -> None:
    player = ana_confirmed()
    first, other, second = sent(player), sent(player, "back"), sent(player, content=PDF)
    states = {row.pk: row.state for row in Upload.objects.all()}
    assert states == {first.pk: "replaced", other.pk: "waiting", second.pk: "waiting"}


def test_nobody_sends_more_in_a_day_than_anybody_needs(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "MOST_A_DAY", 2)
    player = ana_confirmed()
    sent(player)
    sent(player)
    with pytest.raises(uploads.TooMany):
        sent(player)
    assert (Upload.objects.count(), len(on_disk(folder))) == (2, 2)


def test_a_file_goes_with_the_row_that_could_not_be_kept(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object, **_more: object) -> None:
        raise OSError("no event could be written")

    monkeypatch.setattr(uploads, "record", fail)
    with pytest.raises(OSError, match="no event"):
        sent(ana_confirmed())
    assert (Upload.objects.count(), on_disk(folder)) == (0, [])


def test_a_closed_account_sends_nothing(folder: Path) -> None:
    player = ana_confirmed()
    change_state(player, State.CLOSED, "asked", acting_user=None)
    with pytest.raises(uploads.NotTaken):
        sent(player)
    assert on_disk(folder) == []


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


def test_staff_find_what_waits_and_verify_by_it() -> None:
    player = ana_confirmed()
    row, client = sent(player), inside(analyst())
    assert player.email in client.get("/staff/players/documents/").text
    (one,) = waits({Right.RESTRICT_PLAYERS})
    assert (one.count, one.address) == (1, "/staff/players/documents/")
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
    assert "Nothing waits" in client.get("/staff/players/documents/").text


def by_copy(*rows: Upload) -> Document:
    return Document("copy", VerificationMethod.COPY, seen=frozenset(row.pk for row in rows))


@pytest.mark.parametrize(
    ("case", "code"),
    [
        ("nothing waits", "nothing_to_examine"),
        ("not looked at", "not_looked_at"),
        ("another looked", "not_looked_at"),
        ("one of two", "not_looked_at"),
        ("one not on the page", "gone_on"),
        ("replaced meanwhile", "gone_on"),
    ],
)
def test_by_a_copy_only_what_this_person_looked_at_is_accepted(case: str, code: str) -> None:
    player, clerk = ana_confirmed(), analyst()
    rows = [] if case == "nothing waits" else [sent(player)]
    if case == "another looked":
        uploads.look(rows[0], by=staff(Role.COMPLIANCE_MANAGER))
    if case in {"one of two", "one not on the page", "replaced meanwhile"}:
        uploads.look(rows[0], by=clerk)
    if case == "one of two":
        rows.append(sent(player, "back"))
    elif case == "one not on the page":
        sent(player, "back")
    elif case == "replaced meanwhile":
        sent(player, content=PDF)
    before = list(Upload.objects.order_by("pk").values())
    with pytest.raises(AccountError) as refused:
        verify_identity(player, by_copy(*rows), by=clerk)
    assert refused.value.code == code
    player.refresh_from_db()
    assert not player.is_verified
    assert list(Upload.objects.order_by("pk").values()) == before
    assert not Letter.objects.exists()
    assert not Event.objects.filter(kind="identity_verified").exists()


def test_who_is_seen_at_the_desk_needs_no_copy() -> None:
    player = ana_confirmed()
    row = sent(player)
    verify_identity(player, Document("passport seen"), by=analyst())
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
    letters.mail_due(timezone.now())
    assert words in mail.outbox[-1].body
    assert mail.outbox[-1].to == [player.email]
    event = Event.objects.get(kind="document_refused")
    assert event.data == {"reason": words, "uploads": [row.pk]}


@pytest.mark.parametrize(
    ("role", "words", "seen", "refusal"),
    [
        (Role.OPERATOR, "unreadable", True, NotPermitted),
        (Role.COMPLIANCE_MANAGER, " ", True, ReasonMissing),
        (Role.COMPLIANCE_MANAGER, "unreadable", False, GoneOn),
    ],
)
def test_a_refused_refusal_changes_nothing(
    role: Role, words: str, *, seen: bool, refusal: type[Exception]
) -> None:
    player = ana_confirmed()
    row, newer = sent(player), sent(player, "back")
    numbers = {row.pk, newer.pk} if seen else {row.pk}  # the other came while the page was read
    with pytest.raises(refusal):
        uploads.refuse(player.pk, numbers, by=staff(role), words=words)
    assert set(Upload.objects.values_list("state", flat=True)) == {"waiting"}
    assert not Letter.objects.exists()
    assert "document_refused" not in kinds()


def test_files_that_are_not_needed_are_deleted_in_time_and_rows_stay(
    folder: Path, settings: Settings
) -> None:
    settings.DOCUMENT_DAYS = 30
    player = ana_confirmed()
    first, second = sent(player), sent(player)
    now = timezone.now()
    assert uploads.delete_due(now + timedelta(days=29)) == 0
    assert uploads.delete_due(now + timedelta(days=31)) == 1
    assert on_disk(folder) == [f"{second.key.hex}.sealed"]
    first.refresh_from_db()
    assert first.deleted_at is not None
    assert kinds()[-1] == "document_deleted"
    with pytest.raises(GoneOn):
        uploads.look(first, by=analyst())
    gone = inside(analyst()).get(f"/staff/players/{player.pk}/documents/{first.key}/")
    assert gone.status_code == 410
    uploads.look(second, by=analyst())
    verify_identity(player, by_copy(second), by=analyst())
    assert uploads.delete_due(now + timedelta(days=4000)) == 0  # what proved it stays


def test_what_a_dead_process_left_is_swept_away(folder: Path) -> None:
    row = sent(ana_confirmed())
    stray, young = (folder / f"{n * 32}.sealed" for n in "ab")
    for path in (stray, young):
        path.write_bytes(b"half")
    long_ago = (timezone.now() - timedelta(days=2)).timestamp()
    for path in (stray, folder / f"{row.key.hex}.sealed"):
        os.utime(path, (long_ago, long_ago))
    delete_documents()
    assert on_disk(folder) == sorted([young.name, f"{row.key.hex}.sealed"])


@pytest.mark.parametrize("harm", ["gone", "changed", "another's"])
def test_a_file_that_is_not_what_was_sent_is_an_alarm(folder: Path, harm: str) -> None:
    player = ana_confirmed()
    row, other = sent(player), sent(player, "back")
    path = folder / f"{row.key.hex}.sealed"
    if harm == "gone":
        path.unlink()
    elif harm == "changed":
        path.unlink()
        files.write(row.key, picture("PNG"))
    else:
        path.write_bytes((folder / f"{other.key.hex}.sealed").read_bytes())
    for _ in range(2):
        with pytest.raises(uploads.Unreadable):
            uploads.look(row, by=analyst())
    assert kinds().count("document_unreadable") == 1
    assert "document_seen" not in kinds()


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM accounts_upload",
        "UPDATE accounts_upload SET sha256 = 'x'",
        "UPDATE accounts_upload SET state = 'accepted', decided_at = now(), decided_by_id = player_id",
        "UPDATE accounts_upload SET state = 'refused', words = 'no', decided_at = now()",
        "UPDATE accounts_upload SET deleted_at = now()",
    ],
)
def test_postgresql_keeps_what_was_sent(statement: str) -> None:
    sent(ana_confirmed())
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert Upload.objects.get().state == "waiting"


def test_what_is_decided_stays_decided() -> None:
    row = sent(ana_confirmed())
    uploads.refuse(row.player_id, {row.pk}, by=analyst(), words="unreadable")
    with pytest.raises(DatabaseError), transaction.atomic():
        Upload.objects.filter(pk=row.pk).update(state="accepted", words="")
    row.refresh_from_db()
    assert row.state == "refused"


def test_refusals_say_different_things() -> None:
    told = {str(one.message) for one in (UnknownFile, DamagedFile, ActiveFile, OddPicture)}
    assert len(told) == 4
    assert all(issubclass(one, FileRefused) for one in (UnknownFile, uploads.TooLarge))
