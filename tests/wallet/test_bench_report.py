"""The report of `make bench-ledger` shows the measured figures."""

import subprocess
import sys
from pathlib import Path

import pytest

from tools.benchmarks.ledger_report import WAYS, Run, Size, format_table, summarise_run
from tools.benchmarks.processor import processor_time

_STARTS = """
import subprocess, sys
burn = [sys.executable, '-c', sys.argv[1]]
subprocess.run(burn, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
alive = subprocess.Popen(burn, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
print(alive.stdout.readline(), flush=True)
sys.stdin.read()
alive.communicate()
"""
_BURN = "import sys, time\nwhile time.process_time() < 0.5: pass\nprint('done', flush=True)\nsys.stdin.read()"


def _size(entries: int, *rates: float) -> Size:
    runs = [Run(rate, 1.0, 2.0, 10, cpu=400.0, wal=1500.0) for rate in rates]
    return Size(entries, {(name, 8): [run] for name, run in zip(WAYS, runs, strict=True)})


def test_latencies_are_reduced_to_their_rate_and_parts() -> None:
    run = summarise_run(2.0, [*range(100, 0, -1)])
    assert (run.rate, run.count, run.p50, run.p99) == (50.0, 100, 0.051, 0.1)


def test_a_slice_without_a_transfer_is_no_measurement() -> None:
    with pytest.raises(SystemExit):
        summarise_run(2.0, [])


def test_the_table_shows_ratios_and_their_growth() -> None:
    shown = format_table([_size(10, 1000, 1100, 600), _size(5000, 800, 990, 300)], [8]).splitlines()
    assert len(shown) == 2 + 6
    assert shown[3] == "| 10 | 8 | post() | 1,100 | 1.10 | 1.00 | 2.00 | 400 | 1.5 |  |  |"
    assert shown[6].endswith("| post() | 990 | 1.24 | 1.00 | 2.00 | 400 | 1.5 | 0.90 | 1.12 |")
    assert shown[7].endswith("| Django | 300 | 0.38 | 1.00 | 2.00 | 400 | 1.5 | 0.50 | 0.62 |")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="Linux counts it in /proc")
def test_processor_time_counts_children_that_live_and_that_have_ended() -> None:
    own = subprocess.Popen(
        [
            sys.executable,
            "-c",
            _STARTS,
            _BURN,
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        assert own.stdout is not None
        assert b"done" in own.stdout.readline()
        assert processor_time(own.pid) >= 0.95
    finally:
        own.communicate()
