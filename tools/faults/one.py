"""One fault in a process of its own: a fresh server, the fault, the reconciliation, the result in a file."""

import argparse
import importlib
import os
import sys
import time
import traceback
from pathlib import Path

from tools.faults.registry import FAULTS, folder_name
from tools.faults.report import Result
from tools.faults.server import Database, House
from tools.launch.processes import StopRequested, stop_signals


def main(arguments: list[str]) -> int:
    """Run one fault; the result is stored where the parent process reads it."""
    parser = argparse.ArgumentParser(prog="python -m tools.faults.one")
    parser.add_argument("fault", choices=FAULTS)
    parser.add_argument("--house", type=Path, required=True)
    parser.add_argument("--seconds", type=float, required=True)
    asked = parser.parse_args(arguments)
    try:
        with stop_signals():
            _make(asked.fault, House(asked.house), asked.seconds)
    except StopRequested:
        return 130
    return 0


def _make(name: str, house: House, seconds: float) -> None:
    folder = house.folder / f"{folder_name(name)}.stage"
    folder.mkdir()
    database = Database(house, house.copy(folder_name(name)))
    began, result = time.monotonic(), Result(name)
    try:
        database.start()
        result = _on_stage(name, folder, database, seconds)
    except Exception as error:  # noqa: BLE001  # every error is reported in the table
        traceback.print_exc(file=sys.stderr)
        result.problems.append(f"{type(error).__name__}: {' '.join(str(error).split())}")
    finally:
        database.stop()
    result.seconds = time.monotonic() - began
    result.save(folder / "result.json")


def _on_stage(name: str, folder: Path, database: Database, seconds: float) -> Result:
    urls = database.house.urls(database.server)
    os.environ.update(database.house.environment(urls, folder))
    os.environ |= {"DJANGO_SETTINGS_MODULE": "tools.faults.settings"}
    os.environ |= {"LOG_FILE": str(folder / "clients.log")}
    import django  # noqa: PLC0415  # its settings need the server's URL

    django.setup()
    from tools.faults import ledger, stage  # noqa: PLC0415  # as above

    module, function = FAULTS[name].split(".")
    made = stage.Stage(name, folder, database, seconds)
    getattr(importlib.import_module(f"tools.faults.cases.{module}"), function)(made)
    if not made.result.not_run:
        made.tell("comparing the books with the ledger")
        ledger.renew_connection()
        database.wait_until_idle()
        ledger.settle_result(made.result, made.books)
    return made.result


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
