"""The lobby's tables."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from accounts.models.users import User
from casino.limits.values.bet_limits import (
    BetLimits,
    JointLimits,
    choose_shown_currency,
    compute_shown_limits,
    joint_limits,
)
from casino.live.selectors.occupancy import Occupancy, load_occupancy
from casino.live.words.table_view import seats_line
from casino.lobby.selectors import count_current_players
from casino.lobby.values import TablePicture, build_table_picture
from casino.lobby.words.help import hours_sentence
from casino.play.services.switches import find_house_refusal, find_stop_refusal
from casino.refusals import PLAYER_STOPPED
from tables.models import Table
from tables.selectors.limits import load_bounds_of_tables
from tables.selectors.switches import is_house_stopped
from tables.selectors.tables import load_mathematics_by_digest, open_tables
from tables.words.coming import format_rtp
from wallet.money.values import BASE_CURRENCY, UNITS
from wallet.money.words import format_money
from wallet.rates.selectors.rates import latest_rates

_LEVELS: Final = (
    gettext_lazy("Easy: %(parts)s"),
    gettext_lazy("For regulars: %(parts)s"),
    gettext_lazy("For experts: %(parts)s"),
)
_SMALL_BELOW: Final = 1 * UNITS  # US dollars
_HIGH: Final = 5 * UNITS


@dataclass(frozen=True, slots=True)
class LobbyTable:
    """A table in the lobby.

    `rtp` is "" until computed. `takes` lists the currencies of a table that does not take the reader's; its
    limits are then in the first of them. `stopped` is the reason why its rule set or all its boxes take no
    bets, or "".
    """

    name: str
    slug: str
    sentence: str
    picture: TablePicture
    limits: BetLimits
    together: JointLimits | None
    rtp: str
    is_play_money: bool
    hours: str
    takes: str
    stopped: str
    takes_guests: bool
    is_live: bool
    players: str


def lobby_tables(
    currency: str = BASE_CURRENCY, player_id: int | None = None, country: str = ""
) -> list[LobbyTable]:
    """Return every open table, with limits in a currency.

    Four queries, plus two for live tables and one for the rate, whatever the number of tables.
    """
    tables = list(open_tables())
    shown = {table.pk: choose_shown_currency(table, currency) for table in tables}
    quotes = latest_rates(shown.values())
    occupancy, playing = load_occupancy(tables), count_current_players()
    limiting = load_bounds_of_tables(tables, player_id, country)
    mathematics = load_mathematics_by_digest(table.version for table in tables)
    limits = {
        table.pk: compute_shown_limits(table, quotes.get(shown[table.pk]), limiting[table.pk])
        for table in tables
    }
    return [
        LobbyTable(
            name=table.display_name,
            slug=table.slug,
            sentence=_sentence(table, limits[table.pk]),
            picture=build_table_picture(table.version.rules, live=table.is_live),
            limits=limits[table.pk],
            together=joint_limits(limits[table.pk], table.version.rules.boxes_per_player),
            rtp=format_rtp(mathematics.get(table.version.rules_hash)),
            is_play_money=table.is_play_money,
            hours=hours_sentence(table),
            takes=_takes(table, currency),
            stopped=table_stop_reason(table),
            takes_guests=is_guest_table(table),
            is_live=table.is_live,
            players=_players(occupancy.get(table.pk), playing.get(table.pk, 0)),
        )
        for table in tables
    ]


def _sentence(table: Table, limits: BetLimits) -> str:
    """Level of the table and its reasons: "Easy: one hand, small bets"."""
    return str(_LEVELS[_level(table)]) % {"parts": ", ".join(_parts(table, limits))}


def _level(table: Table) -> int:
    """Return 0 to 2: one point each for several hands, side bets and a high minimum, at most 2."""
    rules = table.version.rules
    is_high = not table.is_play_money and _minimum(table) >= _HIGH
    harder = (rules.boxes_per_player > 1, bool(rules.side_bets), is_high)
    return min(sum(harder), len(_LEVELS) - 1)


def _minimum(table: Table) -> int:
    """Minimum stake of a player per round, in the table's own unit."""
    return max(table.min_bet_usd, table.min_player or 0)


def _parts(table: Table, limits: BetLimits) -> Iterator[str]:
    boxes, side_bets = table.version.rules.boxes_per_player, len(table.version.rules.side_bets)
    yield _("one hand") if boxes == 1 else _("up to %(n)d hands") % {"n": boxes}
    if table.is_live:
        yield _("with other players")
    if table.is_play_money:
        yield _("play money")
    elif _minimum(table) < _SMALL_BELOW:
        yield _("small bets")
    else:
        yield _smallest_bet(limits)
    if side_bets:
        yield ngettext("%(n)d side bet", "%(n)d side bets", side_bets) % {"n": side_bets}


def _smallest_bet(limits: BetLimits) -> str:
    """Minimum of a bet, or of a player's bets together if that is more."""
    together = limits.min_player
    if together is not None and together > limits.min_bet:
        return _("from %(least)s per round") % {"least": format_money(together)}
    return _("bets from %(least)s") % {"least": format_money(limits.min_bet)}


def _players(occupancy: Occupancy | None, playing: int) -> str:
    """Number of current players, with the free boxes at a live table; "" at an unused private table."""
    if occupancy is not None:
        return seats_line(occupancy.free, occupancy.players)
    if not playing:
        return ""
    return ngettext("%(n)d playing now", "%(n)d playing now", playing) % {"n": playing}


def _takes(table: Table, currency: str) -> str:
    if table.is_play_money or currency in table.currencies:
        return ""
    return " · ".join(table.currencies)


def table_stop_reason(table: Table) -> str:
    """Return the reason why nobody can bet at this table now, or ""."""
    return str(find_stop_refusal(table) or "")


def is_guest_table(table: Table) -> bool:
    """Return whether this is the play-money table that takes guests, and not stopped."""
    return (
        table.slug == settings.GUEST_TABLE and table.is_play_money and not table_stop_reason(table)
    )


def find_guest_table() -> str:
    """Return the slug of the open table that takes guests, or "". One query."""
    table = open_tables().filter(slug=settings.GUEST_TABLE).first()
    return table.slug if table is not None and is_guest_table(table) else ""


def play_stop_reason(player: User | None) -> str:
    """Return the reason why the reader cannot bet at any table now, or "". One query while play is open."""
    if is_house_stopped():
        return str(find_house_refusal().message)
    return str(PLAYER_STOPPED) if player is not None and player.play_stopped else ""
