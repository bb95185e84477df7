"""Failed starts: one line of explanation, exit status 1, no traceback."""

import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tools.launch.houses import House
from tools.launch.layout import ROOT


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with tempfile.TemporaryDirectory(prefix="ligalo-house-") as folder:
        Path(folder).chmod(0o755)
        yield House(Path(folder) / "main")


def assert_told(ended: subprocess.CompletedProcess[str], *words: str) -> None:
    assert ended.returncode == 1, ended
    assert "Traceback" not in ended.stdout + ended.stderr
    (line,) = ended.stderr.splitlines()
    for word in words:
        assert word in line


def test_a_taken_port(house: House) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])

        assert_told(house.launch(PORT=port), f"127.0.0.1:{port} cannot be used", "make run PORT=")


@pytest.mark.parametrize("port", ["http", "0", "70000", "-1"])
def test_an_odd_port(house: House, port: str) -> None:
    assert_told(house.launch(PORT=port), "PORT must be a number from 1 to 65535")


def test_an_address_that_is_not_ours(house: House) -> None:
    assert_told(house.launch(HOST="192.0.2.1"), "192.0.2.1", "cannot be used")


def test_a_database_that_does_not_answer(house: House) -> None:
    url = "postgres://owner:secret-word@127.0.0.1:1/shop"
    ended = house.launch(DATABASE_URL=url)

    assert_told(ended, "The database of DATABASE_URL does not answer")
    assert "secret-word" not in ended.stdout + ended.stderr


@pytest.mark.parametrize("url", ["mysql://a@127.0.0.1/b", "postgres://a@127.0.0.1"])
def test_another_kind_of_database(house: House, url: str) -> None:
    assert_told(house.launch(DATABASE_URL=url), "DATABASE_URL is not a PostgreSQL URL")


def test_an_application_role_without_an_owner(house: House) -> None:
    ended = house.launch(DATABASE_APP_URL="postgres://app:word@127.0.0.1/shop")

    assert_told(ended, "DATABASE_APP_URL is set without DATABASE_URL")


def test_a_broker_that_does_not_answer(house: House) -> None:
    ended = house.launch(CELERY_BROKER_URL="redis://127.0.0.1:1/0")

    assert_told(ended, "The broker of CELERY_BROKER_URL does not answer at 127.0.0.1:1")


def test_another_kind_of_broker(house: House) -> None:
    assert_told(house.launch(CELERY_BROKER_URL="amqp://127.0.0.1"), "must begin with redis://")


def test_a_python_without_venv(tmp_path: Path) -> None:
    # Debian's python3 without python3-venv has no ensurepip
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['ensurepip'] = None\n")
    shutil.copytree(ROOT / "tools", tmp_path / "tools")
    shutil.copy(ROOT / "requirements.txt", tmp_path)
    ended = subprocess.run(
        [sys.executable, "-m", "tools.launch", "run"],
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path), "PORT": "1025"},
        capture_output=True,
        text=True,
    )

    assert_told(ended, "This Python has no ensurepip", "apt install python3.")


def test_a_folder_that_cannot_be_written(house: House) -> None:
    """Run as a user who does not own the folder: root may write anywhere."""
    locked = house.folder.with_name("locked")
    locked.mkdir()
    shutil.copytree(ROOT / "tools", locked / "tools")
    locked.chmod(0o555)
    # the environment's own interpreter is not readable by every user
    python = Path(sys.executable).resolve()
    ended = subprocess.run(
        [python, "-m", "tools.launch", "run"],
        check=False,
        cwd=locked,
        env={"PATH": os.defpath, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        user=pwd.getpwnam("nobody").pw_uid if os.geteuid() == 0 else None,
    )

    assert_told(ended, "No permission to write", str(locked))


@pytest.mark.parametrize(("program", "name"), [("chromium", "Chromium"), ("node", "Node.js")])
@pytest.mark.parametrize(("ci", "status"), [("", 0), ("true", 1)])
def test_a_missing_program_skips_but_never_in_ci(
    ci: str, status: int, program: str, name: str
) -> None:
    code = f"from tools.launch import {program}, console; {program}.ensure(console.Console())"
    ended = subprocess.run(
        [sys.executable, "-c", code],
        check=False,
        cwd=ROOT,
        env={"PATH": "/nonexistent", "CI": ci},
        capture_output=True,
        text=True,
    )

    assert ended.returncode == status
    told = (ended.stderr if ci else ended.stdout).splitlines()[-1]
    assert f"{name} is not installed" in told
    assert told.endswith("nothing is skipped." if ci else " skipped")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Chromium 90.0.4430.212 built on Debian", "is version 90.0.4430.212; the tests need 114"),
        ("no browser", "names no version: 'no browser'"),
    ],
)
def test_a_browser_that_is_too_old_or_none(tmp_path: Path, said: str, told: str) -> None:
    browser = tmp_path / "chromium"
    browser.write_text(f"#!/bin/sh\necho {said}\n")
    browser.chmod(0o755)
    ended = subprocess.run(
        [sys.executable, "-m", "tools.launch", "test", "--version"],
        check=False,
        cwd=ROOT,
        env={**os.environ, "CHROMIUM": str(browser)},
        capture_output=True,
        text=True,
    )

    assert_told(ended, told)


@pytest.mark.parametrize(("ci", "outcome"), [("", "1 skipped"), ("true", "1 failed")])
def test_nothing_is_skipped_in_ci(tmp_path: Path, ci: str, outcome: str) -> None:
    (tmp_path / "test_skipped.py").write_text(
        "import pytest\n\n\ndef test_it():\n    pytest.skip('not today')\n"
    )
    plugins = ["-p", "tests.fixtures.skips", "-p", "no:django", "-p", "no:randomly"]
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", "-c", os.devnull, *plugins, str(tmp_path)],
        check=False,
        cwd=ROOT,
        env={**os.environ, "CI": ci, "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
    )

    assert outcome in ended.stdout.splitlines()[-1]
