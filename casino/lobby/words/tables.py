"""The lobby's tables."""

from dataclasses import dataclass

from accounts.models.users import User
from casino.limits.values.bet_limits import (
    BetLimits,
    JointLimits,
    currency_shown,
    joint_limits,
    limits_in,
)
from casino.live.selectors.occupancy import Occupancy, occupancy_of
from casino.live.words.table_view import seats_line
from casino.lobby.values import TablePicture, picture_of
from casino.lobby.words.help import hours_sentence
from casino.play.services.switches import boxes_of
from casino.refusals import ALL_BOXES_STOPPED, HOUSE_STOPPED, PLAYER_STOPPED, RULES_STOPPED
from tables.models import Table
from tables.selectors.limits import bounds_of_each
from tables.selectors.switches import is_house_stopped
from tables.selectors.tables import mathematics_of_each, open_tables
from tables.words.coming import rtp_told
from tables.words.rules import rules_line
from wallet.money.values import BASE_CURRENCY
from wallet.rates.selectors.rates import latest_rates


@dataclass(frozen=True, slots=True)
class LobbyTable:
    """A table in the lobby; `rtp` is "" until computed.

    `takes` names the currencies of a table without the reader's; its limits are in the first of them. `stopped` says why it takes no bets
    if its rule set or all its boxes are stopped.
    """

    name: str
    slug: str
    rules_line: str
    picture: TablePicture
    limits: BetLimits
    together: JointLimits | None
    rtp: str
    is_play_money: bool
    hours: str
    takes: str
    stopped: str
    occupancy: str = ""  # of a live table

    @property
    def is_live(self) -> bool:
        """Whether several players share it."""
        return bool(self.occupancy)


def lobby_tables(currency: str = BASE_CURRENCY, player_id: int | None = None) -> list[LobbyTable]:
    """Every open table, its limits in a currency. Three queries, two for live tables and one for the rate, however many tables there are."""
    tables = list(open_tables())
    shown = {table.pk: currency_shown(table, currency) for table in tables}
    quotes = latest_rates(shown.values())
    occupancy = occupancy_of(tables)
    limiting = bounds_of_each(tables, player_id)
    mathematics = mathematics_of_each(table.version for table in tables)
    limits = {
        table.pk: limits_in(table, quotes.get(shown[table.pk]), limiting[table.pk])
        for table in tables
    }
    return [
        LobbyTable(
            name=table.name,
            slug=table.slug,
            rules_line=rules_line(table.version.rules),
            picture=picture_of(table.version.rules, live=table.is_live),
            limits=limits[table.pk],
            together=joint_limits(limits[table.pk], table.version.rules.boxes_per_player),
            rtp=rtp_told(mathematics.get(table.version.rules_hash)),
            is_play_money=table.is_play_money,
            hours=hours_sentence(table),
            takes=_takes(table, currency),
            stopped=table_stopped(table),
            occupancy=_occupancy(occupancy.get(table.pk)),
        )
        for table in tables
    ]


def _occupancy(found: Occupancy | None) -> str:
    return seats_line(found.free, found.players) if found is not None else ""


def _takes(table: Table, currency: str) -> str:
    if table.is_play_money or currency in table.currencies:
        return ""
    return " · ".join(table.currencies)


def table_stopped(table: Table) -> str:
    """Why the table takes no bets now, for everybody; "" otherwise."""
    if table.rule_set.stopped:
        return str(RULES_STOPPED)
    return str(ALL_BOXES_STOPPED) if boxes_of(table) <= set(table.stopped_boxes) else ""


def play_stopped(player: User | None) -> str:
    """Why the reader cannot bet at any table now; "" otherwise. One query."""
    if is_house_stopped():
        return str(HOUSE_STOPPED)
    return str(PLAYER_STOPPED) if player is not None and player.play_stopped else ""
