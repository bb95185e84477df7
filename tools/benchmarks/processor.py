"""Processor time of a process and its children, from Linux's /proc."""

import os
from pathlib import Path

_PARENT, _OWN, _REAPED = 1, slice(11, 13), slice(13, 15)


def processor_time(process: int) -> float:
    """Return the seconds of `process`, its live children and those it has reaped.

    Raises FileNotFoundError without /proc.
    """
    while True:
        reaped = sum(map(int, _fields(process)[_REAPED]))
        own = sum(sum(map(int, fields[_OWN])) for fields in [_fields(process), *_children(process)])
        if sum(map(int, _fields(process)[_REAPED])) == reaped:  # else a child ended in between
            return (own + reaped) / os.sysconf("SC_CLK_TCK")


def _children(process: int) -> list[list[str]]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = _fields(int(folder.name))
        except (FileNotFoundError, ProcessLookupError):  # the process has ended
            continue
        if fields[_PARENT] == str(process):
            found.append(fields)
    return found


def _fields(process: int) -> list[str]:
    """Return the fields of /proc/…/stat after the name, which may contain anything."""
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
