"""The launcher's commands and exit statuses: a refusal is one line and status 1."""

import argparse
import sys
from collections.abc import Callable, Sequence

from tools.launch import checks, client, faults, release, secret_files, site, suite, units, upkeep
from tools.launch.console import Console, Refusal
from tools.launch.processes import ProgramFailed, StopRequested, stop_signals

COMMANDS: dict[str, Callable[[Console, list[str]], int]] = {
    "run": site.run,
    "setup": site.setup,
    "manage": site.manage,
    "test": suite.run,
    "test-all": suite.run_all,
    "check": checks.run,
    "faults": faults.run,
    "lock": upkeep.lock,
    "messages": upkeep.messages,
    "packages": upkeep.install_packages,
    "client": client.build_wheel,
    "client-code": client.generate_code,
    "manifest": release.write_manifest,
    "collect-static": release.collect_static,
    "release-commit": release.record_commit,
    "install-units": units.install,
    "make-secrets": secret_files.make,
}


def main(arguments: Sequence[str]) -> int:
    """Run one command and return its exit status."""
    parser = argparse.ArgumentParser(prog="python3 -m tools.launch")
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("rest", nargs=argparse.REMAINDER, help="handed on to pytest or manage.py")
    chosen = parser.parse_args(arguments)
    console = Console()
    try:
        with stop_signals():
            return COMMANDS[chosen.command](console, chosen.rest)
    except StopRequested:
        console.say("Stopped.")
        return 0 if chosen.command == "run" else 130
    except (Refusal, ProgramFailed) as refusal:
        return _refused(str(refusal))
    except OSError as error:  # for example a full disk; the file name tells more
        return _refused(f"{error.filename or 'The system'}: {error.strerror or error}")


def _refused(why: str) -> int:
    sys.stdout.flush()
    print(f"Lígalo: {why}", file=sys.stderr)
    return 1
