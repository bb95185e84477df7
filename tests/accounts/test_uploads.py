"""Documents that players upload: accepted content, encryption on disk, deletion."""

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone
from pytest_django import Settings

from accounts.identity import refusals
from accounts.identity.services import document_files, document_uploads
from accounts.identity.services.verification import verify_identity
from accounts.models.identity import Upload
from accounts.models.users import State, User
from accounts.restrictions.services.states import change_state
from compliance.tasks import delete_documents
from journal.refusals import ChangedMeanwhile
from tests.accounts.papers import (
    PDF,
    analyst,
    browser,
    by_copy,
    file,
    kinds,
    on_disk,
    picture,
    sent,
)
from tests.accounts.people import ana_confirmed
from tests.accounts.staff import inside
from tests.fixtures.reading import read_in

pytestmark = [pytest.mark.database, pytest.mark.usefixtures("folder")]
PAGE, SEND = "/account/identity/", "/account/identity/send/"


def test_several_files_at_once_are_refused(folder: Path) -> None:
    client = browser(ana_confirmed())
    for address in (SEND, "/account/login/"):
        answer = client.post(address, {"kind": "front", "file": [file(), file()]})
        assert answer.status_code == 400
    assert (Upload.objects.count(), on_disk(folder)) == (0, [])


def test_a_player_uploads_a_document_and_reads_its_result(folder: Path) -> None:
    player = ana_confirmed(language="en")
    client = browser(player)
    read_in(client, "en")
    answer = client.post(SEND, {"kind": "front", "file": file()})
    assert (answer.status_code, answer["Location"]) == (303, PAGE)
    row = Upload.objects.get()
    assert (row.player_id, row.kind, row.state) == (player.pk, "front", "waiting")
    assert (row.media_type, row.size) == ("image/jpeg", len(picture()))
    text = client.get(PAGE).text
    assert "Front of the document" in text
    assert "Pending review" in text
    assert kinds() == ["document_received"]
    assert document_uploads.open_upload(row, acting_user=analyst()) == picture()


def test_each_answer_says_whether_more_is_to_come() -> None:
    client = browser(ana_confirmed())
    read_in(client, "en")
    for kind, said in (
        ("front", "Send what is still listed here"),
        ("back", "Send what is still listed here"),
        ("face", "We will review it and email you"),
    ):
        client.post(SEND, {"kind": kind, "file": file()})
        assert said in client.get(PAGE).text


def test_the_first_that_is_still_to_come_is_chosen_in_the_form() -> None:
    ana = ana_confirmed()
    client = browser(ana)

    def chosen() -> Any:
        return client.get(PAGE).context["upload_form"]["kind"].value()

    assert chosen() == Upload.Kind.FRONT
    document_uploads.store_upload(ana, "front", picture())
    assert chosen() == Upload.Kind.BACK
    assert 'value="back" id="id_kind_1" required checked' in client.get(PAGE).text
    for kind in ("back", "face"):
        document_uploads.store_upload(ana, kind, picture())
    assert chosen() is None  # all are present, so none is preselected


def test_files_on_disk_are_encrypted(folder: Path) -> None:
    row = sent(ana_confirmed())
    (name,) = on_disk(folder)
    path = folder / name
    assert name == f"{row.key.hex}.sealed"
    assert (path.stat().st_mode & 0o777, folder.stat().st_mode & 0o777) == (0o600, 0o700)
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


@pytest.mark.empty
def test_a_file_that_is_too_large_is_refused_unread(folder: Path, settings: Settings) -> None:
    settings.UPLOAD_BYTES = 200_000
    answer = browser(ana_confirmed()).post(SEND, {"kind": "back", "file": file(b"x" * 900_000)})
    assert answer.status_code == 422
    (told,) = answer.context["upload_form"].errors["file"]
    assert told == str(refusals.FileTooLarge.message)
    assert answer.context["upload_form"]["kind"].value() == "back"
    assert (Upload.objects.count(), on_disk(folder)) == (0, [])
    with pytest.raises(refusals.FileTooLarge):
        sent(User.objects.get(), content=b"x" * 200_001)


