"""What `make install-units`, `make secrets`, `make release-commit` and the health check do to files."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.fernet import Fernet

from config.casts import parse_database_url, parse_key_file, parse_secret
from tools.launch import secret_files, units
from tools.launch.console import Console, Refusal
from tools.launch.layout import ROOT
from tools.launch.release import write_commit

COMMIT = "c" * 40


def test_units_run_the_code_of_their_own_folder(tmp_path: Path) -> None:
    units.install(Console(), [str(tmp_path)])

    unit = (tmp_path / "etc/systemd/system/ligalo-web.service").read_text()
    manage = tmp_path / "usr/local/sbin/ligalo-manage"
    assert f"WorkingDirectory={ROOT}\n" in unit
    assert os.access(manage, os.X_OK)
    assert subprocess.run(["sh", "-n", str(manage)], check=False).returncode == 0
    assert "database-url:" not in manage.read_text()


def test_settings_of_an_operator_are_kept(tmp_path: Path) -> None:
    units.install(Console(), [str(tmp_path)])
    file = tmp_path / "etc/ligalo/ligalo.env"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.write_text("ALLOWED_HOSTS=mine.example\n")

    units.install(Console(), [str(tmp_path)])

    assert file.read_text() == "ALLOWED_HOSTS=mine.example\n"


def test_secrets_are_those_that_production_wants(tmp_path: Path) -> None:
    folder = tmp_path / "secrets"
    secret_files.make(Console(), [str(folder), "db.example:5432"])

    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    for name in ("seed.key", "identity.key"):
        Fernet(parse_key_file(ROOT)(str(folder / name)).read_bytes().strip())
    parse_secret(50)((folder / "secret.key").read_text().strip())
    owner, application = (
        parse_database_url((folder / name).read_text().strip())
        for name in ("database-url", "database-app-url")
    )
    assert (owner["USER"], application["USER"]) == ("ligalo", "ligalo_app")
    assert owner["HOST"] == "db.example"
    assert owner["PASSWORD"] != application["PASSWORD"]


def test_no_secret_is_ever_replaced(tmp_path: Path) -> None:
    secret_files.make(Console(), [str(tmp_path)])
    before = {file.name: file.read_text() for file in tmp_path.iterdir()}

    secret_files.make(Console(), [str(tmp_path)])

    assert {file.name: file.read_text() for file in tmp_path.iterdir()} == before


def test_a_folder_of_secrets_is_named() -> None:
    with pytest.raises(Refusal, match="FOLDER=/etc/ligalo"):
        secret_files.make(Console(), [])


RELEASES = "# comment\n0.2.0  unreleased  0.1.0\n0.3.0  unreleased  0.2.0\n"


def test_a_release_gets_its_commit_once() -> None:
    written = write_commit(RELEASES, "0.2.0", COMMIT)
    assert written == RELEASES.replace("unreleased  0.1.0", f"{COMMIT}  0.1.0")
    assert write_commit(written, "0.2.0", COMMIT) == written
    with pytest.raises(Refusal, match="released already"):
        write_commit(written, "0.2.0", "d" * 40)
    with pytest.raises(Refusal, match="no line for version 0\\.4\\.0"):
        write_commit(RELEASES, "0.4.0", COMMIT)


def check_health(subject: str) -> int:
    command = [sys.executable, "-I", "deploy/health.py", subject]
    return subprocess.run(command, check=False, cwd=ROOT, stderr=subprocess.DEVNULL).returncode


def test_a_process_without_an_address_is_healthy_while_its_file_is_young(tmp_path: Path) -> None:
    file = tmp_path / "alive"
    assert check_health(str(file)) == 1
    file.touch()
    assert check_health(str(file)) == 0
    os.utime(file, (0, 0))
    assert check_health(str(file)) == 1
    assert check_health("http://127.0.0.1:1/health/live") == 1
