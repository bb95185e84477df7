"""Report 6: players."""

from collections.abc import Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Final

from django.utils.translation import gettext as _, gettext_lazy

from accounts.models.users import State
from casino.protection.words.own_limits import limit_line
from limits.models import LimitSet
from pages.charts import Plot, Series
from pages.lists import Column
from reports.figures import players
from reports.figures.players import PlayerFigures, PlayerLine
from reports.sheets.parts import Body, format_usd, player_column, to_share, usd_in_files
from reports.values.filters import Filters
from reports.values.period import Period
from reports.values.sheet import Figure, SheetSection
from reports.words.cells import cell_text
from tables.words.limits import list_values
from wallet.money.values import BASE_CURRENCY, Money

_DRAWN: Final = 20  # players
_STATES = dict(State.choices)


def _restrictions(row: PlayerLine) -> str:
    return " · ".join(
        _("%(restriction)s until %(time)s")
        % {"restriction": one.get_kind_display(), "time": cell_text(one.until)}
        if one.until
        else str(one.get_kind_display())
        for one in row.restrictions
    )


def _limits(row: PlayerLine) -> str:
    """Return the house's limits for this player and the player's own, in words; amounts are in USD."""
    values = {} if row.limits is None else row.limits.values
    set_for = [f"{one.label}: {one.now}" for one in list_values(LimitSet, values)]
    by_house_first = sorted(row.player_limits, key=lambda limit: not limit.by_house)
    return " · ".join([*set_for, *map(limit_line, by_house_first)])


def _state(row: PlayerLine) -> object:
    return _STATES.get(row.state, row.state)


def _foreign(amounts: Sequence[Money]) -> tuple[Money, ...]:
    """Return the amounts by currency, or nothing if all are dollars, which have their own columns."""
    return () if {one.currency for one in amounts} <= {BASE_CURRENCY} else tuple(amounts)


_PLAYER: Column[PlayerLine] = player_column(attrgetter("name"))
_STATE: Column[PlayerLine] = Column("state", gettext_lazy("State"), _state)
_ROUNDS: Column[PlayerLine] = Column(
    "rounds", gettext_lazy("Rounds"), lambda row: row.sums.rounds, numeric=True
)
_STAKED: Column[PlayerLine] = Column(
    "staked", gettext_lazy("Staked"), lambda row: row.sums.staked, money=True
)
_PAID: Column[PlayerLine] = Column(
    "returned", gettext_lazy("Paid"), lambda row: row.sums.returned, money=True
)
_WON: Column[PlayerLine] = Column("won", gettext_lazy("Won"), lambda row: row.sums.won, money=True)
_RTP: Column[PlayerLine] = Column(
    "rtp", gettext_lazy("RTP"), lambda row: to_share(row.sums.rtp), numeric=True
)
_COLUMNS: tuple[Column[PlayerLine], ...] = (
    _PLAYER,
    Column("email", gettext_lazy("Email"), lambda row: row.email),
    Column("country", gettext_lazy("Country"), lambda row: row.country),
    _STATE,
    Column("verified", gettext_lazy("Verified"), lambda row: row.is_verified),
    _ROUNDS,
    Column("played", gettext_lazy("Time played"), lambda row: row.sums.length, numeric=True),
    _STAKED,
    _PAID,
    _WON,
    _RTP,
    Column("staked_in", gettext_lazy("Staked, own currency"), lambda row: tuple(row.staked)),
    Column("won_in", gettext_lazy("Won, own currency"), lambda row: tuple(row.won)),
    Column("restrictions", gettext_lazy("Restrictions, now"), _restrictions),
    Column("limits", gettext_lazy("Own limits, now"), _limits),
)
# A page has room for nine columns; other values go on a second line.
_ON_PAGE: tuple[Column[PlayerLine], ...] = (
    replace(_PLAYER, below=lambda row: f"{row.email} · {row.country}"),
    replace(_STATE, below=lambda row: _("verified") if row.is_verified else _("not verified")),
    replace(_ROUNDS, title=gettext_lazy("Rounds, time played"), below=lambda row: row.sums.length),
    replace(_STAKED, below=lambda row: _foreign(row.staked)),
    _PAID,
    replace(_WON, below=lambda row: _foreign(row.won)),
    _RTP,
    Column("restrictions", gettext_lazy("Restrictions, now"), _restrictions),
    Column("limits", gettext_lazy("Own limits, now"), _limits),
)


def build(period: Period, chosen: Filters) -> Body:
    """Build report 6 for a page: players by stakes, largest first."""
    return _most(period, chosen, _ON_PAGE)


def build_paper(period: Period, chosen: Filters) -> Body:
    """Build report 6 for a PDF, with all columns."""
    return _most(period, chosen, _COLUMNS)


def _most(period: Period, chosen: Filters, columns: Sequence[Column[PlayerLine]]) -> Body:
    found = players.load_figures(period, chosen)
    note = ""
    if found.players > len(found.lines):
        note = _(
            "The %(shown)s players with the highest stakes; CSV and workbook have all of them."
        ) % {"shown": cell_text(len(found.lines))}
    charts = (_chart(found.lines[:_DRAWN]),)
    title = _("By what they staked")
    return _body(found, SheetSection(title, columns, found.lines, note=note, charts=charts))


def _chart(lines: Sequence[PlayerLine]) -> Plot:
    return Plot(
        key="players",
        title=_("Staked and paid in USD, of those who staked most"),
        places=tuple(row.name for row in lines),
        series=(
            Series(_("Staked"), tuple(row.sums.staked.decimal for row in lines)),
            Series(_("Paid"), tuple(row.sums.returned.decimal for row in lines)),
        ),
        written=format_usd,
        in_files=usd_in_files,
    )


def build_whole(period: Period, chosen: Filters) -> Body:
    """Build report 6 with every player by number, read while the file is written."""
    found = players.load_figures(period, chosen, most=0)
    lines = players.iterate_players(period, chosen)
    return _body(found, SheetSection(_("All who played"), _COLUMNS, lines, count=found.players))


def _body(found: PlayerFigures, section: SheetSection) -> Body:
    total = found.total
    figures = [
        Figure(_("Active players"), found.players),
        Figure(_("Staked"), total.staked),
        Figure(_("Players won"), total.won, _("below zero: lost")),
        Figure(_("Time played"), total.length),
        Figure(_("RTP"), to_share(total.rtp)),
        Figure(_("Rounds"), total.rounds),
    ]
    notes = [
        _("Voids are not in these figures."),
        _("State, restrictions and limits are the present ones; limits are in USD."),
    ]
    return Body(figures, [section], notes)
