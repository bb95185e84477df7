"""Report 6: players."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.lists import Column
from accounts.models import State
from reports.cells import said
from reports.figures import players
from reports.figures.players import PlayerLine, Players
from reports.filters import Filters
from reports.period import Period
from reports.sheet import Figure, Section
from reports.sheets.parts import Body, link_to, share
from tables.models import LimitSet
from tables.models.limits import AMOUNTS, PACE
from tables.staff.values import in_words, named
from wallet.money import Money

_STATES = dict(State.choices)


def _amounts(amounts: Iterable[Money]) -> str:
    """In the currencies of the rounds: a cell holds all of them."""
    return " · ".join(map(said, amounts))


def _restrictions(row: PlayerLine) -> str:
    return " · ".join(
        _("%(restriction)s until %(time)s")
        % {"restriction": one.get_kind_display(), "time": said(one.until)}
        if one.until
        else str(one.get_kind_display())
        for one in row.restrictions
    )


def _limits(row: PlayerLine) -> str:
    """Each limit that somebody set for this player; amounts are in USD."""
    limits = row.limits
    named_ones = () if limits is None else (*AMOUNTS, *PACE)
    return " · ".join(
        f"{named(LimitSet, name)}: {in_words(name, value)}"
        for name in named_ones
        if (value := getattr(limits, name)) is not None
    )


_COLUMNS: tuple[Column[PlayerLine], ...] = (
    Column(
        "player",
        gettext_lazy("Player"),
        lambda row: row.name,
        link=lambda row: link_to("players:player", row.player_id),
    ),
    Column("email", gettext_lazy("Email"), lambda row: row.email),
    Column("country", gettext_lazy("Country"), lambda row: row.country),
    Column("state", gettext_lazy("State"), lambda row: _STATES.get(row.state, row.state)),
    Column("verified", gettext_lazy("Verified"), lambda row: row.is_verified),
    Column("rounds", gettext_lazy("Rounds"), lambda row: row.sums.rounds, numeric=True),
    Column(
        "played",
        gettext_lazy("Time played"),
        lambda row: row.sums.length,
        numeric=True,
    ),
    Column("staked", gettext_lazy("Staked"), lambda row: row.sums.staked, money=True),
    Column("returned", gettext_lazy("Paid"), lambda row: row.sums.returned, money=True),
    Column("won", gettext_lazy("Won"), lambda row: row.sums.won, money=True),
    Column("rtp", gettext_lazy("RTP"), lambda row: share(row.sums.rtp), numeric=True),
    Column("staked_in", gettext_lazy("Staked, as it was"), lambda row: _amounts(row.staked)),
    Column("won_in", gettext_lazy("Won, as it was"), lambda row: _amounts(row.won)),
    Column("restrictions", gettext_lazy("Restrictions, now"), _restrictions),
    Column("limits", gettext_lazy("Own limits, now"), _limits),
)


def build(period: Period, chosen: Filters) -> Body:
    """Who played, those who staked most first."""
    found = players.figures(period, chosen)
    note = ""
    if found.players > len(found.lines):
        note = _("The %(shown)s who staked most; CSV and workbook have all of them.") % {
            "shown": said(len(found.lines))
        }
    return _body(found, Section(_("By what they staked"), _COLUMNS, found.lines, note=note))


def whole(period: Period, chosen: Filters) -> Body:
    """Everybody who played, by number: read as the file is written."""
    found = players.figures(period, chosen, most=0)
    lines = players.everybody(period, chosen)
    return _body(found, Section(_("All who played"), _COLUMNS, lines))


def _body(found: Players, section: Section) -> Body:
    total = found.total
    figures = [
        Figure(_("Active players"), found.players),
        Figure(_("Staked"), total.staked),
        Figure(_("Players won"), total.won, _("below zero: lost")),
        Figure(_("Time played"), total.length),
        Figure(_("RTP"), share(total.rtp)),
        Figure(_("Rounds"), total.rounds),
    ]
    notes = [
        _("Voids are not in these figures."),
        _("State, restrictions and limits are those of now; limits are in USD."),
    ]
    return Body(figures, [section], notes)
