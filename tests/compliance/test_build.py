"""Build verification: changed, added or missing files and unapproved rules are found, stored, reported and shown."""

import subprocess
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.conf import settings as present
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import timezone, translation
from psycopg import Connection

from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from compliance.build import services
from compliance.build.selectors import manifest
from compliance.tasks import verify_build
from journal.models import Check, Event
from tables.models import RuleSetVersion
from tables.selectors.house_tables import LIGALO
from tables.services.founding import ensure_table
from tests.accounts.staff import inside, staff
from tests.journal.findings import in_english

Owner = Connection[Any]
DEMAND = Check.Occasion.DEMAND


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Activate English: a page of an earlier test may have left another language active."""
    with translation.override("en"):
        yield


@pytest.fixture
def product(tmp_path: Path, settings: Any) -> Path:
    """Return the folder of a small product; the manifest's path is set, its file not yet written."""
    root = tmp_path / "product"
    (root / "casino" / "__pycache__").mkdir(parents=True)
    (root / "casino" / "dealing.py").write_text("cards = 52\n")
    (root / "casino" / "odd name.py").write_text("")
    (root / "casino" / "__pycache__" / "dealing.pyc").write_text("compiled")
    (root / "manage.py").write_text("run()\n")
    settings.BASE_DIR, settings.BUILD_MANIFEST = root, tmp_path / "kept" / "manifest.txt"
    return root


def findings() -> list[str]:
    return in_english(services.verify_build(DEMAND).findings)


def alarms() -> list[Event]:
    return list(Event.objects.filter(kind="build_differs").order_by("pk"))


@pytest.mark.database
@pytest.mark.empty
def test_the_manifest_lists_the_installed_files(product: Path) -> None:
    assert services.write_manifest() == 3
    check = services.verify_build(DEMAND)
    assert (check.passed, check.findings) == (True, [])
    assert (check.details["files"], check.details["rules"]) == (3, 0)
    assert check.details["manifest"] == manifest.hash_manifest(services.manifest_path())
    command = ["/usr/bin/sha256sum", "--check", "--strict", str(services.manifest_path())]
    assert subprocess.run(command, cwd=product, check=False, capture_output=True).returncode == 0
    (product / "casino" / "__pycache__" / "more.pyc").write_text("compiled anew")
    assert findings() == []
    assert alarms() == []


@pytest.mark.database
def test_changed_added_and_missing_files_are_named(product: Path) -> None:
    services.write_manifest()
    (product / "casino" / "dealing.py").write_text("cards = 51\n")
    (product / "casino" / "more.so").write_text("")
    (product / "manage.py").unlink()
    assert findings() == [
        "casino/dealing.py: changed",
        "casino/more.so: added",
        "manage.py: missing",
    ]
    (alarm,) = alarms()
    assert (alarm.severity, alarm.subject) == ("alarm", "build")
    assert in_english(alarm.data["findings"]) == findings()
    assert len(alarms()) == 1  # the same findings on demand raise no new alarm
    verify_build()
    assert len(alarms()) == 2  # the scheduled check raises it again, once a day
    kept = Check.objects.order_by("pk")
    assert [one.passed for one in kept] == [False, False, False]

    (product / "casino" / "dealing.py").unlink()
    (product / "casino" / "dealing.py").symlink_to(product / "casino" / "odd name.py")
    (product / "wallet").symlink_to(product / "casino")
    found = findings()
    assert "casino/dealing.py: changed" in found
    assert len(alarms()) == 3


@pytest.mark.database
@pytest.mark.parametrize("name", ["secrets.py", "secrets.so", "secrets/__init__.py"])
def test_a_module_put_beside_the_product_is_named(product: Path, name: str) -> None:
    """Python would import it instead of the standard library's module of that name."""
    services.write_manifest()
    (product / name).parent.mkdir(exist_ok=True)
    (product / name).write_text("token_hex = str\n")
    for other in ("var/database.py", "tests/test_it.py", ".venv/site.py", "notes.txt"):
        (product / other).parent.mkdir(exist_ok=True)
        (product / other).write_text("")

    assert findings() == [f"{name}: added"]


@pytest.mark.database
@pytest.mark.parametrize("content", [None, b"", b"\xff\xfe", b"not a digest  manage.py\n"])
def test_without_a_manifest_nothing_is_verified(product: Path, content: bytes | None) -> None:
    if content is not None:
        services.manifest_path().parent.mkdir()
        services.manifest_path().write_bytes(content)
    (found,) = findings()
    assert "manifest" in found
    with pytest.raises(CommandError, match="manifest"):
        call_command("verify_build", "--adopt")
    assert not Event.objects.filter(kind="build_manifest_written").exists()


@pytest.mark.database
def test_a_replaced_manifest_is_reported(product: Path) -> None:
    services.write_manifest()
    (product / "casino" / "dealing.py").write_text("cards = 51\n")
    services.manifest_path().write_text(
        manifest.format_manifest(manifest.hash_product_files(product))
    )
    (found,) = findings()
    assert "not the manifest that was written on" in found
    services.accept_manifest()  # a person accepts the manifest of a release
    assert findings() == []
    assert Event.objects.filter(kind="build_manifest_written").count() == 2


