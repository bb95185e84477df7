"""Command line of the library: `python -m blackjack replay FILE`, `… rules [PRESET]`, `… verify FILE`, `… rtp` and more.

`replay` and `rules` print JSON to standard output. Errors are JSON on standard output too, except
those of `verify`. Invalid arguments are reported on standard error, or as JSON if --json is given.
Exit status: 0 answered; 1 a transcript differs or a certificate check failed; 2 the input was
rejected or the output could not be written; 130 interrupted.
"""

import argparse
import io
import json
import os
import re
import sys
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from blackjack.analysis import command_line
from blackjack.presets import PRESETS, preset
from blackjack.reference import reference
from blackjack.replay import build_error, replay
from blackjack.rules import FIELDS, Rules, RulesError
from blackjack.simulation import SimulationError
from blackjack.strict_json import MalformedError
from blackjack.summary import LANGUAGES, summary
from blackjack.verification import verify

_FINE, _DIFFERENT, _REFUSED, _INTERRUPTED = 0, 1, 2, 130


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit status."""
    if sys.stdout is None:
        return _report_failure("standard output is closed")
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Output may contain characters that the terminal's encoding lacks.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        return _run(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        return _INTERRUPTED
    except OSError as error:
        # Python flushes stdout at exit: redirect it, or the write fails again. A closed pipe needs no message.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _REFUSED if isinstance(error, BrokenPipeError) else _report_failure(str(error))


def _run(arguments: list[str]) -> int:
    try:
        given = _parser().parse_args(arguments)
        return int(given.run(given, _say))
    except _UsageError as error:
        if "--json" not in arguments:
            return _report_failure(str(error))
        _say_json(build_error("invalid_case", str(error)))
    except (command_line.RefusedError, SimulationError) as error:
        _say_json(build_error(error.code, str(error)))
    return _REFUSED


class _UsageError(ValueError):
    """Invalid arguments."""


class _Parser(argparse.ArgumentParser):
    """Argument parser that raises `_UsageError` instead of exiting."""

    def error(self, message: str) -> NoReturn:
        raise _UsageError(f"{message} (try --help)")


def _report_failure(problem: str) -> int:
    """Write the problem to stderr, if that is open, and return the exit status."""
    if sys.stderr is not None:
        sys.stderr.write(f"python -m blackjack: {problem}\n")
    return _REFUSED


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m blackjack",
        description="Blackjack by any rules, with cards that are given: no clock, no chance, no database.",
        epilog="Exit status: 0 answered, 1 a transcript differs or a certificate's check failed, 2 refused. COMMAND --help says more.",
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    play = _add_command(commands, "replay", "play one round from a file", _REPLAY_HELP)
    play.add_argument("--batch", action="store_true", help="one case per line, one answer per line")
    play.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        default="-",
        help="the case as JSON, or - for standard input",
    )
    play.set_defaults(run=_replay)
    show = _add_command(commands, "rules", "print a rule set, or all of them", _RULES_HELP)
    show.add_argument("preset", metavar="PRESET", nargs="?", help=" or ".join(PRESETS))
    show.set_defaults(run=_rules)
    page = _add_command(
        commands, "reference", "print the rules reference as Markdown", _REFERENCE_HELP
    )
    page.set_defaults(run=_reference)
    command_line.add_commands(partial(_add_command, commands))
    check = _add_command(commands, "verify", "recompute everything in a transcript", _VERIFY_HELP)
    check.add_argument("file", metavar="FILE", help="the transcript, or - for standard input")
    check.add_argument(
        "--commitment",
        metavar="HEX",
        type=_commitment,
        help="the commitment that you saw before the shoe was dealt, to compare the transcript with",
    )
    check.set_defaults(run=_verify)
    return parser


_REPLAY_HELP = (
    "Play one round: rules, bets, cards in the order drawn and decisions in, the state of the round out. Actions that "
    "end before the round does show whose turn it is and what is legal. A case that cannot be played is answered with "
    "an error object and exit status 2; of a batch every line is answered and the status is 0."
)
_RULES_HELP = (
    "Print a rule set as JSON: its summary, its digest, every field with its value, and what each field means and may "
    "hold. Without PRESET, all house rule sets. An unknown one is answered with an error object and exit status 2."
)
_REFERENCE_HELP = "Print docs/rules-reference.md: every field with its default and meaning, and all house rule sets."
_VERIFY_HELP = (
    "Recompute the transcript of a closed shoe: commitment, every card, decision and payout. One line per check; exit "
    "status 0 where all are right, 1 after the first difference, 2 on what is no transcript. The last line of a sound "
    "transcript says what it was compared with: the commitment you gave, or nothing but itself. Whoever makes a transcript "
    "up whole makes one that agrees with itself; only a commitment that you know from elsewhere shows that."
)


def _add_command(
    commands: Any, name: str, summed_up: str, described: str
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        name, help=summed_up, description=described
    )
    return parser


def _verify(given: argparse.Namespace, _: command_line.Say) -> int:
    try:
        checks = verify(_read_content(given.file), given.commitment)
    except (MalformedError, OSError) as error:
        _say(f"not a transcript: {error}")
        return _REFUSED
    passed = True
    for check in checks:
        _say(str(check))
        passed = check.passed
    if not passed:
        return _DIFFERENT
    with_what = "nothing but itself" if given.commitment is None else "the commitment you gave"
    _say(f"compared: with {with_what}")
    return _FINE


def _commitment(text: str) -> str:
    if re.fullmatch(r"[0-9a-fA-F]{64}", text) is None:
        raise argparse.ArgumentTypeError("a commitment is 64 hex digits")
    return text.lower()


def _replay(given: argparse.Namespace, _: command_line.Say) -> int:
    try:
        if given.batch:
            return _replay_lines(given.file)
        answer = replay(_read_content(given.file))
    except OSError as error:
        answer = build_error("invalid_case", str(error))
    _say_json(answer)
    return _REFUSED if "error" in answer else _FINE


def _rules(given: argparse.Namespace, _: command_line.Say) -> int:
    fields = {
        name: {"meaning": field.meaning, "allowed": field.allowed.text}
        for name, field in FIELDS.items()
    }
    try:
        if given.preset is None:
            shown = {name: _describe_rules(rules) for name, rules in PRESETS.items()}
            answer: dict[str, Any] = {"presets": shown, "fields": fields}
        else:
            answer = {
                "preset": given.preset,
                **_describe_rules(preset(given.preset)),
                "fields": fields,
            }
    except RulesError as error:
        _say_json(build_error(error.code, str(error)))
        return _REFUSED
    _say_in_utf_8(json.dumps(answer, indent=2, ensure_ascii=False))
    return _FINE


def _reference(_given: argparse.Namespace, _: command_line.Say) -> int:
    _say_in_utf_8(reference().rstrip("\n"))
    return _FINE


def _describe_rules(rules: Rules) -> dict[str, Any]:
    lines = {language: summary(rules, language) for language in LANGUAGES}
    return {"summary": lines, "digest": rules.digest, "rules": rules.to_dict()}


def _replay_lines(file: str) -> int:
    with _standard_input() if file == "-" else Path(file).open("rb") as lines:
        for line in lines:
            _say_json(replay(line.rstrip(b"\r\n")))
    return _FINE


def _read_content(file: str) -> bytes:
    return _standard_input().read() if file == "-" else Path(file).read_bytes()


def _standard_input() -> BinaryIO:
    if sys.stdin is None:
        raise OSError("standard input is closed")
    return sys.stdin.buffer


def _say_json(answer: dict[str, Any]) -> None:
    _say(json.dumps(answer))


def _say_in_utf_8(document: str) -> None:
    """Print a document as UTF-8, regardless of the terminal's encoding."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    _say(document)


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
