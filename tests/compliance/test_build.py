"""Verification of the build: each kind of part is tampered with, one at a time, and found by name."""

import importlib.util
import py_compile
import subprocess
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any, Final

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.utils import timezone, translation
from psycopg import Connection

from accounts.roles.values import Role
from builds.models import BuildManifest
from builds.selectors import is_build_open
from compliance.build.selectors.manifest import read_manifest
from compliance.build.services.registration import register_build
from compliance.build.services.verification import verify_build
from compliance.tasks import verify_build as verify_by_schedule
from journal.models import Check, Event
from tables.models import RuleSetVersion
from tables.selectors.house_tables import LIGALO
from tables.services.founding import ensure_table
from tests.accounts.staff import staff
from tests.compliance.built import accept_build, install, small_installation
from tests.journal.findings import in_english

__all__ = ("small_installation",)  # a fixture

Owner = Connection[Any]
START, DEMAND = Check.Occasion.START, Check.Occasion.DEMAND
PACKAGE: Final = "packages/shuffle/__init__.py"
RECORD: Final = "packages/shuffle-1.0.dist-info/RECORD"


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Activate English: a page of an earlier test may have left another language active."""
    with translation.override("en"):
        yield


def accepted() -> BuildManifest:
    return accept_build(staff(Role.OPERATOR), staff(Role.COMPLIANCE_MANAGER))


def findings(occasion: Check.Occasion = DEMAND) -> list[str]:
    return in_english(verify_build(occasion).findings)


def alarms() -> list[Event]:
    return list(Event.objects.filter(kind="build_differs").order_by("pk"))


def append(path: str) -> Callable[[Path], object]:
    return lambda folder: (folder / path).write_text((folder / path).read_text() + "#\n")


def compile_other_code(folder: Path) -> None:
    """Put a compiled file beside a source that Python would load: its header names the source's time and size."""
    source = folder / PACKAGE
    other = folder / "other.py"
    other.write_text("riffle = 1\n")
    compiled = importlib.util.cache_from_source(str(source))
    py_compile.compile(str(other), compiled, dfile=str(source))
    stat, content = source.stat(), bytearray(Path(compiled).read_bytes())
    content[8:12] = int(stat.st_mtime).to_bytes(4, "little")
    content[12:16] = stat.st_size.to_bytes(4, "little")
    Path(compiled).write_bytes(content)


def change_with_record(folder: Path) -> None:
    """Change a package's file, and its hash in RECORD."""
    install(folder / "packages", "shuffle", "1.0", {"shuffle/__init__.py": "riffle = 1\n"})


def drop_from_record(folder: Path) -> None:
    lines = (folder / RECORD).read_text().splitlines(keepends=True)
    (folder / RECORD).write_text("".join(lines[1:]))


FILES: Final[dict[str, tuple[Callable[[Path], object], list[str]]]] = {
    "a file of the product": (append("product/manage.py"), ["manage.py: changed"]),
    "a file added": (
        lambda folder: (folder / "product" / "casino" / "more.so").write_text(""),
        ["casino/more.so: added"],
    ),
    "a module that shadows another": (
        lambda folder: (folder / "product" / "secrets.py").write_text(""),
        ["secrets.py: added"],
    ),
    "a file missing": (
        lambda folder: (folder / "product" / "manage.py").unlink(),
        ["manage.py: missing"],
    ),
    "a file of a package": (
        append(PACKAGE),
        [
            "package shuffle 1.0: changed",
            "file not as in its package's RECORD shuffle/__init__.py: added",
        ],
    ),
    "a file of a package, and its RECORD": (change_with_record, ["package shuffle 1.0: changed"]),
    "RECORD alone": (
        drop_from_record,
        ["package shuffle 1.0: changed", "file of no package shuffle/__init__.py: added"],
    ),
    "a file of no package": (
        lambda folder: (folder / "packages" / "start.pth").write_text("import os"),
        ["file of no package start.pth: added"],
    ),
    "an extra package": (
        lambda folder: install(folder / "packages", "extra", "2.0", {"extra.py": ""}),
        ["package extra 2.0: added", "package not as in the lock file extra 2.0: added"],
    ),
    "a compiled file": (
        compile_other_code,
        ["compiled file not of its source shuffle/__pycache__/__init__.cpython-311.pyc: added"],
    ),
    "the interpreter": (
        lambda folder: (folder / "python" / "python3").write_text("another"),
        ["interpreter python3: changed", "interpreter python3 3.11"],
    ),
    "the standard library": (append("python/json/__init__.py"), ["interpreter json: changed"]),
}


@pytest.mark.database
@pytest.mark.parametrize("kind", FILES)
def test_a_changed_file_is_found_by_name_and_closes_the_next_start(
    small_installation: Path, kind: str
) -> None:
    accepted()
    assert verify_build(START).passed
    tamper, said = FILES[kind]

    tamper(small_installation)

    found = findings()
    assert len(found) == len(said), found
    assert all(any(one.startswith(start) for one in found) for start in said), found
    assert is_build_open()  # a running process has loaded its code
    assert findings(START) == found
    assert not is_build_open()


