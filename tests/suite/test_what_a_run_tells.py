"""Reports of a test run: time by kind of test, and what failed browser tests leave."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.exhaustive import slow_but_every
from tests.fixtures import failures
from tests.fixtures.failures import Evidence
from tests.fixtures.site import Site
from tools.launch.layout import ROOT

TESTS = """
import pytest

@pytest.mark.parametrize("speed", ["slow"])
def test_of_a_slow_thing(speed): pass

@pytest.mark.slow
def test_that_is_slow(): pass

@pytest.mark.browser
def test_in_a_browser(evidence):
    evidence.console.append("log: so it was")
    assert False

class Server:
    def output(self): return "said before it ended"
    def logged(self): return "noted"
    def said_by_others(self): return {"dealer.console": "dealt"}

@pytest.fixture(scope="session")
def serving(): return Server()

@pytest.fixture
def site(serving): assert False, "it does not start"

@pytest.mark.browser
def test_without_a_site(evidence, site): pass
"""
SETTINGS = """
from pathlib import Path
from tests.fixtures import failures
failures.ROOT = Path(__file__).parent
failures.FOLDER = failures.ROOT / "left"
"""


def run_suite(folder: Path, *options: str, tests: str = TESTS) -> str:
    """Run failing tests in this folder with the suite's plugins; return what pytest printed."""
    (folder / "conftest.py").write_text(SETTINGS)
    (folder / "test_three.py").write_text(tests)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers =\n  slow\n  browser\n")
    plugins = (f"-ptests.fixtures.{name}" for name in ("needs", "timings", "failures"))
    command = [
        sys.executable,
        "-m",
        "pytest",
        *plugins,
        "-pno:cacheprovider",
        *options,
        str(folder),
    ]
    ended = subprocess.run(
        command,
        check=False,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
    )
    assert ended.returncode == pytest.ExitCode.TESTS_FAILED, ended.stdout + ended.stderr
    return ended.stdout


@pytest.mark.parametrize("workers", slow_but_every(2, ["-n0", "-n2"]))
def test_each_test_is_counted_by_its_own_markers(tmp_path: Path, workers: str) -> None:
    said = run_suite(tmp_path, "--timings", workers)

    table = said[said.index("where the time went") :].splitlines()
    counted = {line[:24].strip(): line[24:31].strip() for line in table[2:]}
    assert {kind: counted.get(kind) for kind in ("pure", "sweeps", "browser")} == {
        "pure": "1",
        "sweeps": "1",
        "browser": "1",
    }
    assert "start-up and collection" in counted


@pytest.mark.slow
def test_a_worker_that_crashes_is_counted_too(tmp_path: Path) -> None:
    crash = "import os\ndef test_that_ends_its_worker(): os._exit(3)\n"

    said = run_suite(tmp_path, "--timings", "-n1", tests=crash)

    assert "with a crashed worker" in said[said.index("where the time went") :]
    assert "1 failed" in said


def test_a_failed_test_names_what_it_has_left_and_no_earlier_run_has_left_anything(
    tmp_path: Path,
) -> None:
    (tmp_path / "left" / "test_of_yesterday").mkdir(parents=True)

    said = run_suite(tmp_path, "-n0")

    left = [path for path in (tmp_path / "left").rglob("*") if path.is_file()]
    assert {(path.name, path.read_text()) for path in left} == {
        ("console.txt", "log: so it was"),
        ("console.txt", ""),
        ("server.txt", "said before it ended"),
        ("server.log", "noted"),
        ("dealer.console", "dealt"),
    }
    assert [path for path in left if str(path.relative_to(tmp_path)) not in said] == []
    assert not (tmp_path / "left" / "test_of_yesterday").exists()


def test_a_failed_test_leaves_its_pages_its_console_and_the_servers_log(
    page: Page,
    browser: Browser,
    site: Site,
    evidence: Evidence,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(failures, "FOLDER", tmp_path)
    page.goto("/help/")
    page.evaluate("console.log('so it was')")
    (site.folder / "another.console").write_text("dealt")

    evidence.leave("tests/a/test_b.py::test_c[d e]", browser, site)

    left = {path.name: path for path in tmp_path.rglob("*.*")}
    assert set(left) >= {"page-1.html", "page-1.png", "console.txt", "server.txt", "server.log"}
    assert left["page-1.html"].read_text().startswith(f"<!-- {site.url}/help/ -->")
    assert left["page-1.png"].read_bytes().startswith(b"\x89PNG")
    assert left["console.txt"].read_text() == "log: so it was"
    assert "/help/" in left["server.log"].read_text()
    assert left["another.console"].read_text() == "dealt"


def test_no_two_tests_share_a_folder() -> None:
    long = "tests/a/test_b.py::test_c[" + "x" * 200
    names = {failures._folder_of(test) for test in (long + "1]", long + "2]", long + "3")}
    assert len(names) == 3
