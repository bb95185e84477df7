"""The exported event chain: an outsider verifies it with the file alone."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.urls import reverse

from accounts.roles.values import Role
from journal.exported import find_problems, main
from journal.models import Event, EventKind, Link
from journal.services.exporting import read_verifier_source
from tests.accounts.staff import inside, staff
from tests.journal.chains import chain_all
from tests.journal.test_chain import some

pytestmark = pytest.mark.committed


def exported(folder: Path) -> Path:
    some()
    chain_all()
    file = folder / "events.jsonl"
    call_command("export_events", str(file))
    return file


def test_a_file_holds_and_is_checked_with_one_file_of_python(tmp_path: Path) -> None:
    file = exported(tmp_path)
    head = bytes(Link.objects.latest("n").hash).hex()
    assert len(file.read_text().splitlines()) == Link.objects.count()
    contents = [json.loads(json.loads(line)["content"]) for line in file.read_text().splitlines()]
    assert "round_cancelled" in {one.get("kind") for one in contents}
    assert verified(tmp_path, file, "--head", head) == (0, "Every link holds.\n")


def verified(folder: Path, file: Path, *more: str) -> tuple[int, str]:
    """Return exit status and output of the single-file verifier, run in an otherwise empty folder with Python alone."""
    alone = folder / "alone"
    alone.mkdir(exist_ok=True)
    (alone / "verify_events.py").write_text(read_verifier_source())
    done = subprocess.run(
        [sys.executable, "-I", "-S", "verify_events.py", str(file), *more],
        cwd=alone,
        env={},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    return done.returncode, done.stdout


def test_the_download_can_be_verified_alone(tmp_path: Path) -> None:
    some()
    chain_all()
    client = inside(staff(Role.AUDITOR))
    page = client.get(reverse("events:integrity")).text
    assert reverse("events:chain_file") in page
    program = client.get(reverse("events:verifier"))
    assert program.text == read_verifier_source()
    answer: Any = client.post(reverse("events:chain_file"), {"after": ""})
    lines = b"".join(answer.streaming_content).decode().splitlines()
    assert len(lines) == Link.objects.count()
    first = json.loads(lines[0])
    assert list(first) == ["n", "source", "code", "content", "previous", "hash"]
    assert "round_cancelled" in {json.loads(line)["code"] for line in lines}
    taken = Event.objects.get(kind=EventKind.EXPORT_DOWNLOADED)
    assert (taken.subject, taken.data["after"]) == ("export chain", 0)

    file = tmp_path / "events.jsonl"
    file.write_text("\n".join(lines) + "\n")
    assert verified(tmp_path, file)[0] == 0
    file.write_text("\n".join(lines).replace('"code": "round_cancelled"', '"code": "logged_in"'))
    code, told = verified(tmp_path, file)
    assert (code, "its code is not that of its content" in told) == (1, True)

    rest: Any = client.post(reverse("events:chain_file"), {"after": "2"})
    assert len(b"".join(rest.streaming_content).splitlines()) == len(lines) - 2
    assert client.post(reverse("events:chain_file"), {"after": "x"}).status_code == 400
    player = inside(staff(Role.CASHIER))
    assert player.post(reverse("events:chain_file"), {"after": ""}).status_code == 403


def test_changed_removed_and_cut_lines_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = exported(tmp_path)
    head = bytes(Link.objects.latest("n").hash).hex()
    lines = file.read_text().splitlines()
    changed = [line.replace("round 2", "round 9") for line in lines]
    assert [one for one in find_problems(changed) if "not what was chained" in one]
    assert [one for one in find_problems(lines[:2] + lines[3:]) if "does not follow" in one]
    assert [one for one in find_problems(lines[:-1], head) if "not the head" in one]
    assert list(find_problems(["x"])) == ["line 1: is no link", "there is no link"]
    assert list(find_problems(lines[2:], head)) == []  # a part can be verified by itself
    file.write_text("\n".join(changed))
    assert main([str(file)]) == 1
    assert "BROKEN link" in capsys.readouterr().out
