"""Reports 7 and 9: large wins and bets, and rounds that were interrupted or cancelled."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.lists import Column
from reports.figures import noted
from reports.figures.noted import Interrupted, RoundLine
from reports.filters import Filters
from reports.models import NotedRound
from reports.period import Period
from reports.sheet import Figure, Section
from reports.sheets.parts import Body, cut, link_to

_COLUMNS: tuple[Column[RoundLine], ...] = (
    Column("finished", gettext_lazy("Finished (UTC)"), lambda row: row.finished_at),
    Column(
        "round",
        gettext_lazy("Round"),
        lambda row: str(row.public_id),
        link=lambda row: link_to("hands:hand", row.public_id),
    ),
    Column(
        "player",
        gettext_lazy("Player"),
        lambda row: row.email,
        link=lambda row: link_to("players:player", row.player_id),
        player=lambda row: row.player_id,
    ),
    Column("table", gettext_lazy("Table"), lambda row: row.table),
    Column("staked", gettext_lazy("Staked"), lambda row: row.staked, money=True),
    Column("returned", gettext_lazy("Paid"), lambda row: row.returned, money=True),
    Column("staked_usd", gettext_lazy("Staked, in USD"), lambda row: row.staked_usd, money=True),
    Column("won_usd", gettext_lazy("Won, in USD"), lambda row: row.won_usd, money=True),
    Column("voided", gettext_lazy("Void"), lambda row: _("voided") if row.voided else None),
)


def large(period: Period, chosen: Filters) -> Body:
    """Report 7: the greatest first."""
    found = noted.large(period, chosen)
    win, bet = next(iter(found.wins), None), next(iter(found.bets), None)
    figures = [
        Figure(_("Largest win"), win.won_usd if win else None, _whose(win)),
        Figure(_("Largest bet"), bet.staked_usd if bet else None, _whose(bet)),
    ]
    return Body(
        figures,
        [
            Section(_("Large wins"), _COLUMNS, found.wins),
            Section(_("Large bets"), _COLUMNS, found.bets),
        ],
        [_("Of each day the fifty largest are kept; a filter chooses among these.")],
    )


def _whose(round_: RoundLine | None) -> str:
    if round_ is None:
        return ""
    return f"{round_.email} · {_('voided')}" if round_.voided else round_.email


def interrupted(period: Period, chosen: Filters, most: int = noted.MOST_INTERRUPTED) -> Body:
    """Report 9: the latest first, as many of each kind as a reader looks at."""
    found = noted.interrupted(period, chosen, most)
    parts = ((found.interrupted, found.lines), (found.cancelled, found.cancelled_lines))
    return _interrupted(found, [lines for _count, lines in parts], [cut(*one) for one in parts])


def every_interrupted(period: Period, chosen: Filters) -> Body:
    """The same with all of them: read as the file is written."""
    found = noted.interrupted(period, chosen, most=0)
    whys = (NotedRound.Why.INTERRUPTED, NotedRound.Why.CANCELLED)
    return _interrupted(found, [noted.every(period, chosen, why) for why in whys], ["", ""])


def _interrupted(
    found: Interrupted, lines: Sequence[Iterable[RoundLine]], said: Sequence[str]
) -> Body:
    figures = [
        Figure(_("Played by the house"), found.interrupted, _("the player had gone")),
        Figure(_("Staked in them"), found.interrupted_usd),
        Figure(_("Cancelled"), found.cancelled, _("stakes returned")),
        Figure(_("Staked in them"), found.cancelled_usd),
    ]
    counts = (found.interrupted, found.cancelled)
    titles = (_("Played to its end by the house"), _("Cancelled for a malfunction"))
    return Body(
        figures,
        [
            Section(title, _COLUMNS, rows, note=note, count=count)
            for title, rows, note, count in zip(titles, lines, said, counts, strict=True)
        ],
    )
