"""Containers, units and `make run` have the processes, users, ports and folders of deploy/processes.toml."""

import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from tools.launch.definitions import Installation, Process, load_installation
from tools.launch.layout import ROOT, VENV
from tools.launch.site import programs
from tools.launch.units import render_files, render_unit

INSTALLATION = load_installation()
PROCESSES = list(INSTALLATION.processes.values())
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text())
DOCKERFILE = (ROOT / "deploy/Dockerfile").read_text()
SERVERS = {"proxy", "postgresql", "redis"}
EVERYWHERE = {
    "WEB_BIND": "0.0.0.0:8000",
    "STREAMS_BIND": "0.0.0.0:8001",
}  # inside a container's own network
NAMED = [pytest.param(one, id=one.name) for one in PROCESSES]


def test_compose_has_these_processes_and_servers() -> None:
    assert set(COMPOSE["services"]) == {*INSTALLATION.processes, *SERVERS}


@pytest.mark.parametrize("process", NAMED)
def test_a_container_is_its_process(process: Process) -> None:
    service = COMPOSE["services"][process.name]

    assert tuple(service["command"]) == process.command
    assert service["user"] == f"{INSTALLATION.uid}:{INSTALLATION.uid}"
    assert service.get("expose", []) == ([str(process.port)] if process.port else [])
    assert "ports" not in service
    assert [one.split(":") for one in service.get("volumes", [])] == [
        [name, f"{INSTALLATION.state}/{name}"] for name in process.folders
    ]
    assert service["secrets"] == [*INSTALLATION.secrets_of(process).values()]
    assert service["restart"] == ("no" if process.once else "unless-stopped")


@pytest.mark.parametrize("process", NAMED)
def test_a_container_has_the_environment_of_its_process(process: Process) -> None:
    given = COMPOSE["services"][process.name]["environment"]
    wanted = {**INSTALLATION.environment, **EVERYWHERE}
    files = INSTALLATION.secrets_of(process)

    assert wanted.items() <= given.items()
    assert {name: f"/run/secrets/{file}" for name, file in files.items()}.items() <= given.items()
    assert ("DATABASE_URL_FILE" in given) == (process.name == "prepare")


@pytest.mark.parametrize("process", NAMED)
def test_a_container_may_do_nothing_else(process: Process) -> None:
    service = COMPOSE["services"][process.name]

    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "cap_add" not in service
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["logging"]["options"]["max-size"]


def test_every_process_that_serves_has_a_health_check_and_waits_for_the_checks() -> None:
    for process in PROCESSES:
        if process.once:
            continue
        service = COMPOSE["services"][process.name]
        probe = service["healthcheck"]["test"][-1]
        wanted = (
            f"http://127.0.0.1:{process.port}/health/live" if process.port else "/tmp/alive"  # noqa: S108  # a container's own
        )
        assert probe == wanted, process.name
        assert service["depends_on"] == {"check": {"condition": "service_completed_successfully"}}


def test_what_watches_is_started_by_its_profile() -> None:
    profiles = {
        name: one["profiles"] for name, one in COMPOSE["services"].items() if "profiles" in one
    }
    assert profiles == {one.name: ["watch"] for one in PROCESSES if one.watches}


def test_only_the_proxy_listens_outside() -> None:
    published = {name for name, one in COMPOSE["services"].items() if "ports" in one}
    assert published == {"proxy"}


def test_every_secret_and_volume_is_declared() -> None:
    services = COMPOSE["services"].values()
    assert {one for service in services for one in service.get("secrets", [])} == set(
        COMPOSE["secrets"]
    )
    assert set(COMPOSE["volumes"]) == {*INSTALLATION.folders, "postgresql"}


def test_no_image_has_a_default() -> None:
    images = {one["image"] for one in COMPOSE["services"].values()}
    assert all(re.fullmatch(r"(ligalo:)?\$\{[A-Z_]+:\?[^}]+\}", one) for one in images), images
    assert re.findall(r"^ARG (.*)", DOCKERFILE, re.MULTILINE) == ["PYTHON_IMAGE"] * 2
    assert set(re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)) == {"${PYTHON_IMAGE}"}


