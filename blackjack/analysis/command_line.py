"""`python -m blackjack rtp`, `strategy` and `simulate`: arguments and output.

numpy is imported only when a command runs, so other commands start fast.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from blackjack.amounts import AmountError
from blackjack.analysis.table_limits import Limits
from blackjack.presets import PRESETS, rules_from
from blackjack.rules import Rules, RulesError, UnknownFieldError
from blackjack.simulation import CountingStrategy, ProgressLine, Settings, check_settings, simulate
from blackjack.strict_json import MalformedError, load_json
from blackjack.summary import summary

if TYPE_CHECKING:
    from blackjack.analysis.result import Analysis

FINE, FAILED = 0, 1
_HUNDRED = 100

_RULES_HELP = "a preset's name, a file with rules as JSON, or - for standard input; without it, the house's own game"
_SET_HELP = "change a field, as in --set decks=8 --set soft_17=stand; may be given several times"

Say = Callable[[str], None]


def add_commands(command: Callable[..., argparse.ArgumentParser]) -> None:
    """Add the commands with `command(name, summary, description)`, which returns the parser of one."""
    rtp = _with_rules(command("rtp", "compute what a rule set returns", _RTP_HELP))
    rtp.add_argument("--max-bet", metavar="AMOUNT", help="the table's greatest bet, as in 50, and")
    rtp.add_argument("--max-round", metavar="AMOUNT", help="the most that a round takes of a seat")
    rtp.add_argument("--certificate", metavar="FOLDER", help=_CERTIFICATE_HELP)
    rtp.set_defaults(run=run_rtp)
    strategy = _with_rules(
        command("strategy", "print the best chart of a rule set", _STRATEGY_HELP)
    )
    strategy.set_defaults(run=run_strategy)
    play = _with_rules(command("simulate", "play rounds by the million", _SIMULATE_HELP))
    play.add_argument("--rounds", type=int, required=True, metavar="N", help="how many rounds")
    play.add_argument("--seed", required=True, metavar="S", help="any text; it decides every card")
    play.add_argument("--seats", type=int, default=1, metavar="N", help="how many seats bet")
    play.add_argument("--processes", type=int, metavar="N", help="by default one per core")
    play.add_argument("--counter", action="store_true", help="seat 1 counts cards by Hi-Lo")
    play.add_argument("--spread", metavar="LOW-HIGH", help="the counter's bets, by default 1-8")
    play.add_argument(
        "--changes-after",
        type=int,
        metavar="N",
        help="rounds after which the table lets the counter change the shoe; by default it does not",
    )
    play.set_defaults(run=run_simulate)


_SIMULATE_HELP = (
    "Play whole shoes, with cut card, penetration and burned cards, through the engine that serves players, by the "
    "chart of the rules. The same seed gives the same result with any number of processes. Needs numpy for the chart."
)
_RTP_HELP = (
    "The exact return of a rule set for one seat and a fresh shoe, with best play by cards and by chart; spread of the "
    "results, insurance, side bets. Every figure is defined in docs/mathematics.md. Needs numpy."
)
_CERTIFICATE_HELP = (
    "write certificate.json and certificate.html there and print their names, or with --json the results and what became "
    "of the checks; exit status 1 where a check failed"
)
_STRATEGY_HELP = "The best play that looks at the total, softness, pair and upcard only, as a chart. Needs numpy."


def _with_rules(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    parser.add_argument("--rules", metavar="RULES", help=_RULES_HELP)
    parser.add_argument("--set", metavar="FIELD=VALUE", action="append", default=[], help=_SET_HELP)
    parser.add_argument(
        "--json", action="store_true", help="print JSON; returns are fractions of 1"
    )
    return parser


class RefusedError(ValueError):
    """Rejected rules, limits or options: the conformance `code`, and a message."""

    def __init__(self, code: str, problem: str) -> None:
        super().__init__(problem)
        self.code = code


def parse_rules(given: str | None, changes: list[str]) -> Rules:
    """Return the rules of `--rules`, by default the house's own, changed by `--set`. Raises RefusedError."""
    try:
        start: Any = {} if given is None else given if given in PRESETS else _read(given)
        fields = {"preset": start} if isinstance(start, str) else start
        return rules_from({**fields, **dict(map(_change, changes))})
    except UnknownFieldError as error:
        raise RefusedError("invalid_case", str(error)) from error
    except RulesError as error:
        raise RefusedError(error.code, str(error)) from error


def _read(given: str) -> dict[str, Any] | str:
    """Read rules from a file, or stdin for "-": fields or a preset's name, either of them optionally under "rules"."""
    if not given:
        raise RefusedError("invalid_rules", "--rules: a preset's name, a file or - is expected")
    try:
        data = sys.stdin.buffer.read() if given == "-" else Path(given).read_bytes()
        found = load_json(data)
    except FileNotFoundError as error:
        presets = ", ".join(PRESETS)
        raise RefusedError(
            "invalid_rules", f"{given!r:.80} is no file and no preset ({presets})"
        ) from error
    except (OSError, MalformedError) as error:
        raise RefusedError("invalid_case", str(error)) from error
    if isinstance(found, dict) and "rules" in found:
        found = found["rules"]
    if not isinstance(found, dict | str):
        raise RefusedError("invalid_case", "rules: an object or a preset's name is expected")
    return found