@pytest.mark.database
def test_a_changed_setting_is_found_without_its_value(
    small_installation: Path, settings: Any
) -> None:
    settings.PAYMENT_OPTIONS = {"bank": {"SECRET": "topmost", "ACCOUNT": "12"}}
    accepted()
    settings.PAYMENT_OPTIONS = {"bank": {"SECRET": "another", "ACCOUNT": "12"}}
    assert findings() == []  # of a secret only whether it is set
    settings.PAYMENT_OPTIONS = {"bank": {"SECRET": "another", "ACCOUNT": "13"}}
    settings.UPLOAD_BYTES = 17

    assert findings(START) == ["setting PAYMENT_OPTIONS: changed", "setting UPLOAD_BYTES: changed"]
    assert not is_build_open()


DATABASE: Final = {
    "CREATE FUNCTION public.spare() RETURNS int LANGUAGE sql AS 'SELECT 1'": "database function spare(): added",
    "CREATE OR REPLACE FUNCTION public.restores_is_open() RETURNS boolean LANGUAGE sql AS 'SELECT true'": "database function restores_is_open(): changed",
    "ALTER TABLE journal_event DISABLE TRIGGER USER": "database trigger journal_event: ",
    "ALTER TABLE journal_seen DROP CONSTRAINT journal_seen_says_something": "database constraint journal_seen: journal_seen_says_something: missing",
    "GRANT UPDATE ON wallet_account TO PUBLIC": "database right wallet_account: changed",
    "GRANT UPDATE (data) ON journal_event TO PUBLIC": "database right journal_event: changed",
    "GRANT CREATE ON SCHEMA public TO PUBLIC": "database right schema public: changed",
}


@pytest.mark.breaks_the_ledger("its database is no longer the house's")
@pytest.mark.committed
@pytest.mark.parametrize("statement", DATABASE)
def test_a_changed_database_is_found_by_name_and_closes_play_at_once(
    small_installation: Path, owner_connection: Owner, statement: str
) -> None:
    accepted()
    assert verify_build(START).passed
    owner_connection.execute(statement.encode())

    found = findings()

    assert any(one.startswith(DATABASE[statement]) for one in found), found
    assert all(one.startswith("database") for one in found)
    assert not is_build_open()


@pytest.mark.breaks_the_ledger("its database is no longer the house's")
@pytest.mark.committed
def test_play_opens_again_once_the_database_is_as_accepted(
    small_installation: Path, owner_connection: Owner
) -> None:
    accepted()
    verify_build(START)
    owner_connection.execute(
        b"CREATE FUNCTION public.spare() RETURNS int LANGUAGE sql AS 'SELECT 1'"
    )
    verify_by_schedule()
    assert not is_build_open()

    owner_connection.execute(b"DROP FUNCTION public.spare()")
    verify_by_schedule()

    assert is_build_open()


@pytest.mark.database
def test_code_that_was_put_back_needs_a_start_to_open_play(small_installation: Path) -> None:
    accepted()
    file = small_installation / "product" / "manage.py"
    file.write_text("other()\n")
    verify_build(START)
    file.write_text("run()\n")
    assert verify_build(DEMAND).passed
    assert not is_build_open()  # the process that started has loaded the other code

    assert verify_build(START).passed

    assert is_build_open()


@pytest.mark.committed
def test_a_month_that_comes_changes_nothing(
    small_installation: Path, owner_connection: Owner
) -> None:
    accepted()
    owner_connection.execute(
        "CREATE TABLE wallet_entry_2099_01 PARTITION OF wallet_entry"
        " FOR VALUES FROM ('2099-01-01') TO ('2099-02-01')"
    )
    assert findings() == []
    owner_connection.execute("ALTER TABLE wallet_entry_2099_01 ADD CHECK (amount <> 13)")
    assert findings() == ["database constraint parts of wallet_entry: changed"]


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
    small_installation: Path, owner_connection: Owner, changed: str, said: str
) -> None:
    table = ensure_table(LIGALO, staff(Role.OPERATOR), staff(Role.COMPLIANCE_MANAGER))
    accepted()
    assert verify_build(DEMAND).details["rules"] == 1
    assert findings() == []
    other = type(table.version.rules).from_dict({**table.version.rules_json, "decks": 7})
    owner_connection.execute("ALTER TABLE tables_rulesetversion DISABLE TRIGGER USER")
    statement = f"UPDATE tables_rulesetversion SET {changed}"  # noqa: S608  # parametrised above
    owner_connection.execute(statement.replace("{digest}", other.digest).encode())
    owner_connection.execute("ALTER TABLE tables_rulesetversion ENABLE TRIGGER USER")

    (found,) = findings()

    assert found.startswith(f"rules {RuleSetVersion.objects.get()}: {said}")
    assert not is_build_open()


