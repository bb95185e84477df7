"""A version's rules and returns for its pages."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from blackjack.bets import Bet, smallest_unit
from blackjack.extremes import maximum_exposure
from blackjack.rules import Rules
from blackjack.strategy import Chart
from tables.models import Mathematics, RuleSetVersion, Table
from tables.selectors.limits import Bounds, load_bounds_of_tables
from tables.selectors.returns import Return, returns_with_points
from tables.selectors.tables import find_mathematics, find_rule_set_tables
from tables.words.rule_fields import GROUPS, SIDES, Words, field_label, field_value
from tables.words.rules import bet_name


@dataclass(frozen=True, slots=True)
class VersionLine:
    """A field's value, and the value in force if it differs."""

    label: Words
    value: str
    in_force: str | None


@dataclass(frozen=True, slots=True)
class LineGroup:
    """Lines under one heading."""

    title: Words
    lines: list[VersionLine]


@dataclass(frozen=True, slots=True)
class Extreme:
    """Highest win of a round at maximum bets, in units of 10^-4, by the rules alone and with the limit of the round.

    `bet` is the maximum stake and `limit` a player's maximum on all hands, by table and house together. `seat` is for
    one box, `whole` for all boxes of the table; `limited_*` apply the limit per player, with another player at each
    box.
    """

    table: Table
    bet: int
    limit: int
    seat: int
    whole: int
    limited_seat: int
    limited_whole: int


@dataclass(frozen=True, slots=True)
class VersionMathematics:
    """Mathematics of a version, as far as computed."""

    row: Mathematics | None
    returns: list[tuple[str, Return]]
    chart: Chart | None

    @property
    def unfinished(self) -> bool:
        """True if a worker has not finished it yet."""
        return self.row is not None and self.row.state in {"waiting", "running"}


def rule_lines(rules: Rules, present: Rules | None) -> Iterator[LineGroup]:
    """Yield all fields in groups, side bets last; differences from `present` are marked."""
    for group in GROUPS:
        yield LineGroup(group.title, [_line(name, rules, present) for name in group.fields])
    yield LineGroup(field_label(SIDES), [_line(SIDES, rules, present)])


def _line(name: str, rules: Rules, present: Rules | None) -> VersionLine:
    value = getattr(rules, name)
    old = value if present is None else getattr(present, name)
    return VersionLine(
        field_label(name),
        field_value(name, value),
        None if old == value else field_value(name, old),
    )


def load_mathematics(version: RuleSetVersion) -> VersionMathematics:
    """Return the state of the version's mathematics."""
    row = find_mathematics(version)
    if row is None or not row.is_current:
        return VersionMathematics(row, [], None)
    known = [(bet_name(one.bet), one) for one in returns_with_points(row)]
    return VersionMathematics(row, known, Chart.from_dict(row.chart) if row.chart else None)


def list_extremes(version: RuleSetVersion) -> list[Extreme]:
    """Return the extremes of each table of the rule set, by the rules of this version."""
    tables = list(find_rule_set_tables(version.rule_set_id))
    limits = load_bounds_of_tables(tables)
    return [_extreme(table, limits[table.pk], version.rules) for table in tables]


def _extreme(table: Table, found: Bounds, rules: Rules) -> Extreme:
    unit, limit = smallest_unit(rules), found.max_round.amount
    stake = max(min(found.max_bet.amount, limit) // unit, 1) * unit
    aside = found.max_side.amount if found.max_side else stake
    seats = range(1, rules.seats + 1)
    boxes = [_most(rules, seat, stake, aside) for seat in seats]
    limited = [_most(rules, seat, stake, aside, max(limit, stake)) for seat in seats]
    return Extreme(
        table=table,
        bet=stake,
        limit=limit,
        seat=max(boxes),
        whole=sum(boxes) * rules.bettors_per_seat,
        limited_seat=max(limited),
        limited_whole=sum(limited) * rules.bettors_per_seat,
    )


@lru_cache(maxsize=512)
def _most(rules: Rules, seat: int, stake: int, aside: int, *most_on_hands: int) -> int:
    """Return the maximum exposure. Cached: some rules take a tenth of a second, and waiting pages poll every two seconds."""
    bet = Bet(seat, stake, dict.fromkeys(rules.side_bets, aside))
    return maximum_exposure(rules, bet, *most_on_hands)
