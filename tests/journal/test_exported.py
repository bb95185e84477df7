"""The chain of events as a file: an outsider checks it with that file alone."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from journal.__main__ import main
from journal.exported import problems
from journal.models import Link
from launch.layout import ROOT
from tests.journal.chains import chain_all
from tests.journal.test_chain import some

pytestmark = pytest.mark.committed


def exported(folder: Path) -> Path:
    some()
    chain_all()
    file = folder / "events.jsonl"
    call_command("export_events", str(file))
    return file


def test_a_file_holds_and_is_checked_without_django(tmp_path: Path) -> None:
    file = exported(tmp_path)
    head = bytes(Link.objects.latest("n").hash).hex()
    assert len(file.read_text().splitlines()) == Link.objects.count()
    contents = [json.loads(json.loads(line)["content"]) for line in file.read_text().splitlines()]
    assert "round_cancelled" in {one.get("kind") for one in contents}
    without = "import sys; sys.modules['django'] = None; from journal.__main__ import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", without, str(file), "--head", head],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "Every link holds.\n"), done.stderr


def test_what_was_changed_taken_out_or_cut_off_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = exported(tmp_path)
    head = bytes(Link.objects.latest("n").hash).hex()
    lines = file.read_text().splitlines()
    changed = [line.replace("round 2", "round 9") for line in lines]
    assert [one for one in problems(changed) if "not what was chained" in one]
    assert [one for one in problems(lines[:2] + lines[3:]) if "does not follow" in one]
    assert [one for one in problems(lines[:-1], head) if "not the head" in one]
    assert list(problems(["x"])) == ["line 1: is no link", "there is no link"]
    assert list(problems(lines[2:], head)) == []  # a part holds by itself
    file.write_text("\n".join(changed))
    assert main([str(file)]) == 1
    assert "BROKEN link" in capsys.readouterr().out
