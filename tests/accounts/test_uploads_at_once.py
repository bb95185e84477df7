"""Documents that arrive at the same moment."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

from django.db import connections
from pytest_django import Settings

from accounts.identity import uploads
from accounts.identity_models import Upload
from tests.accounts.papers import picture
from tests.accounts.people import ana_confirmed


def test_two_at_the_same_moment_leave_one_that_waits(
    committed_db: None, tmp_path: Path, settings: Settings
) -> None:
    settings.DOCUMENTS = tmp_path / "documents"
    player, both = ana_confirmed(), Barrier(2)

    def send(_n: int) -> None:
        both.wait()
        try:
            uploads.send(player, "front", picture())
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(send, range(2)))
    assert sorted(Upload.objects.values_list("state", flat=True)) == ["replaced", "waiting"]
    assert len(list((tmp_path / "documents").iterdir())) == 2
