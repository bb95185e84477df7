"""Programs that the fault runs start."""

from importlib import import_module
from pathlib import Path

from tools.faults import site, work


def test_the_worker_knows_the_tasks_of_the_faults(tmp_path: Path) -> None:
    (line,) = (
        part for part in site.prepare_worker(tmp_path, {}).line if part.startswith("--include=")
    )

    assert import_module(line.removeprefix("--include=")) is work
