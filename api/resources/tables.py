"""Tables as the API shows them: limits in every currency, players now, return to player."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from casino.limits.values.bet_limits import BetLimits, compute_shown_limits
from casino.live.selectors.occupancy import load_occupancy
from casino.lobby.selectors import count_current_players
from casino.play.services.switches import find_table_refusal
from tables.models import Table
from tables.selectors.limits import Bounds, load_bounds_of_tables
from tables.selectors.returns import find_hand_return
from tables.selectors.switches import is_house_stopped
from tables.selectors.tables import (
    laboratory_tables,
    load_mathematics_by_digest,
    open_tables,
    table_by_slug,
)
from wallet.rates.selectors.rates import latest_rates
from wallet.rates.values import Quote


@dataclass(frozen=True, slots=True)
class TableResource:
    """A table, its limits for anybody by currency, and its present use.

    `free_boxes` is None at a private table, `rtp` until it is computed. `takes_bets` is False while the table is
    closed or a switch stops it; opening hours are not considered.
    """

    table: Table
    bounds: Bounds
    limits: Sequence[BetLimits]
    players: int
    free_boxes: int | None
    rtp: float | None
    takes_bets: bool


def list_open_tables() -> list[TableResource]:
    """Return every open table, oldest first. A fixed number of queries."""
    return _build(list(open_tables()))


def list_laboratory_tables() -> list[TableResource]:
    """Return every open laboratory table, oldest first. A fixed number of queries."""
    return _build(list(laboratory_tables()))


def find_table(slug: str) -> TableResource | None:
    """Return a table, open or not; None if players cannot see it."""
    try:
        table = table_by_slug(slug, laboratory=True)
    except Table.DoesNotExist:
        return None
    return _build([table])[0]


def _build(tables: Sequence[Table]) -> list[TableResource]:
    quotes = latest_rates({code for table in tables for code in table.currencies})
    bounds = load_bounds_of_tables(tables)
    occupancy, playing = load_occupancy(tables), count_current_players()
    mathematics = load_mathematics_by_digest(table.version for table in tables)
    house_stopped = is_house_stopped()
    found = []
    for table in tables:
        seated = occupancy.get(table.pk)
        found.append(
            TableResource(
                table=table,
                bounds=bounds[table.pk],
                limits=list(_limits(table, quotes, bounds[table.pk])),
                players=seated.players if seated else playing.get(table.pk, 0),
                free_boxes=seated.free if seated else None,
                rtp=find_hand_return(mathematics.get(table.version.rules_hash)),
                takes_bets=find_table_refusal(table, house_stopped=house_stopped) is None,
            )
        )
    return found


def _limits(table: Table, quotes: Mapping[str, Quote], bounds: Bounds) -> Iterable[BetLimits]:
    """Yield the limits in each currency; a currency without an exchange rate is left out."""
    if table.is_play_money:
        yield compute_shown_limits(table, None, bounds)
        return
    for code in table.currencies:
        if code in quotes:
            yield compute_shown_limits(table, quotes[code], bounds)
