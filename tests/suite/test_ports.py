"""Port allocation: no two test processes get the same port, even of different runs."""

import subprocess
import sys
from contextlib import ExitStack

from tools.launch.layout import ROOT

ASK = """
import sys
from tests.fixtures.ports import free_port
print(*(free_port() for _ in range(100)), flush=True)
sys.stdin.read()
"""


def test_processes_have_ports_of_their_own() -> None:
    with ExitStack() as stack:
        asked = [
            stack.enter_context(
                subprocess.Popen(
                    [sys.executable, "-c", ASK],
                    cwd=ROOT,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                )
            )
            for _ in range(4)
        ]
        lines = [process.stdout.readline() for process in asked if process.stdout]
        ports = [set(line.split()) for line in lines]  # read while all processes still run

    assert all(ports)
    assert sum(map(len, ports)) == len(set.union(*ports))
