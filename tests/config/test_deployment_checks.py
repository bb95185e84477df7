"""`manage.py check --deploy` names each unsafe or incomplete installation; each refusal once."""

import base64
import platform
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.checks import Error
from django.core.management import CommandError, call_command
from django.core.management.commands.check import Command as DjangoCheck
from django.db import OperationalError, connection

from config.checks import installation, keys, servers
from config.checks.servers import check_servers
from config.management.commands import check as check_command

Check = Callable[[], Iterator[Error]]


def codes(check: Check) -> list[str | None]:
    found = list(check())
    assert all(one.hint and one.msg for one in found)
    return [one.id for one in found]


@pytest.fixture
def sound(settings: Any, tmp_path: Path) -> Any:
    """Settings of an installation that nothing is wrong with."""
    for name in ("LEDGER_SEALS", "DOCUMENTS", "PERSON_KEYS", "EXPORTS", "ARCHIVE"):
        folder = tmp_path / name
        folder.mkdir(mode=0o700)
        setattr(settings, name, folder)
    settings.BUILD_MANIFEST = tmp_path / "manifest.txt"
    settings.STATIC_ROOT = tmp_path / "static"
    settings.CELERY_BEAT_SCHEDULE_FILENAME = str(tmp_path / "beat")
    settings.LOG_FILE = ""
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:6379/0"
    settings.TRUSTED_PROXY_COUNT = 1
    settings.STREAMS_BIND = "127.0.0.1:8001"
    settings.EMAIL_HOST = "mail.example"
    settings.CONTAINER_IMAGES = []
    return settings


CHECKS: tuple[Check, ...] = (
    *(installation.find_missing_broker, installation.find_paths_in_the_code),
    *(installation.find_unusable_folders, installation.find_missing_proxy),
    *(installation.find_missing_streams, installation.find_missing_mail_server),
    *(installation.find_unpinned_images, keys.find_bad_keys),
)


def test_a_sound_installation_passes(sound: Any) -> None:
    assert [code for check in CHECKS for code in codes(check)] == []


REFUSED: tuple[tuple[Check, str, object, str], ...] = (
    (installation.find_missing_broker, "CELERY_BROKER_URL", "filesystem://", "ligalo.E002"),
    (installation.find_missing_proxy, "TRUSTED_PROXY_COUNT", 0, "ligalo.E005"),
    (installation.find_missing_streams, "STREAMS_BIND", "", "ligalo.E006"),
    (installation.find_missing_mail_server, "EMAIL_HOST", "", "ligalo.E007"),
    (installation.find_unpinned_images, "CONTAINER_IMAGES", ["postgres:18"], "ligalo.E008"),
    (installation.find_unusable_folders, "DOCUMENTS", "/nowhere/documents", "ligalo.E004"),
    (installation.find_unusable_folders, "LOG_FILE", "/nowhere/web.log", "ligalo.E004"),
    (
        installation.find_unusable_folders,
        "CELERY_BEAT_SCHEDULE_FILENAME",
        "/nowhere/beat",
        "ligalo.E004",
    ),
)


@pytest.mark.parametrize(("check", "name", "value", "code"), REFUSED)
def test_what_is_missing_is_named(
    sound: Any, check: Check, name: str, value: object, code: str
) -> None:
    setattr(sound, name, value)
    assert codes(check) == [code]


@pytest.mark.parametrize(
    "name",
    [
        *(
            "LEDGER_SEALS",
            "DOCUMENTS",
            "EXPORTS",
            "ARCHIVE",
            "BUILD_MANIFEST",
            "STATIC_ROOT",
            "LOG_FILE",
        ),
        "CELERY_BEAT_SCHEDULE_FILENAME",
    ],
)
def test_nothing_is_written_into_the_code(sound: Any, name: str) -> None:
    setattr(sound, name, str(sound.BASE_DIR / "var" / "there"))
    found = list(installation.find_paths_in_the_code())

    assert [one.id for one in found] == ["ligalo.E003"]
    assert found[0].msg.startswith("BEAT_FILE" if name.startswith("CELERY") else name)


def test_a_folder_of_secrets_is_closed_to_others(sound: Any) -> None:
    sound.EXPORTS.chmod(0o755)
    assert codes(installation.find_unusable_folders) == ["ligalo.E004"]


