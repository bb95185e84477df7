"""Findings, flags and outcomes in one sentence each."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import nan
from typing import Final

from django.utils import formats
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from cases.models import Case, CaseStatus, CaseTopic
from cases.selectors.evidence import can_draw
from cases.selectors.queue import CaseFinding, QueueLine
from detection.models import Flag, LatestOutcome
from pages.page_links import PageLink
from signals.catalogue import SIGNALS
from signals.definition import Family, SignalScope
from signals.outcomes import Outcome, OutcomeStatus
from signals.scores import EDGE

STATUSES: Final[Mapping[str, Promise]] = {
    OutcomeStatus.BELOW: gettext_lazy("below the threshold"),
    OutcomeStatus.FLAGGED: gettext_lazy("flagged"),
    OutcomeStatus.TOO_FEW: gettext_lazy("too few data"),
    OutcomeStatus.NOT_APPLICABLE: gettext_lazy("not applicable"),
    OutcomeStatus.ERROR: gettext_lazy("could not be judged"),
}
BADGES: Final[Mapping[str, str]] = {
    CaseStatus.NEW: "mark",
    CaseStatus.REOPENED: "mark",
    CaseStatus.DECIDED: "usable",
}

_DECIMAL: Final = re.compile(r"(?<![\w.])(\d+)\.(?=\d+(?!\w|\.\d))")
_OF_VISITS: Final = ("GEO1", "MA1", "BOT4")


def signal_name(signal: str) -> str:
    """Return a signal's id and name."""
    return f"{signal} · {SIGNALS[signal].words}" if signal in SIGNALS else signal


def describe_figures(signal: str, version: int, n: int, figures: Mapping[str, float | None]) -> str:
    """Return the sentence of a judgement, made from its numbers; of an older version of the signal the numbers alone."""
    known = SIGNALS.get(signal)
    given = {name: nan if value is None else value for name, value in figures.items()}
    if known is None or known.version != version:
        told = ", ".join(f"{name} {value:.4g}" for name, value in given.items())
        return f"{signal_name(signal)}: n = {n}, {told}"
    try:
        told = str(known.sentence(Outcome(OutcomeStatus.FLAGGED, n, given)))
    except KeyError:  # nothing came near the threshold: the judgement has no figures to tell
        return _("Nothing of what it looks for (n = %(n)d).") % {"n": n}
    return localize_numbers(told)


def localize_numbers(text: str) -> str:
    """Return a sentence with the decimal separator of the active language."""
    separator = formats.get_format("DECIMAL_SEPARATOR")
    return _DECIMAL.sub(rf"\g<1>{separator}", text)


def describe_meaning(signal: str) -> str:
    """Return what a signal shows, and what else may explain it."""
    return str(SIGNALS[signal].meaning) if signal in SIGNALS else ""


def describe_finding(finding: CaseFinding) -> str:
    return describe_figures(finding.signal, finding.version, finding.n, finding.figures)


def describe_flag(flag: Flag) -> str:
    return describe_figures(flag.signal, flag.version, flag.n, flag.figures)


def describe_outcome(row: LatestOutcome) -> str:
    """Return an outcome in one sentence: its figures, or why there are none."""
    known = SIGNALS.get(row.signal)
    if row.status in (OutcomeStatus.BELOW, OutcomeStatus.FLAGGED):
        return describe_figures(row.signal, row.version, row.n, row.figures)
    if known and row.reason in known.reasons:
        return str(known.reasons[row.reason])
    if row.status == OutcomeStatus.TOO_FEW:
        return _("Only %(n)d so far.") % {"n": row.n}
    return str(STATUSES[row.status])


def describe_reasons(line: QueueLine) -> list[str]:
    """Return why a case is in the queue, in one or two sentences."""
    if told := dict.fromkeys(describe_finding(one) for one in line.findings):
        return list(told)
    return [line.case.reason or str(line.case.get_origin_display())]


def origin_text(case: Case, *, shown: bool) -> str:
    """Return why a case was opened; a blind sample looks like all others until it is decided."""
    return str(case.get_origin_display()) if shown else _("signals")


def case_title(case: Case, names: Sequence[str]) -> str:
    """Return the heading of a case."""
    about = ", ".join(names[:3]) or str(CaseTopic(case.kind).label)
    return f"{case.number}: {about}"