@pytest.mark.breaks_the_ledger(
    "no money is in it, but its profile is not the one that was approved"
)
@pytest.mark.committed
def test_a_profile_that_is_changed_past_every_guard_is_named(
    small_installation: Path, owner_connection: Owner
) -> None:
    accepted()
    assert findings() == []
    owner_connection.execute("ALTER TABLE profiles_profileversion DISABLE TRIGGER USER")
    owner_connection.execute(
        "UPDATE profiles_profileversion SET values = jsonb_set(values, '{minimum_age,0,value}', '16')"
    )
    owner_connection.execute("ALTER TABLE profiles_profileversion ENABLE TRIGGER USER")

    (found,) = findings()

    assert found.startswith("not what two people approved: profile version ")
    assert not is_build_open()


@pytest.mark.database
def test_findings_are_kept_and_alarm_once_until_the_next_night(small_installation: Path) -> None:
    accepted()
    (small_installation / "product" / "manage.py").unlink()
    findings()
    assert findings() == ["manage.py: missing"]
    (alarm,) = alarms()
    assert (alarm.severity, alarm.subject) == ("alarm", "build")
    verify_by_schedule()
    assert len(alarms()) == 2
    assert [one.passed for one in Check.objects.order_by("pk")] == [False, False, False]


@pytest.mark.database
def test_a_good_start_is_verified_once_however_many_processes_it_has(
    small_installation: Path,
) -> None:
    accepted()
    first = verify_build(START)
    assert verify_build(START) == first
    assert verify_build(DEMAND) != first
    with time_machine.travel(timezone.now() + timedelta(minutes=2)):
        assert verify_build(START) != first


@pytest.mark.database
def test_nothing_accepted_yet_alarms_once_and_play_is_closed(small_installation: Path) -> None:
    for _start in range(3):
        assert [one["code"] for one in verify_build(START).findings] == ["build_not_accepted"]
    assert len(alarms()) == 1
    assert not is_build_open()
    accepted()
    assert is_build_open()


@pytest.mark.breaks_the_ledger("its database is no longer the house's")
@pytest.mark.committed
def test_a_rewritten_manifest_is_reported(
    small_installation: Path, owner_connection: Owner
) -> None:
    made = accepted()
    (small_installation / "product" / "manage.py").write_text("other()\n")
    forged = register_build().entries["file"]["manage.py"]
    owner_connection.execute("ALTER TABLE builds_buildmanifest DISABLE TRIGGER USER")
    owner_connection.execute(
        "UPDATE builds_buildmanifest SET entries = jsonb_set(entries, '{file,manage.py}', to_jsonb(%s::text)) WHERE id = %s",
        [forged, made.pk],
    )

    found = verify_build(START)

    assert "manifest_exchanged" in [one["code"] for one in found.findings]
    assert not is_build_open()


@pytest.mark.database
def test_the_release_s_manifest_is_compared_and_read_by_sha256sum(
    small_installation: Path, settings: Any
) -> None:
    file = Path(settings.BUILD_MANIFEST)
    call_command("write_manifest", str(file), stdout=StringIO())
    command = ["/usr/bin/sha256sum", "--check", "--strict", str(file)]
    done = subprocess.run(command, cwd=settings.BASE_DIR, check=False, capture_output=True)
    assert done.returncode == 0, done.stderr
    assert set(read_manifest(file)) == {"file", "package", "interpreter"}
    assert register_build().release_file == "equal"
    (small_installation / "python" / "python3").write_text("another")
    assert register_build().release_file == "different"
    for content in (
        b"",
        b"\xff\xfe",
        b"not a digest  manage.py\n",
        b"# house " + b"0" * 64 + b"  x\n",
    ):
        (small_installation / "python" / "python3").write_bytes(content)
        file.write_bytes(content)
        assert register_build().release_file == "different"


@pytest.mark.database
def test_the_command_says_what_differs(small_installation: Path) -> None:
    out = StringIO()
    call_command("verify_build", "--register", stdout=out)
    assert "9.9.9" in out.getvalue()
    assert Check.objects.count() == 0
    with pytest.raises(CommandError, match="accepted"):
        call_command("verify_build", "--start", stdout=out)


@pytest.mark.database
def test_a_demo_accepts_its_own_build_at_each_start(small_installation: Path, profile: Any) -> None:
    profile(own_build_accepted=True)
    assert verify_build(START).passed
    (small_installation / "product" / "manage.py").write_text("other()\n")
    assert findings() == ["manage.py: changed"]
    assert is_build_open()
    with time_machine.travel(timezone.now() + timedelta(minutes=2)):
        assert verify_build(START).passed


@pytest.mark.database
@pytest.mark.slow
def test_the_product_itself_is_verified_in_a_minute(tmp_path: Path, settings: Any) -> None:
    settings.BUILD_MANIFEST = tmp_path / "manifest.txt"
    began, out = time.monotonic(), StringIO()
    call_command("verify_build", "--start", stdout=out)
    assert "Build verified: " in out.getvalue()
    assert time.monotonic() - began < 60
    entries = BuildManifest.objects.get().entries
    assert {"wallet/sql/post.sql", "blackjack/fairness.py"} <= set(entries["file"])
    assert not [name for name in entries["file"] if name.startswith(("var/", ".venv", "tests/"))]
    assert any(name.startswith("django 5") for name in entries["package"])
    assert any(name.startswith("post(") for name in entries["function"])