def test_a_pinned_image_passes(sound: Any) -> None:
    sound.CONTAINER_IMAGES = [f"docker.io/library/postgres:18@sha256:{'0a' * 32}"]
    assert codes(installation.find_unpinned_images) == []


GOOD, OTHER = (base64.urlsafe_b64encode(bytes(range(one, one + 32))).decode() for one in (0, 50))
WEAK = base64.urlsafe_b64encode(bytes(32)).decode()


@pytest.mark.parametrize(
    ("seeds", "people", "code"),
    [
        ("nothing like a key", OTHER, "ligalo.E009"),
        (GOOD[:-8], OTHER, "ligalo.E009"),
        (WEAK, OTHER, "ligalo.E010"),
        (GOOD, GOOD, "ligalo.E011"),
        (f"{GOOD}\n{GOOD}", OTHER, "ligalo.E011"),
    ],
)
def test_keys_are_random_and_differ(
    sound: Any, tmp_path: Path, seeds: str, people: str, code: str
) -> None:
    sound.SEED_KEY_FILE, sound.IDENTITY_KEY_FILE = tmp_path / "seeds", tmp_path / "people"
    sound.SEED_KEY_FILE.write_text(seeds)
    sound.IDENTITY_KEY_FILE.write_text(people)
    found = list(keys.find_bad_keys())

    assert [one.id for one in found] == [code]
    assert seeds[:10] not in found[0].msg


def test_silent_servers_are_named(sound: Any) -> None:
    sound.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    assert codes(servers.find_silent_broker) == ["ligalo.E012"]
    assert codes(servers.find_silent_cache) == []


def test_a_silent_database_is_said_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise psycopg.OperationalError("FATAL:  role does not\nexist")

    def fail(_command: object, *_: str, databases: list[str] | None, **_others: object) -> None:
        if databases:
            raise OperationalError("couldn't get a connection after 2.00 sec")

    monkeypatch.setattr(check_command, "connect_once", refuse)
    monkeypatch.setattr(DjangoCheck, "handle", fail)

    with pytest.raises(CommandError, match=r"\(ligalo\.E014\) .*: FATAL: role does not exist\."):
        call_command("check", databases=["default"])


@pytest.mark.database
def test_an_unsafe_database_is_named(sound: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        servers, "_SAFE", {"synchronous_commit": ("on", "off"), "fsync": ("never",)}
    )
    assert codes(servers.find_unsafe_settings) == ["ligalo.E015"]


@pytest.mark.database
def test_the_applications_role_is_not_powerful(sound: Any) -> None:
    assert codes(servers.find_powerful_role) == []
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
        assert cursor.fetchone() == (False,)


@pytest.mark.django_db(databases=["default", "owner"])
def test_the_owners_role_is(sound: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "connections", {"default": Owned()})
    assert codes(servers.find_powerful_role) == ["ligalo.E016"]


class Owned:
    """The owner's connection in the place of the application's."""

    def cursor(self) -> Any:
        from django.db import connections  # noqa: PLC0415  # the real ones

        return connections["owner"].cursor()


@pytest.mark.database
def test_a_host_name_is_of_one_machine(sound: Any) -> None:
    assert codes(servers.find_same_host_name) == []
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO journal_heartbeat (host, queue, at, wall, monotonic, boot)"
            " VALUES (%s, 'long', clock_timestamp(), 0, 0, 'another boot')",
            [platform.node()],
        )
    assert codes(servers.find_same_host_name) == ["ligalo.E017"]


@pytest.mark.database
def test_servers_are_asked_only_where_a_database_is_named(sound: Any) -> None:
    sound.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    assert check_servers() == []
    assert "ligalo.E012" in [one.id for one in check_servers(databases=["default"])]


def test_check_waits_until_the_servers_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    silent = iter([[Error("silent")], [Error("silent")]])
    paused: list[float] = []
    monkeypatch.setattr(servers, "find_silent_broker", lambda: next(silent, []))
    monkeypatch.setattr(servers, "find_silent_cache", list)
    monkeypatch.setattr(servers, "find_same_host_name", list)
    monkeypatch.setattr("config.checks.servers.time.sleep", paused.append)

    servers.wait_for_servers(60)

    assert len(paused) == 2


def test_check_does_not_wait_unless_it_is_asked_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "find_silent_broker", lambda: pytest.fail("asked"))
    servers.wait_for_servers(0)
