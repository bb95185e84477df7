"""What is watched alarms when it is missing or beyond its limit, once, and says when it is good again."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding
from django.core.management import call_command
from django.utils import timezone

from accounts.roles.values import Role
from alarms.models import WatchReading
from alarms.selectors import watches
from alarms.services import watching
from alarms.services.watching import look_at_watches
from journal.models import Event
from tests.accounts.staff import inside, staff

pytestmark = pytest.mark.database


def state(name: str) -> str:
    look_at_watches(timezone.now())
    return WatchReading.objects.get(pk=name).state


def events() -> list[tuple[str, str]]:
    found = Event.objects.filter(kind__startswith="watch_").order_by("pk")
    return [(one.kind, one.data["state"]) for one in found]


def test_a_missing_and_an_old_backup(profile: Any) -> None:
    profile(backup_max_age_hours=26)
    assert state("backup") == "missing"
    assert state("backup") == "missing"
    assert events() == [("watch_failed", "missing")]
    long_ago = timezone.now() - timedelta(hours=27)
    Event.objects.create(kind="backup_made", severity="info", subject="platform", at=long_ago)
    assert state("backup") == "late"
    call_command("record_backup", "backup", stdout=StringIO())
    assert state("backup") == "good"
    assert state("backup") == "good"
    assert events()[1:] == [("watch_failed", "late"), ("watch_recovered", "good")]


def test_a_full_disk_and_a_missing_folder(
    profile: Any, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DOCUMENTS", "PERSON_KEYS", "EXPORTS", "ARCHIVE", "LEDGER_SEALS"):
        setattr(settings, name, tmp_path)
    profile(disk_min_free_percent=10)
    usage = shutil.disk_usage(tmp_path)
    for free, said in ((11, "good"), (9, "late")):
        found = usage._replace(total=100, free=free)
        with monkeypatch.context() as patched:
            patched.setattr(shutil, "disk_usage", lambda _folder, found=found: found)
            assert state("disk") == said
    settings.ARCHIVE = tmp_path / "gone"
    assert state("disk") == "missing"


def certificate(days: int) -> bytes:
    key, now = Ed25519PrivateKey.generate(), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "house.example")])
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    ends = now + timedelta(days=days)
    made = made.not_valid_before(ends - timedelta(days=90)).not_valid_after(ends)
    return made.sign(key, None).public_bytes(Encoding.PEM)


def test_a_certificate_that_ends_and_one_that_cannot_be_read(
    profile: Any, settings: Any, tmp_path: Path
) -> None:
    profile(certificate_min_days=14)
    settings.WATCH_CERTIFICATE_FILE = tmp_path / "chain.pem"
    assert state("certificate") == "missing"
    for content, said in ((certificate(30), "good"), (certificate(5), "late"), (b"?", "missing")):
        settings.WATCH_CERTIFICATE_FILE.write_bytes(content)
        assert state("certificate") == said


def test_without_a_standby_replication_is_missing(profile: Any) -> None:
    profile(replication_max_lag_seconds=30)
    assert state("replication") == "missing"


@pytest.mark.parametrize(
    ("name", "field", "limit"),
    [
        ("clock", "clock_max_offset_ms", 1000),
        ("queue", "queue_max_age_seconds", 300),
        ("replication", "replication_max_lag_seconds", 30),
    ],
)
def test_values_beyond_their_limits(
    profile: Any, monkeypatch: pytest.MonkeyPatch, name: str, field: str, limit: int
) -> None:
    profile(**{field: limit})
    (watch,) = (one for one in watches.WATCHES if one.name == name)
    values: dict[float | None, str] = {limit: "good", limit + 1: "late", None: "missing"}
    for value, said in values.items():
        monkeypatch.setattr(watching, "WATCHES", (replace(watch, read=answer(value)),))
        assert state(name) == said


def answer(value: float | None) -> Callable[[], float | None]:
    return lambda: value


def test_the_kernel_s_clock_is_read_and_a_broker_that_is_gone_is_missing(
    profile: Any, settings: Any
) -> None:
    offset = watches.read_clock_offset()
    assert offset is None or offset >= 0
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    profile(queue_max_age_seconds=300)
    assert state("queue") == "missing"


def test_what_is_switched_off_is_not_read_and_the_page_says_so(profile: Any) -> None:
    profile(replication_max_lag_seconds=30)
    look_at_watches(timezone.now())
    profile(replication_max_lag_seconds=0)
    look_at_watches(timezone.now())
    assert not WatchReading.objects.exists()
    profile(backup_max_age_hours=26)
    look_at_watches(timezone.now())
    page = inside(staff(Role.AUDITOR), "en").get("/staff/alarms/watched/").content.decode()
    assert "not watched" in page
    assert "missing" in page