def test_the_image_has_the_user_the_ports_and_the_folders() -> None:
    ports = sorted(one.port for one in PROCESSES if one.port)
    folders = {f"{INSTALLATION.state}/{name}" for name in INSTALLATION.folders}
    volumes = re.search(r"^VOLUME \[(.*)\]", DOCKERFILE, re.MULTILINE)

    assert f"USER {INSTALLATION.uid}:{INSTALLATION.uid}\n" in DOCKERFILE
    assert f"EXPOSE {' '.join(map(str, ports))}\n" in DOCKERFILE
    assert volumes
    assert set(re.findall(r'"([^"]+)"', volumes[1])) == folders
    assert f"WORKDIR {INSTALLATION.code}\n" in DOCKERFILE


def test_make_run_starts_what_serves() -> None:
    serving = {one.name: [*one.command] for one in PROCESSES if not (one.once or one.watches)}
    assert programs() == serving
    assert not serving.keys() & {"metrics", "test-player"}


def test_no_two_workers_have_one_name() -> None:
    names = [word for one in PROCESSES for word in one.command if word.startswith("--hostname=")]
    queues = [word for one in PROCESSES for word in one.command if word.startswith("--queues=")]

    assert len(names) == len(set(names)) == len(queues) == len(set(queues)) == 4
    assert all(name.endswith("@%h") for name in names)


def unit_lines(process: Process) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in render_unit(INSTALLATION, process).splitlines():
        name, equals, value = line.partition("=")
        if equals:
            found.setdefault(name, []).append(value)
    return found


@pytest.mark.parametrize("process", NAMED)
def test_a_unit_is_its_process(process: Process) -> None:
    lines = unit_lines(process)
    environment = dict(one.split("=", 1) for one in lines["Environment"])
    files = INSTALLATION.secrets_of(process)
    folders = [f"ligalo/{name}" for name in process.folders]

    assert lines["User"] == lines["Group"] == ["ligalo"]
    assert lines["ExecStart"] == [
        f"/opt/ligalo/.venv/bin/python {' '.join(process.command).replace('%', '%%')}"
    ]
    assert environment == {
        **INSTALLATION.environment,
        **{name: f"%d/{file}" for name, file in files.items()},
    }
    assert lines["LoadCredential"] == [f"{one}:/etc/ligalo/{one}" for one in files.values()]
    assert lines.get("StateDirectory", [""])[0].split() == folders


@pytest.mark.parametrize("process", NAMED)
def test_a_unit_may_do_nothing_else(process: Process) -> None:
    lines = unit_lines(process)
    assert lines["NoNewPrivileges"] == lines["ProtectHome"] == lines["PrivateTmp"] == ["yes"]
    assert lines["ProtectSystem"] == ["strict"]
    assert lines["CapabilityBoundingSet"] == [""]
    assert ("Requires" in lines) == (not process.once)


@pytest.fixture
def units(tmp_path: Path) -> Path:
    """The units with this project as the code, so that their programs exist."""
    own: Installation = replace(INSTALLATION, code=ROOT, user="root")
    for name, text in render_files(own).items():
        if name.startswith("etc/systemd/system/"):
            (tmp_path / Path(name).name).write_text(text.replace(f"{ROOT}/.venv", str(VENV)))
    return tmp_path


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_systemd_accepts_the_units(units: Path) -> None:
    files = sorted(str(file) for file in units.iterdir())
    ended = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *files],
        check=False,
        capture_output=True,
        text=True,
    )
    ours = [line for line in ended.stderr.splitlines() if str(units) in line or "ligalo" in line]
    assert ours == []


def test_linters_accept_the_image_and_compose() -> None:
    tools = VENV / "bin"
    for command in (
        [str(tools / "hadolint"), "deploy/Dockerfile"],
        [
            str(tools / "check-jsonschema"),
            "--builtin-schema=vendor.compose-spec",
            "deploy/compose.yaml",
        ],
    ):
        ended = subprocess.run(
            [*map(str, command)], check=False, cwd=ROOT, capture_output=True, text=True
        )
        assert ended.returncode == 0, ended.stdout + ended.stderr
