"""`manage.py judge_signals FILE`: judge players of a file by the signals, without the database."""

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any, BinaryIO, Final

from django.core.management.base import CommandError, CommandParser

from journal.management.english_commands import EnglishCommand
from signals.catalogue import SIGNALS
from signals.definition import Signal, SignalScope, ThresholdError
from signals.judging import judge_looks
from signals.outcomes import Outcome, OutcomeStatus
from signals.reading.groups import GroupOutcome, GroupReader
from signals.reading.players import LineProblem, PlayerRead, read_players
from signals.scores import compute_hold_score, compute_score

_STDIN: Final = "-"
_DEVIATIONS: Final = "INT1"
_OTHERS_SHOWN: Final = 20


@dataclass(slots=True)
class _Summary:
    """What is kept of a player until the end of the file."""

    read: Mapping[str, Any]
    flags: dict[str, Signal[Any]] = field(default_factory=dict)


class Command(EnglishCommand):
    """Prints a JSON object per outcome, then one per player with the score; exits 1 if a line could not be read.

    The format of the file is in docs/signals.md. Nothing is read from the database or written to it.
    """

    help = "Judge the players of a file of JSON lines by the fraud signals; writes nothing."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="JSON lines as in docs/signals.md; - reads stdin")
        parser.add_argument("--signals", metavar="CC1,EDGE", help="only these signals")
        parser.add_argument(
            "--looks",
            choices=("last", "all"),
            default="all",
            help="outcomes of all looks that a player reached, or of the last one",
        )
        parser.add_argument(
            "--threshold",
            action="append",
            default=[],
            metavar="CC1.level=0.3",
            help="a threshold instead of its default; may be repeated",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Judge each line as it is read."""
        chosen = _choose_signals(options["signals"])
        thresholds = _read_thresholds(options["threshold"], chosen)
        summaries: dict[str, _Summary] = {}
        groups = GroupReader()
        problems = 0
        with _open_file(options["file"]) as file:
            for read in read_players(file, with_deviations=_DEVIATIONS in chosen):
                if isinstance(read, LineProblem):
                    problems += 1
                    self._print(line=read.line, error=read.problem, where=read.where)
                    continue
                summary = _Summary(_describe_read(read))
                summaries[read.history.player] = summary
                groups.add(read)
                for signal in chosen.values():
                    if signal.scope is SignalScope.PLAYER:
                        self._judge_player(signal, read, thresholds, summary, options["looks"])
        for found in groups.judge(thresholds):
            if found.signal in chosen:
                self._print_common(found, chosen[found.signal], summaries)
        for player, summary in summaries.items():
            self._print_summary(player, summary)
        if problems:
            raise CommandError(f"{problems} lines could not be read.")

    def _judge_player(
        self,
        signal: Signal[Any],
        read: PlayerRead,
        thresholds: Mapping[str, Mapping[str, float]],
        summary: _Summary,
        looks: str,
    ) -> None:
        player, given = read.history.player, thresholds[signal.id]
        for look in judge_looks(signal, read.history, given, last_only=looks == "last"):
            self._print_outcome(player, signal, look.outcome, [look.first, look.end])
            if look.outcome.status is OutcomeStatus.FLAGGED:
                summary.flags[signal.id] = signal

    def _print_common(
        self, found: GroupOutcome, signal: Signal[Any], summaries: Mapping[str, _Summary]
    ) -> None:
        """Print the outcome of linked accounts or of a pair once for each of them."""
        shown = found.players[: _OTHERS_SHOWN + 1]
        for player in found.players:
            others = [name for name in shown if name != player][:_OTHERS_SHOWN]
            flagged = found.outcome.status is OutcomeStatus.FLAGGED
            rounds = found.rounds.get(player, []) if flagged else []
            self._print_outcome(player, signal, found.outcome, None, rounds=rounds, others=others)
            if flagged:
                summaries[player].flags[signal.id] = signal

    def _print_outcome(
        self,
        player: str,
        signal: Signal[Any],
        outcome: Outcome,
        look: list[int] | None,
        **other: object,
    ) -> None:
        flagged = outcome.status is OutcomeStatus.FLAGGED
        values = {
            "player": player,
            "signal": signal.id,
            "version": signal.version,
            "status": outcome.status.value,
            "n": outcome.n,
            "look": look,
            "figures": {name: _number(value) for name, value in outcome.figures.items()},
            "reason": outcome.reason,
            "reason_text": str(signal.reasons.get(outcome.reason, "")),
            "sentence": signal.sentence(outcome) if flagged else "",
            "score": signal.severity if flagged else 0,
            "opens": signal.opens if flagged else None,
            "moments": outcome.moments.tolist() if flagged else [],
            "rounds": outcome.rounds.tolist() if flagged else [],
        }
        self._print(**{**values, **other})

    def _print_summary(self, player: str, summary: _Summary) -> None:
        flags = [(signal.id, signal.family, signal.severity) for signal in summary.flags.values()]
        self._print(
            player=player,
            summary=True,
            score=compute_score(flags),
            hold_score=compute_hold_score(flags),
            flags=sorted(summary.flags),
            **summary.read,
        )

    def _print(self, **values: object) -> None:
        self.stdout.write(json.dumps(values, ensure_ascii=False))


@contextmanager
def _open_file(name: str) -> Iterator[BinaryIO]:
    if name == _STDIN:
        yield sys.stdin.buffer
        return
    try:
        file = Path(name).open("rb")  # noqa: SIM115 - closed below; only opening it may fail here
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}") from error
    with file:
        yield file


def _choose_signals(given: str | None) -> dict[str, Signal[Any]]:
    if given is None:
        return dict(SIGNALS)
    names = [name.strip().upper() for name in given.split(",")]
    unknown = [name for name in names if name not in SIGNALS]
    if unknown:
        raise CommandError(f"{', '.join(unknown)}: there are {', '.join(SIGNALS)}.")
    return {name: SIGNALS[name] for name in names}


def _read_thresholds(
    given: list[str], chosen: Mapping[str, Signal[Any]]
) -> dict[str, dict[str, float]]:
    """Return the thresholds of each signal, changed as given. Raises CommandError."""
    changed: dict[str, dict[str, float]] = {name: {} for name in chosen}
    for text in given:
        place, _, value = text.partition("=")
        signal, _, name = place.partition(".")
        if signal not in changed:
            raise CommandError(f"{text}: there is no signal {signal!r:.20} to judge.")
        try:
            changed[signal][name] = float(value)
        except ValueError:
            raise CommandError(f"{text}: a number is expected after the equals sign.") from None
    return {name: _check_thresholds(chosen[name], one) for name, one in changed.items()}


def _check_thresholds(signal: Signal[Any], given: Mapping[str, float]) -> dict[str, float]:
    try:
        return signal.check_thresholds(given)
    except ThresholdError as error:
        allowed = ", ".join(
            f"{one.name} from {one.lowest:g} to {one.highest:g}" for one in signal.thresholds
        )
        raise CommandError(f"{signal.id}.{error}; it has {allowed or 'no thresholds'}.") from error


def _describe_read(read: PlayerRead) -> dict[str, object]:
    return {
        "line": read.line,
        "rounds": read.rounds,
        "voided": read.voided,
        "late_shoes": read.late_shoes,
        "unreplayable": [{"round": one.round, "why": one.why} for one in read.unreplayable],
    }


def _number(value: float) -> float | None:
    return float(value) if isfinite(value) else None