def test_a_new_upload_replaces_a_waiting_one_of_its_kind() -> None:
    player = ana_confirmed()
    first, other, second = sent(player), sent(player, "back"), sent(player, content=PDF)
    states = {row.pk: row.state for row in Upload.objects.all()}
    assert states == {first.pk: "replaced", other.pk: "waiting", second.pk: "waiting"}


def test_uploads_per_day_are_limited(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document_uploads, "MOST_A_DAY", 2)
    player = ana_confirmed()
    sent(player)
    sent(player)
    with pytest.raises(refusals.TooManyDocuments):
        sent(player)
    assert (Upload.objects.count(), len(on_disk(folder))) == (2, 2)


def test_a_file_goes_with_the_row_that_could_not_be_kept(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object, **_more: object) -> None:
        raise OSError("no event could be written")

    monkeypatch.setattr(document_uploads, "record", fail)
    with pytest.raises(OSError, match="no event"):
        sent(ana_confirmed())
    assert (Upload.objects.count(), on_disk(folder)) == (0, [])


def test_a_closed_account_sends_nothing(folder: Path) -> None:
    player = ana_confirmed()
    change_state(player, State.CLOSED, "asked", acting_user=None)
    with pytest.raises(refusals.UploadsNotAccepted):
        sent(player)
    assert on_disk(folder) == []


def test_files_that_are_not_needed_are_deleted_in_time_and_rows_stay(
    folder: Path, settings: Settings
) -> None:
    settings.DOCUMENT_DAYS = 30
    player = ana_confirmed()
    first, second = sent(player), sent(player)
    now = timezone.now()
    assert document_uploads.delete_due(now + timedelta(days=29)) == 0
    assert document_uploads.delete_due(now + timedelta(days=31)) == 1
    assert on_disk(folder) == [f"{second.key.hex}.sealed"]
    first.refresh_from_db()
    assert first.deleted_at is not None
    assert kinds()[-1] == "document_deleted"
    with pytest.raises(ChangedMeanwhile):
        document_uploads.open_upload(first, acting_user=analyst())
    gone = inside(analyst()).get(f"/staff/players/{player.pk}/documents/{first.key}/")
    assert gone.status_code == 410
    document_uploads.open_upload(second, acting_user=analyst())
    verify_identity(player, by_copy(second), acting_user=analyst())
    # verification evidence is kept
    assert document_uploads.delete_due(now + timedelta(days=4000)) == 0


def test_stray_files_are_deleted(folder: Path) -> None:
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
def test_a_changed_file_raises_an_alarm(folder: Path, harm: str) -> None:
    player = ana_confirmed()
    row, other = sent(player), sent(player, "back")
    path = folder / f"{row.key.hex}.sealed"
    if harm == "gone":
        path.unlink()
    elif harm == "changed":
        path.unlink()
        document_files.write(row.key, row.player_id, picture("PNG"))
    else:
        path.write_bytes((folder / f"{other.key.hex}.sealed").read_bytes())
    for _ in range(2):
        with pytest.raises(refusals.DocumentUnreadable):
            document_uploads.open_upload(row, acting_user=analyst())
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
def test_postgresql_refuses_to_change_an_upload(statement: str) -> None:
    sent(ana_confirmed())
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert Upload.objects.get().state == "waiting"


def test_decided_uploads_do_not_change() -> None:
    row = sent(ana_confirmed())
    document_uploads.refuse_uploads(
        row.player_id, {row.pk}, acting_user=analyst(), words="unreadable"
    )
    with pytest.raises(DatabaseError), transaction.atomic():
        Upload.objects.filter(pk=row.pk).update(state="accepted", words="")
    row.refresh_from_db()
    assert row.state == "refused"
