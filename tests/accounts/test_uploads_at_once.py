"""Concurrent uploads of one kind of document."""

from pathlib import Path

from pytest_django import Settings

from accounts.identity.services import document_uploads
from accounts.models.identity import Upload
from tests.accounts.papers import picture
from tests.accounts.people import ana_confirmed
from tests.threads import at_once


def test_concurrent_uploads_leave_one_waiting(
    committed_db: None, tmp_path: Path, settings: Settings
) -> None:
    settings.DOCUMENTS = tmp_path / "documents"
    player = ana_confirmed()

    at_once(*[lambda: document_uploads.store_upload(player, "front", picture())] * 2)

    assert sorted(Upload.objects.values_list("state", flat=True)) == ["replaced", "waiting"]
    assert len(list((tmp_path / "documents").iterdir())) == 2
