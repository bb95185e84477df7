"""`make faults`: causes every fault in turn and prints the results; exit status 1 if anything was lost or doubled."""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tools.faults.registry import FAULTS, folder_name
from tools.faults.report import Result, exit_status, format_table, read_result
from tools.faults.server import House
from tools.launch import layout
from tools.launch.console import Refusal
from tools.launch.processes import (
    ProgramFailed,
    StopRequested,
    reap,
    send_signal,
    spawn,
    stop_signals,
)

SECONDS = 15.0
LONGEST = 180.0  # seconds beyond its load until a fault counts as hung


def main(arguments: list[str]) -> int:
    """Run the requested faults; the table goes to stdout, progress to stderr."""
    parser = argparse.ArgumentParser(prog="make faults", description=__doc__)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="load for each fault")
    parser.add_argument(
        "--only", nargs="+", choices=[folder_name(name) for name in FAULTS], default=()
    )
    parser.add_argument("--keep", action="store_true", help="leave books, logs and data behind")
    asked = parser.parse_args(arguments)
    names = [name for name in FAULTS if not asked.only or folder_name(name) in asked.only]
    house = House(Path(tempfile.mkdtemp(prefix="ligalo-faults-")))
    house.folder.chmod(0o755)  # the database's system user needs access
    try:
        with stop_signals():
            return _run(house, names, asked.seconds)
    except StopRequested:
        _tell("stopped")
        return 130
    except (Refusal, ProgramFailed) as refusal:
        _tell(f"Lígalo: {refusal}")
        return 1
    finally:
        if asked.keep:
            _tell(f"everything is in {house.folder}")
        else:
            house.remove()


def _run(house: House, names: list[str], seconds: float) -> int:
    began = time.monotonic()
    _tell("preparing a server that all others are copies of")
    house.prepare()
    house.collect_static()
    results = []
    for number, name in enumerate(names, 1):
        _tell(f"[{number}/{len(names)}, {time.monotonic() - began:.0f} s] {name}")
        results.append(_one(house, name, seconds))
        verdict = results[-1].not_run or ("survived" if results[-1].survived else "FAILED")
        _tell(f"    {verdict}")
    print(format_table(results))
    for result in results:
        for problem in result.problems[:5]:
            print(f"{result.fault}: {problem}")
    print(f"{time.monotonic() - began:.0f} s, load of the machine {os.getloadavg()[0]:.1f}")
    return exit_status(results)


def _one(house: House, name: str, seconds: float) -> Result:
    line = [str(layout.PYTHON), "-W", "ignore", "-m", "tools.faults.one", name]
    line += ["--house", str(house.folder), "--seconds", str(seconds)]
    process = spawn(line, folder=layout.ROOT, environment=os.environ)
    ended = False
    try:
        process.wait(timeout=seconds * 3 + LONGEST)
        ended = True
    except subprocess.TimeoutExpired:
        _tell("    it hangs: stopped")
    finally:  # on SIGTERM it stops its own processes; SIGKILL would leave them running
        send_signal(process, signal.SIGTERM)
        reap(process, seconds=60)
    file = house.folder / f"{folder_name(name)}.stage" / "result.json"
    if ended and file.exists():
        result = read_result(file)
    else:
        why = f"status {process.returncode}" if ended else "it hung"
        result = Result(name, problems=[f"the fault's process ended without a result: {why}"])
    if result.survived:
        shutil.rmtree(house.template.folder.with_name(folder_name(name)), ignore_errors=True)
    return result


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