def _change(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise RefusedError("invalid_rules", f"--set {text!r:.80}: FIELD=VALUE is expected")
    try:
        return name, load_json(value)
    except MalformedError:
        return name, value


def _limits(bet: str | None, round_: str | None) -> Limits | None:
    if bet is None and round_ is None:
        return None
    if bet is None or round_ is None:
        raise RefusedError("invalid_bet", "--max-bet and --max-round go together")
    try:
        limits = Limits.parse(bet, round_)
    except AmountError as error:
        raise RefusedError("invalid_bet", f"--max-bet, --max-round: {error}") from error
    if limits.max_round < limits.max_bet:
        raise RefusedError("invalid_bet", "--max-round is at least --max-bet")
    return limits


def _analysis(rules: Rules, limits: Limits | None = None) -> Analysis:
    from blackjack.analysis.result import analyse  # noqa: PLC0415 - only these commands need numpy

    with ProgressLine("computing") as progress:
        return analyse(rules, limits and limits.in_bets, progress)


def run_rtp(given: argparse.Namespace, say: Say) -> int:
    """Print the return of the rules, or write their certificate."""
    rules = parse_rules(given.rules, given.set)
    limits = _limits(given.max_bet, given.max_round)
    if given.certificate is not None:
        return _certify(given, rules, limits, say)
    found = _analysis(rules, limits)
    say(json.dumps(found.to_dict(), indent=2) if given.json else _text(found))
    return FINE


def _certify(given: argparse.Namespace, rules: Rules, limits: Limits | None, say: Say) -> int:
    from blackjack.analysis import certificate  # noqa: PLC0415 - as in _analysis

    if not given.certificate:
        raise RefusedError("invalid_case", "--certificate: a folder is expected")
    folder = Path(given.certificate)
    try:
        certificate.prepare_folder(folder)
    except OSError as error:
        raise RefusedError("invalid_case", f"--certificate: {error}") from error
    found = _analysis(rules, limits)
    with ProgressLine("simulating") as progress:
        whole = certificate.build_certificate(found, limits, progress)
    files = [str(file) for file in certificate.write_certificate(whole, folder)]
    failed = [check["check"] for check in whole["checks"] if not check["passed"]]
    if given.json:
        made = {"files": files, "digest": whole["digest"], "failed": failed}
        say(json.dumps({**found.to_dict(), "certificate": made}, indent=2))
    else:
        say("\n".join([*files, *(f"FAILED: {what}" for what in failed)]))
    return FAILED if failed else FINE


def run_strategy(given: argparse.Namespace, say: Say) -> int:
    """Print the chart of the rules."""
    rules = parse_rules(given.rules, given.set)
    found = _analysis(rules)
    if given.json:
        shown = {"digest": rules.digest, "rtp_total_dependent": found.rtp_total_dependent}
        say(json.dumps({**shown, "chart": found.chart.to_dict()}, indent=2))
    else:
        say(f"{summary(rules)}\n\n{found.chart.text()}")
    return FINE


def run_simulate(given: argparse.Namespace, say: Say) -> int:
    """Print the result of a simulation."""
    rules = parse_rules(given.rules, given.set)
    settings = Settings(
        given.seats, _counting(given), *([] if given.processes is None else [given.processes])
    )
    check_settings(rules, given.rounds, settings, given.seed)
    chart = _analysis(rules).chart
    with ProgressLine("simulating") as progress:
        found = simulate(rules, given.rounds, given.seed, chart, settings, progress)
    say(json.dumps(found.to_dict(), indent=2) if given.json else found.text())
    return FINE


def _counting(given: argparse.Namespace) -> CountingStrategy | None:
    if given.counter:
        spread = CountingStrategy().spread if given.spread is None else _spread(given.spread)
        return CountingStrategy(spread, given.changes_after)
    if given.spread is not None or given.changes_after is not None:
        raise RefusedError(
            "invalid_simulation", "--spread and --changes-after are the counter's: add --counter"
        )
    return None


def _spread(text: str) -> tuple[int, int]:
    low, _, high = text.partition("-")
    try:
        return int(low), int(high)
    except ValueError as error:
        raise RefusedError(
            "invalid_simulation", f"--spread {text!r:.40}: LOW-HIGH is expected, as in 1-8"
        ) from error


def _text(found: Analysis) -> str:
    lines = [
        summary(found.rules),
        f"digest {found.rules.digest}",
        "",
        _line("rtp", _percent(found.rtp)),
        _line("rtp_total_dependent", _percent(found.rtp_total_dependent)),
        _line("house_edge", _percent(found.house_edge)),
        _line("average_wager", f"{found.average_wager:.6f}"),
        _line("rtp_of_total_staked", _percent(found.rtp_of_total_staked)),
        _line("standard_deviation", f"{found.standard_deviation:.5f}"),
        _line("max_payout", f"{float(found.max_payout):g}"),
    ]
    if found.round_limit_cost is not None:
        lines.append(_line("round_limit_cost", _percent(found.round_limit_cost)))
    bets = {"insurance": found.insurance, **found.side_bets}
    lines += [
        _line(name, f"{_percent(float(bet.returns))}   wins {_percent(float(bet.hit_frequency))}")
        for name, bet in bets.items()
        if bet is not None
    ]
    lines += ["", "net result   chance"]
    lines += [f"{result:+10.2f}   {chance:.8f}" for result, chance in found.outcomes.items()]
    return "\n".join([*lines, "", *found.notes])


def _line(name: str, value: str) -> str:
    return f"{name:22}{value:>14}"


def _percent(share: float) -> str:
    return f"{_HUNDRED * share:.6f} %"
