"""Processor time of a process and everything it started, as Linux counts it."""

import os
from pathlib import Path

_PARENT, _OWN, _REAPED = 1, slice(11, 13), slice(13, 15)


def processor_time(process: int) -> float:
    """Seconds of `process`, its children that live, and those that it has reaped.

    Raises FileNotFoundError where there is no /proc.
    """
    while True:
        reaped = sum(map(int, _fields(process)[_REAPED]))
        own = sum(sum(map(int, fields[_OWN])) for fields in [_fields(process), *_children(process)])
        if sum(map(int, _fields(process)[_REAPED])) == reaped:  # or a child ended meanwhile
            return (own + reaped) / os.sysconf("SC_CLK_TCK")


def _children(process: int) -> list[list[str]]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = _fields(int(folder.name))
        except (FileNotFoundError, ProcessLookupError):  # it ended meanwhile
            continue
        if fields[_PARENT] == str(process):
            found.append(fields)
    return found


def _fields(process: int) -> list[str]:
    """The line of a process after its name, which may hold anything."""
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
