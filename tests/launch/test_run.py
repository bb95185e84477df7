"""`make run` from the first start to the last stop, in a folder of its own."""

import os
import signal
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.launch.houses import House, Open

pytestmark = pytest.mark.xdist_group("house")  # one worker, so that the folder is made once


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    """A folder that keeps its data from test to test, in a place that every user can enter."""
    with tempfile.TemporaryDirectory(prefix="ligalo-house-") as folder:
        Path(folder).chmod(0o755)
        house = House(Path(folder) / "main")
        yield house
        if house.opened and house.opened.process.poll() is None:
            house.opened.end(signal.SIGTERM)


@pytest.fixture
def site(house: House) -> Open:
    """The site as the test before left it, or started again."""
    if house.opened and house.opened.process.poll() is None:
        return house.opened
    return house.open()


def players(house: House) -> str:
    """What the database knows of players, read by manage.py while the site runs."""
    code = (
        "from accounts.models import User; print(sorted(User.objects.values_list('pk', 'email')))"
    )
    return house.launch("manage", "shell", "--no-imports", "--command", code).stdout


def test_it_serves_keeps_its_data_and_leaves_no_process(house: House, site: Open) -> None:
    assert site.get() == 200
    before = players(house)
    assert "@demo.ligalo" in before
    assert site.end(signal.SIGINT) == 0
    assert house.processes() == {}

    again = house.open()

    assert any("@demo.ligalo" in line for line in again.said)
    assert players(house) == before
    assert again.end(signal.SIGTERM) == 0
    assert house.processes() == {}


def test_a_second_start_in_the_folder_is_refused(house: House, site: Open) -> None:
    second = house.launch()

    assert second.returncode == 1
    assert second.stderr.startswith("Lígalo: It runs already from this folder")
    assert house.url in second.stderr
    assert len(second.stderr.splitlines()) == 1
    assert site.get() == 200


def test_whoever_is_killed_it_can_start_again(house: House, site: Open) -> None:
    """The launcher, which leaves the others behind; then one of those, which ends all."""
    before = players(house)
    assert site.end(signal.SIGKILL) == -9

    again = house.open()

    assert again.get() == 200
    assert players(house) == before
    (beat,) = (pid for pid, line in house.processes().items() if " beat " in line)
    os.kill(beat, signal.SIGKILL)
    assert again.wait() == 1
    assert any("The beat ended by itself (status -9)" in line for line in again.said)
    assert house.processes() == {}


def test_the_web_never_learns_the_owners_password(house: House, site: Open) -> None:
    owner = (house.folder / "var" / "secrets" / "owner.password").read_text().strip()
    superuser = (house.folder / "var" / "secrets" / "postgres.password").read_text().strip()
    lines = house.processes().items()
    programs = [pid for pid, line in lines if "gunicorn" in line or "celery" in line]

    assert len(programs) >= 5
    for pid in programs:
        told = Path(f"/proc/{pid}/environ").read_bytes().decode()
        assert "DATABASE_APP_URL" in told
        assert owner not in told
        assert superuser not in told


def test_secrets_and_data_are_private_and_in_no_log(house: House, site: Open) -> None:
    var = house.folder / "var"
    secrets = list((var / "secrets").iterdir())

    assert {stat.S_IMODE(file.stat().st_mode) for file in secrets} == {0o600}
    assert stat.S_IMODE((var / "secrets").stat().st_mode) == 0o700
    assert stat.S_IMODE((var / "postgres").stat().st_mode) == 0o700
    logs = [*(var / "log").iterdir(), var / "postgres" / "server.log"]
    for file in secrets:
        secret = file.read_text().strip()
        assert not [log for log in logs if secret in log.read_text(errors="replace")]


def test_the_database_takes_no_login_without_a_password(house: House, site: Open) -> None:
    rules = (house.folder / "var" / "postgres" / "data" / "pg_hba.conf").read_text()
    methods = {line.split()[-1] for line in rules.splitlines() if line and line[0] != "#"}

    assert methods == {"scram-sha-256"}
