"""A cashier's own till."""

from functools import partial

from django.utils.translation import gettext as _, gettext_lazy

from accounts.models.users import User
from pages.lists import Column
from pages.moments import in_zone_lazy
from reports.figures import till
from reports.figures.till import TillAct, TillSum
from reports.sheets.parts import Body, Build
from reports.values.filters import Filters
from reports.values.period import Period
from reports.values.sheet import Figure, SheetSection

_KINDS = {till.IN: gettext_lazy("Deposit"), till.OUT: gettext_lazy("Withdrawal paid")}
_SUMS: tuple[Column[TillSum], ...] = (
    Column("currency", gettext_lazy("Currency"), lambda row: row.currency),
    Column("acts", gettext_lazy("Movements"), lambda row: row.acts, numeric=True),
    Column("taken", gettext_lazy("Taken in"), lambda row: row.taken, money=True),
    Column("paid", gettext_lazy("Paid out"), lambda row: row.paid, money=True),
    Column("difference", gettext_lazy("Difference"), lambda row: row.difference, money=True),
)
_ACTS: tuple[Column[TillAct], ...] = (
    Column("time", in_zone_lazy(gettext_lazy("Time ({zone})")), lambda row: row.at),
    Column(
        "kind", gettext_lazy("Movement"), lambda row: _KINDS[row.kind], code=lambda row: row.kind
    ),
    Column("number", gettext_lazy("Number"), lambda row: row.number),
    Column(
        "player",
        gettext_lazy("Player"),
        lambda row: row.player,
        player=lambda row: row.player_id,
    ),
    Column("amount", gettext_lazy("Amount"), lambda row: row.money, money=True),
    Column("usd", gettext_lazy("In USD"), lambda row: row.usd, money=True),
)


def builder_for(cashier: User) -> Build:
    """Return the builder of this cashier's own report."""
    return partial(_build, cashier)


def _build(cashier: User, period: Period, _chosen: Filters) -> Body:
    found = till.load_figures(period, cashier)
    figures = [Figure(_("Movements"), len(found.acts))]
    figures += [
        Figure(_("Difference in %(currency)s") % {"currency": one.currency}, one.difference)
        for one in found.sums
    ]
    return Body(
        figures,
        [
            SheetSection(_("By currency"), _SUMS, found.sums),
            SheetSection(_("Each movement"), _ACTS, found.acts),
        ],
        [
            _(
                "Cash that you took in, on the day it was credited, and cash that you paid out. Corrections are in report 4."
            )
        ],
    )
