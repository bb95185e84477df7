"""Figures of rules as they are entered, compared with those of the rules in force."""

from dataclasses import dataclass

from blackjack.rules import Rules
from blackjack.strategy import Chart
from tables.models import Mathematics, RuleSetVersion
from tables.selectors.returns import Return, list_mathematics, returns_with_points
from tables.selectors.tables import find_version_in_force
from tables.services.studies import WITHOUT_EFFECT, list_analyses
from tables.values.rule_changes import apply_change
from tables.words.rule_differences import Difference, find_differences
from tables.words.rules import bet_name

_UNFINISHED = (Mathematics.State.WAITING, Mathematics.State.RUNNING)


@dataclass(frozen=True, slots=True)
class PreviewReturn:
    """A bet's return, and its difference from the rules in force if these have the bet and its figure."""

    name: str
    value: Return
    difference: float | None


@dataclass(frozen=True, slots=True)
class PreviewChange:
    """A changed field. `worth` is the effect of this change alone on the RTP; None until computed, 0 unless it `moves` it."""

    difference: Difference
    moves: bool
    worth: float | None


@dataclass(frozen=True, slots=True)
class Preview:
    """Known figures of the entered rules. `progress` is None if nothing is pending; `is_complete` if nothing is missing."""

    digest: str
    number_in_force: int | None
    rtp_in_force: float | None
    hand: PreviewReturn | None
    others: list[PreviewReturn]
    deviation: float | None
    changes: list[PreviewChange]
    chart: Chart | None
    chart_in_force: Chart | None
    error: str
    progress: int | None
    is_complete: bool

    @property
    def is_waiting(self) -> bool:
        """True if no worker has begun yet."""
        return self.progress == 0


class _Known:
    """Rows of all analyses of a preview. Two queries."""

    def __init__(self, version: RuleSetVersion, rules: Rules) -> None:
        self.rules, self.version = rules, find_version_in_force(version.rule_set)
        self.present = self.version.rules if self.version else None
        wanted = {one.digest for one in list_analyses(rules, self.present)}
        found = list_mathematics(wanted)
        self.rows = {row.digest: row for row in found if row.is_current}
        self.pending = [row for row in found if row.state in _UNFINISHED]
        self.failed = [row for row in found if row.state == Mathematics.State.FAILED]
        self.missing = wanted - set(self.rows)

    def row(self, rules: Rules | None) -> Mathematics | None:
        return self.rows.get(rules.digest) if rules else None

    def result(self, rules: Rules | None) -> dict[str, float] | None:
        row = self.row(rules)
        return row.result if row else None

    def chart(self, rules: Rules | None) -> Chart | None:
        row = self.row(rules)
        return Chart.from_dict(row.chart) if row and row.chart else None

    def progress(self) -> int | None:
        if not self.pending:
            return None
        done = 100 * len(self.rows) + sum(row.progress for row in self.pending)
        return done // (len(self.rows) + len(self.pending))


def load_preview(version: RuleSetVersion, rules: Rules) -> Preview:
    """Return the figures known so far of these rules for a draft; nothing is requested."""
    known = _Known(version, rules)
    before, now = known.result(known.present), known.result(rules) or {}
    returns = _list_returns(known)
    return Preview(
        digest=rules.digest,
        number_in_force=known.version.number if known.version else None,
        rtp_in_force=before["rtp"] if before else None,
        hand=returns[0] if returns else None,
        others=returns[1:],
        deviation=now.get("standard_deviation"),
        changes=_list_changes(known),
        chart=known.chart(rules),
        chart_in_force=known.chart(known.present),
        error=known.failed[0].error if known.failed else "",
        progress=known.progress(),
        is_complete=not known.missing,
    )


def _list_returns(known: _Known) -> list[PreviewReturn]:
    row, before = known.row(known.rules), known.row(known.present)
    if row is None:
        return []
    old = {one.bet: one.rtp for one in returns_with_points(before)} if before else {}
    return [
        PreviewReturn(bet_name(one.bet), one, one.rtp - old[one.bet] if one.bet in old else None)
        for one in returns_with_points(row)
    ]


def _list_changes(known: _Known) -> list[PreviewChange]:
    if known.present is None:
        return []
    return [_change(known, one) for one in find_differences(known.present, known.rules)]


def _change(known: _Known, difference: Difference) -> PreviewChange:
    if known.present is None or difference.name in WITHOUT_EFFECT:
        return PreviewChange(difference, moves=False, worth=0.0)
    before = known.result(known.present)
    after = known.result(apply_change(known.present, known.rules, difference.name))
    worth = after["rtp"] - before["rtp"] if before and after else None
    return PreviewChange(difference, moves=True, worth=worth)
