"""The library on the command line: `python -m blackjack verify FILE` and `… replay FILE`."""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from blackjack.replay import refused, replay
from blackjack.strict_json import MalformedError
from blackjack.verification import verify

_FINE, _DIFFERENT, _REFUSED, _INTERRUPTED = 0, 1, 2, 130


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit status."""
    if sys.stdout is None:
        return _gave_up("standard output is closed")
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Documents, and the house's name, may hold what the terminal's encoding has no sign for.
        sys.stdout.reconfigure(errors="backslashreplace")
    given = _parser().parse_args(arguments)
    try:
        return int(given.run(given))
    except KeyboardInterrupt:
        return _INTERRUPTED
    except OSError as error:
        # What could not be written must not fail again at exit. A reader that has gone needs no word.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _REFUSED if isinstance(error, BrokenPipeError) else _gave_up(str(error))


class _Parser(argparse.ArgumentParser):
    """A parser whose complaint is one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(_gave_up(f"{message} (try --help)"))


def _gave_up(problem: str) -> int:
    """Say on standard error, if there is one, why there is no answer, and return the status for it."""
    if sys.stderr is not None:
        sys.stderr.write(f"python -m blackjack: {problem}\n")
    return _REFUSED


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m blackjack", description="Lígalo blackjack")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    check = commands.add_parser("verify", help="recompute everything in a shoe's transcript")
    check.add_argument("file", metavar="FILE", help="the transcript, or - for standard input")
    check.set_defaults(run=_verify)
    play = commands.add_parser("replay", help="play one round from a file")
    play.add_argument("--batch", action="store_true", help="one case per line, one answer per line")
    play.add_argument("file", metavar="FILE", nargs="?", default="-", help="the case, or -")
    play.set_defaults(run=_replay)
    return parser


def _verify(given: argparse.Namespace) -> int:
    try:
        checks = verify(_content(given.file))
    except (MalformedError, OSError) as error:
        _say(f"not a transcript: {error}")
        return _REFUSED
    passed = True
    for check in checks:
        _say(str(check))
        passed = check.passed
    return _FINE if passed else _DIFFERENT


def _replay(given: argparse.Namespace) -> int:
    try:
        if given.batch:
            return _replay_lines(given.file)
        answer = replay(_content(given.file))
    except OSError as error:
        answer = refused("invalid_case", str(error))
    _say_json(answer)
    return _REFUSED if "error" in answer else _FINE


def _replay_lines(file: str) -> int:
    with _standard_input() if file == "-" else Path(file).open("rb") as lines:
        for line in lines:
            _say_json(replay(line.rstrip(b"\r\n")))
    return _FINE


def _content(file: str) -> bytes:
    return _standard_input().read() if file == "-" else Path(file).read_bytes()


def _standard_input() -> BinaryIO:
    if sys.stdin is None:
        raise OSError("standard input is closed")
    return sys.stdin.buffer


def _say_json(answer: dict[str, Any]) -> None:
    _say(json.dumps(answer))


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