@dataclass(frozen=True, slots=True)
class SignalLine:
    """One signal's judgement of a player as a line: without status until the case shows its score.

    `player` is the name if the case has several players, `query` selects the player's chart. `rounds` counts those behind
    the flag if that is shown. `is_quiet`: too few data, or not applicable. `sources` are pages of what the figures were made of beside rounds.
    """

    signal: str
    name: str
    sentence: str
    n: int
    player: str = ""
    query: str = ""
    status: str = ""
    rounds: int = 0
    flag: Flag | None = None
    thresholds: Sequence[tuple[str, str]] = ()
    has_chart: bool = False
    has_rounds: bool = False
    is_quiet: bool = False
    sources: Sequence[tuple[str, PageLink]] = ()


@dataclass(frozen=True, slots=True)
class SignalLines:
    speaking: Sequence[SignalLine]
    quiet: Sequence[SignalLine]

    def __bool__(self) -> bool:
        return bool(self.speaking or self.quiet)


def signal_lines(
    flags: Sequence[Flag],
    outcomes: Sequence[LatestOutcome],
    *,
    several: bool,
    shown: bool,
    may: Mapping[str, bool],
) -> SignalLines:
    """Return a line for every signal: the flags of the case, then the other outcomes. `several` players are named."""
    flagged = {one.signal for one in flags}
    lines = [
        *(line_of_flag(one, several=several, shown=shown, may=may) for one in flags),
        *(
            _line_of_outcome(one, shown=shown, may=may)
            for one in outcomes
            if one.signal not in flagged
        ),
    ]
    lines.sort(key=lambda one: (shown and one.flag is None, one.signal != EDGE, one.signal))
    return SignalLines(
        [one for one in lines if not one.is_quiet], [one for one in lines if one.is_quiet]
    )


def line_of_flag(flag: Flag, *, several: bool, shown: bool, may: Mapping[str, bool]) -> SignalLine:
    return SignalLine(
        flag.signal,
        signal_name(flag.signal),
        describe_flag(flag),
        flag.n,
        player=flag.player.display_name if several else "",
        query=f"?player={flag.player_id}" if several else "",
        status=str(flag.get_state_display()) if shown else "",
        rounds=len(flag.rounds) if shown else 0,
        flag=flag if shown else None,
        thresholds=describe_thresholds(flag.signal, flag.thresholds) if shown else (),
        has_chart=can_draw(flag.signal),
        has_rounds=_reads_rounds(flag.signal),
        sources=_list_sources(flag.signal, flag.player_id, may),
    )


def _line_of_outcome(row: LatestOutcome, *, shown: bool, may: Mapping[str, bool]) -> SignalLine:
    speaks = row.status in (OutcomeStatus.BELOW, OutcomeStatus.FLAGGED)
    is_alone = row.other is None and row.signal in SIGNALS and _is_of_two(row.signal)
    return SignalLine(
        row.signal,
        signal_name(row.signal),
        describe_outcome(row),
        row.n,
        status=str(STATUSES[row.status]) if shown else "",
        has_chart=speaks and can_draw(row.signal) and not is_alone,
        has_rounds=speaks and _reads_rounds(row.signal) and not is_alone,
        is_quiet=not speaks,
        sources=_list_sources(row.signal, row.player_id, may) if speaks else (),
    )


def describe_thresholds(signal: str, values: Mapping[str, float]) -> list[tuple[str, str]]:
    """Return thresholds with their words."""
    known = SIGNALS.get(signal)
    words = {one.name: str(one.words) for one in known.thresholds} if known else {}
    return [(words.get(name, name), _write_plain(value)) for name, value in values.items()]


def _write_plain(value: float) -> str:
    """A number with as many decimals as it has, at most eight."""
    return localize_numbers(f"{value:.8f}".rstrip("0").rstrip("."))


def _is_of_two(signal: str) -> bool:
    return SIGNALS[signal].scope is SignalScope.PAIR


def _reads_rounds(signal: str) -> bool:
    known = SIGNALS.get(signal)
    scopes = (SignalScope.PLAYER, SignalScope.PAIR)
    return known is not None and known.reads_rounds and known.scope in scopes


def _list_sources(signal: str, player: int, may: Mapping[str, bool]) -> list[tuple[str, PageLink]]:
    found = []
    family = SIGNALS[signal].family if signal in SIGNALS else None
    if family is Family.MONEY and may["see_cash"]:
        found.append((_("Payments"), PageLink("cash:account", (player,))))
    if signal in _OF_VISITS and may["see_players"]:
        found.append((_("Visits"), PageLink("players:visits", (player,))))
    if family in (Family.PROTECTION, Family.LOYALTY) and may["see_players"]:
        found.append((_("Account"), PageLink("players:player", (player,))))
    return found
