"""`make run` from the first start to the last stop, in its own folder."""

import os
import signal
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tools.launch.houses import START_SECONDS, House
from tests.waiting import wait_until
from tools.launch.processes import STOP_SIGNALS, StopRequested, stop_signals

pytestmark = pytest.mark.programs


@pytest.fixture
def house() -> Iterator[House]:
    """Return a house that keeps its data between starts, in a folder that every user can enter."""
    with tempfile.TemporaryDirectory(prefix="ligalo-house-") as folder:
        Path(folder).chmod(0o755)
        house = House(Path(folder) / "main")
        yield house
        if house.opened and house.opened.process.poll() is None:
            house.opened.end(signal.SIGTERM)


def players(house: House) -> str:
    """Return ids and email addresses of all users, read by manage.py while the site runs."""
    code = "from accounts.models.users import User; print(sorted(User.objects.values_list('pk', 'email')))"
    return house.launch("manage", "shell", "--no-imports", "--command", code).stdout


def test_stopping_the_run_leaves_no_process(house: House) -> None:
    site = house.open()
    assert site.get() == 200
    assert any("Collecting the static files" in line for line in site.said)
    assert any("@demo.ligalo" in line for line in site.said)
    assert "@demo.ligalo" in players(house)
    a_second_start_is_refused(house)
    assert site.get() == 200
    the_web_never_learns_the_owners_password(house)
    secrets_and_data_are_private_and_in_no_log(house)
    the_database_takes_no_login_without_a_password(house)
    wait_until(
        lambda: "esta instalación acepta su propia versión" in site.read(),
        "no worker verified the build",
        seconds=START_SECONDS,
    )
    assert site.end(signal.SIGINT) == 0
    assert house.processes() == {}


@pytest.mark.slow
def test_data_survive_every_way_to_stop(house: House) -> None:
    """Four starts: the first ended by SIGTERM, the second killed, the third stopped because its beat was killed."""
    first = house.open()
    before = players(house)
    assert first.end(signal.SIGTERM) == 0
    assert house.processes() == {}

    again = house.open()
    assert not any("Collecting the static files" in line for line in again.said)
    assert players(house) == before
    assert again.end(signal.SIGKILL) == -9

    third = house.open()
    (beat,) = (pid for pid, line in house.processes().items() if " beat " in line)
    os.kill(beat, signal.SIGKILL)
    assert third.wait() == 1
    assert any("The beat ended by itself (status -9)" in line for line in third.said)
    assert house.processes() == {}

    house.change_a_static_file()
    last = house.open()
    assert any("Collecting the static files" in line for line in last.said)
    assert last.get() == 200
    assert players(house) == before
    assert last.end(signal.SIGTERM) == 0


@pytest.mark.parametrize("number", STOP_SIGNALS)
def test_each_signal_to_stop_is_taken_once(number: signal.Signals) -> None:
    before = {each: signal.getsignal(each) for each in STOP_SIGNALS}
    try:
        with stop_signals():
            with pytest.raises(StopRequested):
                signal.raise_signal(number)
            signal.raise_signal(number)  # a second signal is ignored
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def a_second_start_is_refused(house: House) -> None:
    second = house.launch()

    assert second.returncode == 1
    assert second.stderr.startswith("Lígalo: It runs already from this folder")
    assert house.url in second.stderr
    assert len(second.stderr.splitlines()) == 1


def the_web_never_learns_the_owners_password(house: House) -> None:
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


def secrets_and_data_are_private_and_in_no_log(house: House) -> None:
    var = house.folder / "var"
    secrets = list((var / "secrets").iterdir())

    assert {stat.S_IMODE(file.stat().st_mode) for file in secrets} == {0o600}
    assert stat.S_IMODE((var / "secrets").stat().st_mode) == 0o700
    assert stat.S_IMODE((var / "postgres").stat().st_mode) == 0o700
    logs = [*(var / "log").iterdir(), var / "postgres" / "server.log"]
    for file in secrets:
        secret = file.read_text().strip()
        assert not [log for log in logs if secret in log.read_text(errors="replace")]


def the_database_takes_no_login_without_a_password(house: House) -> None:
    rules = (house.folder / "var" / "postgres" / "data" / "pg_hba.conf").read_text()
    methods = {line.split()[-1] for line in rules.splitlines() if line and line[0] != "#"}

    assert methods == {"scram-sha-256"}