@pytest.mark.database
def test_a_start_is_verified_once_however_many_processes_it_has(product: Path) -> None:
    services.write_manifest()
    first = services.verify_build(Check.Occasion.START)
    assert services.verify_build(Check.Occasion.START) == first
    assert services.verify_build(DEMAND) != first


@pytest.mark.breaks_the_ledger("no money is in it, but its rules are none that were approved")
@pytest.mark.committed
@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ("rules_json = jsonb_set(rules_json, '{decks}', '7')", "are not those of their hash"),
        ("rules_hash = repeat('0', 64)", "are not those of their hash"),
        ("rules_json = '{}'::jsonb || '{\"decks\": \"many\"}'", "are no rules"),
        (
            "rules_json = jsonb_set(rules_json, '{decks}', '7'), rules_hash = '{digest}'",
            "are not those that were approved",
        ),
    ],
)
def test_rules_that_are_changed_past_every_guard_are_named(
    product: Path, owner_connection: Owner, changed: str, said: str
) -> None:
    services.write_manifest()
    table = ensure_table(LIGALO, staff(Role.OPERATOR), staff(Role.COMPLIANCE_MANAGER))
    assert services.verify_build(DEMAND).details["rules"] == 1
    assert findings() == []
    other = type(table.version.rules).from_dict({**table.version.rules_json, "decks": 7})
    owner_connection.execute("ALTER TABLE tables_rulesetversion DISABLE TRIGGER USER")
    statement = f"UPDATE tables_rulesetversion SET {changed}"  # noqa: S608  # parametrised above
    owner_connection.execute(statement.replace("{digest}", other.digest).encode())
    owner_connection.execute("ALTER TABLE tables_rulesetversion ENABLE TRIGGER USER")

    (found,) = findings()
    assert found.startswith(f"rules {RuleSetVersion.objects.get()}: {said}")


@pytest.mark.database
@pytest.mark.empty
def test_the_page_shows_what_was_found_and_verifies_when_asked(product: Path) -> None:
    services.write_manifest()
    auditor = staff(Role.AUDITOR)
    client, address = inside(auditor), reverse("events:integrity")
    assert "It has not been verified yet" in client.get(address).content.decode()
    assert client.post(address).status_code == 303
    page = client.get(address).content.decode()
    assert auditor.full_name in page
    assert "3 files, 0 sets of rules" in page
    (product / "manage.py").write_text("other()\n")
    client.post(address)
    assert "manage.py: changed" in client.get(address).content.decode()
    spanish = inside(auditor, "es")
    assert "manage.py: cambiado" in spanish.get(address).content.decode()
    (alarm,) = alarms()
    page = spanish.get(reverse("events:event", args=[alarm.pk])).content.decode()
    assert "manage.py: cambiado" in page
    assert [one.by_id for one in Check.objects.all()] == [auditor.pk] * 2
    with pytest.raises(NotPermitted):
        services.verify_build(DEMAND, acting_user=staff(Role.CASHIER))
    assert Check.objects.count() == 2


@pytest.mark.database
def test_the_product_itself_is_verified(tmp_path: Path, settings: Any) -> None:
    settings.BUILD_MANIFEST = tmp_path / "manifest.txt"
    out = StringIO()
    call_command("verify_build", "--first", "--start", stdout=out)
    assert "Build verified: " in out.getvalue()
    said = manifest.read_manifest(services.manifest_path())
    for name in (
        "wallet/sql/post.sql",
        "casino/fairness/selectors/dealing.py",
        "blackjack/fairness.py",
    ):
        assert said[name] == manifest.hash_product_files(present.BASE_DIR)[name]
    assert not [name for name in said if name.startswith(("var/", ".venv", "tests/"))]


@pytest.mark.database
def test_a_missing_manifest_is_reported_once(product: Path) -> None:
    for day in range(3):
        for _worker in range(2):
            assert not services.verify_build(Check.Occasion.START).passed
        with time_machine.travel(timezone.now() + timedelta(days=day + 1)):
            assert not services.verify_build(Check.Occasion.START).passed
            (product / "manage.py").write_text(f"run({day})")
            assert not services.verify_build(Check.Occasion.SCHEDULE).passed
    assert len(alarms()) == 1

    services.write_manifest()
    assert services.verify_build(DEMAND).passed
    services.manifest_path().unlink()
    services.verify_build(DEMAND)
    assert len(alarms()) == 2  # a manifest existed, so its absence is an alarm


@pytest.mark.breaks_the_ledger("no money is in it, but its rules are none that were approved")
@pytest.mark.committed
def test_altered_rules_alarm_though_no_manifest_was_ever_written(
    product: Path, owner_connection: Owner
) -> None:
    ensure_table(LIGALO, staff(Role.OPERATOR), staff(Role.COMPLIANCE_MANAGER))
    services.verify_build(DEMAND)
    assert len(alarms()) == 1  # the missing manifest
    owner_connection.execute("ALTER TABLE tables_rulesetversion DISABLE TRIGGER USER")
    owner_connection.execute("UPDATE tables_rulesetversion SET rules_hash = repeat('0', 64)")
    owner_connection.execute("ALTER TABLE tables_rulesetversion ENABLE TRIGGER USER")

    services.verify_build(DEMAND)
    services.verify_build(DEMAND)

    (_first, alarm) = alarms()
    assert [one["code"] for one in alarm.data["findings"]] == ["rules_not_of_hash"]
