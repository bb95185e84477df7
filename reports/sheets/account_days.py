"""Report 16: accounts of players by day."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Final

from django.utils.translation import gettext as _, gettext_lazy

from pages.lists import Column
from reports.figures import account_days
from reports.figures.account_days import AccountDay, AccountDays
from reports.sheets.parts import COUNTS, Body, build_day_chart, cut_note, player_column
from reports.values.filters import Filters
from reports.values.period import Period
from reports.values.sheet import Figure, SheetSection
from reports.words.cells import cell_text

_TITLES: Final = {
    "deposits": gettext_lazy("Deposits"),
    "withdrawals": gettext_lazy("Withdrawals"),
    "staked": gettext_lazy("Staked"),
    "paid": gettext_lazy("Paid"),
    "exchanged": gettext_lazy("Exchanged"),
    "bonuses": gettext_lazy("Bonuses and points"),
    "taxes": gettext_lazy("Taxes withheld"),
}


def _movement_column(name: str) -> Column[AccountDay]:
    return Column(name, _TITLES[name], lambda row: row.movements[name], money=True)


_COLUMNS: tuple[Column[AccountDay], ...] = (
    Column("day", gettext_lazy("Day"), lambda row: row.day),
    player_column(),
    Column("currency", gettext_lazy("Currency"), lambda row: row.opening.currency),
    Column("opening", gettext_lazy("Opening balance"), lambda row: row.opening, money=True),
    *map(_movement_column, account_days.MOVEMENTS),
    Column("other", gettext_lazy("Other movements"), lambda row: row.other, money=True),
    Column("closing", gettext_lazy("Closing balance"), lambda row: row.closing, money=True),
    Column("movements", gettext_lazy("Movements"), lambda row: row.transfers, numeric=True),
)


def build(period: Period, chosen: Filters, most: int = account_days.MOST) -> Body:
    """Build report 16 with the first lines of the latest day."""
    known = account_days.find_known_part(period)
    if known is None:
        return _body(AccountDays(0, 0, (), {}), (), period, known)
    found = account_days.load_figures(known, chosen, most)
    return _body(found, found.lines, period, known, cut_note(found.count, found.lines))


def build_whole(period: Period, chosen: Filters) -> Body:
    """Build report 16 with all lines, read while the file is written."""
    known = account_days.find_known_part(period)
    if known is None:
        return _body(AccountDays(0, 0, (), {}), (), period, known)
    found = account_days.load_figures(known, chosen, most=0)
    return _body(found, account_days.iterate_days(known, chosen), period, known)


def _body(
    found: AccountDays,
    lines: Iterable[AccountDay],
    period: Period,
    known: Period | None,
    note: str = "",
) -> Body:
    notes = [
        _(
            "One line for each player, currency and day with a movement; on other days the balance stays. Stakes in play and withdrawals on their way have left the balance."
        )
    ]
    if known is None or known.since != period.since:
        first = known.since if known else period.until
        notes.append(
            _(
                "Movements before %(time)s are in the archive of the ledger and not in this report; the archive of daily reports has them."
            )
            % {"time": cell_text(first)}
        )
    chart = build_day_chart(
        "account_days",
        _("Players whose account moved, by day"),
        period,
        found.by_day,
        [(_("Players"), Decimal)],
        COUNTS,
    )
    return Body(
        [Figure(_("Players"), found.players), Figure(_("Accounts by day"), found.count)],
        [
            SheetSection(
                _("Accounts by day"), _COLUMNS, lines, note=note, count=found.count, charts=(chart,)
            )
        ],
        notes,
    )
